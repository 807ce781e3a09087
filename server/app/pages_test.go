package app

import (
	"regexp"
	"strings"
	"testing"
)

// ends is how a whole page ends.
const ends = "</html>"

func TestACrawlerGetsEveryPieceWhole(t *testing.T) {
	s := openSite(t)
	for list, prefix := range map[string]string{"/api/articles": "/articles/", "/api/listicles": "/guides/"} {
		for _, p := range decode[[]piece](t, s.get(list).Body) {
			a := s.get(prefix + p.Slug)
			if a.Status != 200 || !strings.HasSuffix(strings.TrimSpace(a.Body), ends) {
				t.Errorf("%s%s: %d, %d bytes", prefix, p.Slug, a.Status, len(a.Body))
			}
			if !strings.Contains(a.Body, `<link rel="canonical" href="http://site.example`+prefix+p.Slug+`"`) {
				t.Errorf("%s%s has no canonical address from BASE_URL", prefix, p.Slug)
			}
			if n := strings.Count(a.Body, "<h1"); n != 1 {
				t.Errorf("%s%s has %d h1", prefix, p.Slug, n)
			}
		}
	}
}

func TestNothingInlineRuns(t *testing.T) {
	s := openSite(t)
	script := regexp.MustCompile(`<script\b[^>]*>`)
	for _, path := range []string{"/", "/articles", "/guides", "/guides/start-an-emergency-fund", "/articles/compare-car-insurance-quotes", "/nowhere"} {
		a := s.get(path)
		for _, tag := range script.FindAllString(a.Body, -1) {
			if !strings.Contains(tag, " src=") && !strings.Contains(tag, `type="application/`) {
				t.Errorf("%s has an inline script: %s", path, tag)
			}
		}
		if strings.Contains(a.Body, " style=\"") || regexp.MustCompile(`<[a-z]+[^>]* on[a-z]+="`).MatchString(a.Body) {
			t.Errorf("%s has a style attribute or an inline handler", path)
		}
		if csp := a.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "script-src 'self';") {
			t.Errorf("%s has the policy %q", path, csp)
		}
	}
}

func TestAddressesThatAreNotPages(t *testing.T) {
	s := openSite(t)
	for path, want := range map[string]string{
		"/nowhere": "404 Page Not Found", "/articles/no-such-article": "404", "/guides/no-such-guide": "Guide Not Found",
		"/articles/x/y": "404 Page Not Found", "/%00": "404", "//evil.example/": "404", "/articles/%ff": "404",
	} {
		a := s.get(path)
		if a.Status != 404 || !strings.Contains(a.Body, want) {
			t.Errorf("%s: %d, without %q", path, a.Status, want)
		}
	}
}

func TestOldAndOtherAddressesLeadToTheCanonicalOne(t *testing.T) {
	s := openSite(t)
	guide := decode[piece](t, s.get("/api/listicles/start-an-emergency-fund").Body)
	for from, to := range map[string]string{
		"/listicles":                         "/guides",
		"/listicles/start-an-emergency-fund": "/guides/start-an-emergency-fund",
		"/listicles/a%20b?x=1":               "/guides/a%20b?x=1",
		"/articles/":                         "/articles",
		"/guides/?category=banking":          "/guides?category=banking",
		"/%5Cevil.example/":                  "/%5Cevil.example",
		"/%09/evil.example/":                 "/%09/evil.example",
		"/guides/" + itoa(guide.ID):          "/guides/start-an-emergency-fund",
	} {
		a := s.get(from)
		if a.Status != 301 || a.Header.Get("Location") != to {
			t.Errorf("%s: %d to %q, want %q", from, a.Status, a.Header.Get("Location"), to)
		}
	}
}

func TestCanonicalComesFromTheSettingsNotFromTheRequest(t *testing.T) {
	s := openSite(t)
	a := s.get("/guides", "Host", "evil.example", "X-Forwarded-Host", "evil.example")
	if strings.Contains(a.Body, "evil.example") {
		t.Error("a request header reached the page")
	}
}

func TestSitemapNamesEveryPiece(t *testing.T) {
	s := openSite(t)
	a := s.get("/sitemap.xml")
	if n := strings.Count(a.Body, "<loc>http://site.example/"); n < 48+4 {
		t.Errorf("%d addresses in %.300s", n, a.Body)
	}
	if r := s.get("/robots.txt"); !strings.Contains(r.Body, "Sitemap: http://site.example/sitemap.xml") {
		t.Errorf("robots.txt: %s", r.Body)
	}
	if i := s.get("/favicon.ico"); i.Status != 200 || i.Header.Get("Content-Type") != "image/x-icon" {
		t.Errorf("favicon: %d %s", i.Status, i.Header.Get("Content-Type"))
	}
}

func TestOddQueriesGiveAPageOrAClearRefusal(t *testing.T) {
	s := openSite(t)
	for _, path := range []string{
		"/articles?page=-1", "/articles?page=99999999999999", "/articles?page=x", "/articles?category=nonsense", "/articles?q=%00",
		"/articles?q=" + strings.Repeat("x", 10_000), "/guides?q=%ff", "/articles?category=%00", "/articles?%zz",
	} {
		if a := s.get(path); a.Status >= 500 || !strings.Contains(a.Body, ends) {
			t.Errorf("%.60s: %d", path, a.Status)
		}
	}
}

func TestScriptsAreSentCompressed(t *testing.T) {
	s := openSite(t)
	script := regexp.MustCompile(`src="(/assets/[^"]+\.js)"`).FindStringSubmatch(s.get("/").Body)[1]
	plain := s.get(script)
	for _, encoding := range []string{"br", "gzip"} {
		a := s.get(script, "Accept-Encoding", encoding)
		if a.Header.Get("Content-Encoding") != encoding || a.Header.Get("Content-Type") != "text/javascript; charset=utf-8" || len(a.Body) >= len(plain.Body) {
			t.Errorf("%s: %q, %q, %d of %d bytes", encoding, a.Header.Get("Content-Encoding"), a.Header.Get("Content-Type"), len(a.Body), len(plain.Body))
		}
		if !strings.Contains(a.Header.Get("Cache-Control"), "immutable") || a.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %q, %q", encoding, a.Header.Get("Cache-Control"), a.Header.Get("Vary"))
		}
	}
}
