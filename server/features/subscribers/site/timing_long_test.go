//go:build long

package site_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// Responses must take equally long for known and unknown addresses. Their
// requests alternate, so that other load on the machine affects both. In at
// least one of five batches, the medians must differ by less than 15%.
func TestResponseTimesHideWhetherAnAddressIsKnown(t *testing.T) {
	t.Parallel()
	const batches, samples = 5, 600
	s := apptest.Open(t, "TRUSTED_PROXIES=127.0.0.1")
	completing := map[string]string{} // cookies of signups
	for i := range samples {
		s.Send("/api/subscribers", sitetest.Jane("email", fmt.Sprintf("known%d@gmail.com", i)), "X-Forwarded-For", fmt.Sprintf("10.0.%d.%d", i/250, i%250))
	}
	s.Quiet()
	calls := map[string]func(email, from string) sitetest.Answer{
		"signup": func(email, from string) sitetest.Answer {
			a := s.Send("/api/subscribers", sitetest.Jane("email", email), "X-Forwarded-For", from)
			completing[email] = signupCookie(a)
			return a
		},
		"phone": func(email, from string) sitetest.Answer {
			return s.Send("/api/subscribers", sitetest.Jane("email", email, "phone", "201-555-0123", "tcpaConsent", true), "X-Forwarded-For", from, "Cookie", completing[email])
		},
		"link": func(email, from string) sitetest.Answer {
			return s.Send("/api/preferences/link", fmt.Sprintf(`{"email":%q}`, email), "X-Forwarded-For", from)
		},
		"unsubscribe": func(email, from string) sitetest.Answer {
			return s.Send("/api/unsubscribe", fmt.Sprintf(`{"email":%q}`, email), "X-Forwarded-For", from)
		},
	}
	for n, name := range []string{"signup", "phone", "link", "unsubscribe"} {
		call, stranger := calls[name], name
		if name == "phone" {
			stranger = "signup" // of the signup just made
		}
		took := func(email, from string) float64 {
			start := time.Now()
			call(email, from)
			return float64(time.Since(start).Microseconds())
		}
		var known, unknown []float64
		alike := false
		for i := range samples {
			known = append(known, took(fmt.Sprintf("known%d@gmail.com", i), fmt.Sprintf("10.%d.%d.%d", 1+n, i/250, i%250)))
			unknown = append(unknown, took(fmt.Sprintf("%s%d@gmail.com", stranger, i), fmt.Sprintf("10.%d.%d.%d", 100+n, i/250, i%250)))
			if len(known) == samples/batches {
				slices.Sort(known)
				slices.Sort(unknown)
				k, u := known[len(known)/2], unknown[len(unknown)/2]
				t.Logf("%s: known %.0f µs, unknown %.0f µs, ratio %.3f", name, k, u, k/u)
				alike = alike || k/u > 0.85 && k/u < 1.15
				known, unknown = nil, nil
			}
		}
		if !alike {
			t.Errorf("%s: response times differ between known and unknown addresses", name)
		}
	}
}
