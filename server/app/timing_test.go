//go:build long

package app

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// An answer takes as long for a known address as for an unknown one. The calls
// of both kinds alternate, so that whatever else the machine does hits both;
// the medians may differ by 15 %.
func TestKnownAndUnknownAddressesTakeTheSameTime(t *testing.T) {
	const samples = 600
	s := openSite(t, "TRUSTED_PROXIES=127.0.0.1")
	completing := map[string]string{} // the cookies of signups
	for i := range samples {
		s.send("/api/subscribers", jane("email", fmt.Sprintf("known%d@gmail.com", i)), "X-Forwarded-For", fmt.Sprintf("10.0.%d.%d", i/250, i%250))
	}
	s.quiet()
	calls := map[string]func(email, from string) answer{
		"signup": func(email, from string) answer {
			a := s.send("/api/subscribers", jane("email", email), "X-Forwarded-For", from)
			completing[email] = cookie(a)
			return a
		},
		"phone": func(email, from string) answer {
			return s.send("/api/subscribers", jane("email", email, "phone", "201-555-0123", "tcpaConsent", true), "X-Forwarded-For", from, "Cookie", completing[email])
		},
		"link": func(email, from string) answer {
			return s.send("/api/preferences/link", fmt.Sprintf(`{"email":%q}`, email), "X-Forwarded-For", from)
		},
		"unsubscribe": func(email, from string) answer {
			return s.send("/api/unsubscribe", fmt.Sprintf(`{"email":%q}`, email), "X-Forwarded-For", from)
		},
	}
	for n, name := range []string{"signup", "phone", "link", "unsubscribe"} {
		call, stranger := calls[name], name
		if name == "phone" {
			stranger = "signup" // whose signup was just made
		}
		var known, unknown []float64
		took := func(email, from string) float64 {
			start := time.Now()
			call(email, from)
			return float64(time.Since(start).Microseconds())
		}
		for i := range samples {
			known = append(known, took(fmt.Sprintf("known%d@gmail.com", i), fmt.Sprintf("10.%d.%d.%d", 1+n, i/250, i%250)))
			unknown = append(unknown, took(fmt.Sprintf("%s%d@gmail.com", stranger, i), fmt.Sprintf("10.%d.%d.%d", 100+n, i/250, i%250)))
		}
		slices.Sort(known)
		slices.Sort(unknown)
		k, u := known[samples/2], unknown[samples/2]
		t.Logf("%s: known %.0f µs, unknown %.0f µs, ratio %.3f (quartiles %.0f–%.0f, %.0f–%.0f)", name, k, u, k/u,
			known[samples/4], known[samples*3/4], unknown[samples/4], unknown[samples*3/4])
		if r := k / u; r < 0.85 || r > 1.15 {
			t.Errorf("%s: the time tells a known address from an unknown one: ratio %.3f", name, r)
		}
	}
}
