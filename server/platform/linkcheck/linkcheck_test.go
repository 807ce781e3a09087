package linkcheck

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"thriftwell/server/platform/weburl"
)

// partner is a site that records its requests.
type partner struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func newPartner(t *testing.T, answers map[string]http.HandlerFunc) *partner {
	p := &partner{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.asked = append(p.asked, r.Method+" "+r.URL.String())
		p.mu.Unlock()
		if answer := answers[r.URL.Path]; answer != nil {
			answer(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

func fine(http.ResponseWriter, *http.Request) {}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }
}

func TestCheckFollowsRedirects(t *testing.T) {
	shop := newPartner(t, map[string]http.HandlerFunc{"/Landing/": fine})
	host := strings.TrimPrefix(shop.URL, "http://")
	network := newPartner(t, map[string]http.HandlerFunc{
		"/fine": fine,
		"/out":  func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/hop?x=1", http.StatusFound) },
		"/hop": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, shop.URL+"/Landing/?click=7", http.StatusSeeOther)
		},
		"/loop": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) },
		"/app": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "shop:open")
			w.WriteHeader(302)
		},
		"/bytes": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "http://%ff.example/")
			w.WriteHeader(302)
		},
		"/long": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/"+strings.Repeat("a", weburl.MaxLength), http.StatusFound)
		},
		"/lost":   status(http.StatusFound),
		"/broken": status(http.StatusBadGateway),
		"/guard":  status(http.StatusForbidden),
		"/no-head": func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead {
				w.WriteHeader(http.StatusMethodNotAllowed)
			}
		},
		"/cookie": func(w http.ResponseWriter, r *http.Request) {
			if _, err := r.Cookie("seen"); err != nil {
				http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
				http.Redirect(w, r, "/cookie", http.StatusFound)
			}
		},
	})
	own := strings.TrimPrefix(network.URL, "http://")
	c := Checker{Client: &http.Client{}}
	for path, want := range map[string]Result{
		"/fine?a=1#b": {State: Good, Destination: own + "/fine"},
		"/out":        {State: Good, Destination: host + "/Landing"},
		"/no-head":    {State: Good, Destination: own + "/no-head"},
		"/cookie":     {State: Good, Destination: own + "/cookie"},
		"/loop":       {State: Broken, Problem: "It redirects more than 10 times."},
		"/app":        {State: Broken, Problem: "It leads to an invalid web address."},
		"/bytes":      {State: Broken, Problem: "It leads to an invalid web address."},
		"/long":       {State: Broken, Problem: "It leads to an invalid web address."},
		"/lost":       {State: Broken, Problem: own + " returned 302 without an address."},
		"/gone":       {State: Broken, Problem: own + " returned 404 Not Found."},
		"/broken":     {State: Broken, Problem: own + " returned 502 Bad Gateway."},
		"/guard":      {State: Refused, Problem: own + " rejects robots (403), so we didn't check it."},
	} {
		if got := c.Check(t.Context(), network.URL+path); got != want {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
	}
	if slices.Contains(network.asked, "GET /fine?a=1") || !slices.Contains(network.asked, "HEAD /fine?a=1") || !slices.Contains(network.asked, "GET /no-head") {
		t.Errorf("asked %v", network.asked)
	}
	network.Close()
	if got := c.Check(t.Context(), network.URL+"/fine"); got.State != Broken || got.Problem != own+" is unreachable." {
		t.Errorf("an unreachable server: %+v", got)
	}
}

func TestCheckObeysRobotsTxt(t *testing.T) {
	shop := newPartner(t, map[string]http.HandlerFunc{"/robots.txt": says("User-agent: *\nDisallow: /private\n"), "/private/x": fine, "/open": fine})
	network := newPartner(t, map[string]http.HandlerFunc{
		"/robots.txt": says("User-agent: thriftwelllinkcheck\nDisallow: /r\nUser-agent: *\nDisallow: /\n"),
		"/open":       fine, "/r": fine,
		"/out": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, shop.URL+"/private/x", http.StatusFound)
		},
	})
	failing := newPartner(t, map[string]http.HandlerFunc{"/robots.txt": status(http.StatusServiceUnavailable), "/x": fine})
	greedy := newPartner(t, map[string]http.HandlerFunc{"/robots.txt": says(strings.Repeat("useragent:a\n", 2000) + strings.Repeat("allow:/\n", 2000)), "/x": fine})
	starry := newPartner(t, map[string]http.HandlerFunc{"/robots.txt": says("User-agent: *\nDisallow: /" + strings.Repeat("*a", 200)), "/x": fine})
	odd := newPartner(t, map[string]http.HandlerFunc{"/robots.txt": says("<!doctype html><p>Welcome: all</p>"), "/x": fine})
	c := Checker{Client: &http.Client{}}
	for address, want := range map[string]string{
		network.URL + "/open": Good, network.URL + "/r": Refused, network.URL + "/out": Refused,
		shop.URL + "/open": Good, failing.URL + "/x": Broken, greedy.URL + "/x": Refused, starry.URL + "/x": Refused, odd.URL + "/x": Good,
	} {
		if got := c.Check(t.Context(), address); got.State != want {
			t.Errorf("%s: %+v, want %s", address, got, want)
		}
	}
	for _, asked := range slices.Concat(network.asked, shop.asked, failing.asked) {
		if strings.HasSuffix(asked, " /r") || strings.Contains(asked, "private") || strings.HasSuffix(asked, " /x") {
			t.Errorf("requested %s", asked)
		}
	}
}

func TestCheckMakesNoRequestsToPrivateAddresses(t *testing.T) {
	inside := newPartner(t, map[string]http.HandlerFunc{"/": fine})
	c := Checker{Client: weburl.NewClient(Timeout)}
	if got := c.Check(t.Context(), inside.URL+"/"); got.State != Broken || !strings.Contains(got.Problem, "isn't a public address") || len(inside.asked) > 0 {
		t.Errorf("%+v, asked %v", got, inside.asked)
	}
}

// Any robots.txt can be parsed.
func FuzzRobotsTxt(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /a*b$\nAllow: /\nCrawl-delay: 1.5\nSitemap: https://x.example/s.xml"), "/a/b")
	f.Add([]byte("\xef\xbb\xbfUSER-AGENT: "+Agent+"\r\nDisallow:\n\x00"), "/")
	f.Fuzz(func(t *testing.T, text []byte, path string) {
		if rules, err := rulesIn(text); err != nil {
			t.Errorf("%q: %v", text, err)
		} else {
			rules.TestAgent(path, Agent)
		}
	})
}
