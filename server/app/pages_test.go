package app

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/renderer"
)

// ends is how a whole page ends.
const ends = "</html>"

func TestACrawlerGetsEveryPieceWhole(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for list, prefix := range map[string]string{"/api/articles": "/articles/", "/api/listicles": "/guides/"} {
		for _, p := range sitetest.Decode[[]piece](t, s.Get(list).Body) {
			a := s.Get(prefix + p.Slug)
			if a.Status != 200 || !strings.HasSuffix(strings.TrimSpace(a.Body), ends) {
				t.Errorf("%s%s: %d, %d bytes", prefix, p.Slug, a.Status, len(a.Body))
			}
			if !strings.Contains(a.Body, `<link rel="canonical" href="https://localhost`+prefix+p.Slug+`"`) {
				t.Errorf("%s%s has no canonical address from BASE_URL", prefix, p.Slug)
			}
			if n := strings.Count(a.Body, "<h1"); n != 1 {
				t.Errorf("%s%s has %d h1", prefix, p.Slug, n)
			}
		}
	}
}

func TestNothingInlineRuns(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	script := regexp.MustCompile(`<script\b[^>]*>`)
	for _, path := range []string{"/", "/articles", "/guides", "/guides/start-an-emergency-fund", "/articles/compare-car-insurance-quotes", "/nowhere"} {
		a := s.Get(path)
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

// Each page holds as much of the style as it needs, so each has a policy of its
// own, and a browser that asks whether its copy is still good hears the same.
func TestThePolicyOfAPageLetsItsOwnStyleIn(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	style := regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style>`)
	for _, path := range []string{"/", "/guides/start-an-emergency-fund", "/nowhere"} {
		a := s.Get(path)
		held := style.FindAllStringSubmatch(a.Body, -1)
		policy := a.Header.Get("Content-Security-Policy")
		for _, css := range held {
			sum := sha256.Sum256([]byte(css[1]))
			if !strings.Contains(policy, " 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
				t.Errorf("the policy of %s does not let its style in: %s", path, policy)
			}
		}
		if len(held) == 0 || strings.Count(policy, "sha256-") != len(held) {
			t.Errorf("%s has %d styles and the policy %s", path, len(held), policy)
		}
		if again := s.Get(path, "If-None-Match", a.Header.Get("Etag")); again.Status == http.StatusNotModified && again.Header.Get("Content-Security-Policy") != policy {
			t.Errorf("unchanged, %s has the policy %s", path, again.Header.Get("Content-Security-Policy"))
		}
	}
}

func TestAddressesThatAreNotPages(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for path, want := range map[string]string{
		"/nowhere": "404 Page Not Found", "/articles/no-such-article": "404", "/guides/no-such-guide": "Guide Not Found",
		"/g/nocode2": "404 Page Not Found", "/g/%00": "404 Page Not Found", "/articles/x/y": "404 Page Not Found", "/%00": "404", "//evil.example/": "404", "/articles/%ff": "404",
		"/content/..": "404 Page Not Found", "/content/%2e%2e": "404 Page Not Found", "/content/.": "404 Page Not Found", "/content/Settlements/x": "404 Page Not Found",
		"/%5Cevil.example/": "404", "/%09/evil.example/": "404", "/listicles/a%20b": "404", "/NOWHERE/": "404",
		"/articles/..": "404 Page Not Found", "/guides/%2E%2E": "404 Page Not Found",
		"/articles?page=99": "404 Page Not Found", "/articles?page=99999999999999999999": "404 Page Not Found", "/articles?category=banking&page=99": "404 Page Not Found", "/dailyoffers?page=99": "404 Page Not Found",
		"/newsletter?page=2": "404 Page Not Found", "/newsletter?page=99999": "404 Page Not Found", "/authors/maya-ortega?page=99999": "404 Page Not Found",
		"/articles?category=call-us-now": "404 Page Not Found", "/guides?category=call-us-now": "404 Page Not Found",
	} {
		a := s.Get(path)
		if a.Status != 404 || !strings.Contains(a.Body, want) {
			t.Errorf("%s: %d, without %q", path, a.Status, want)
		}
	}
}

func TestOldAndOtherAddressesLeadToTheCanonicalOne(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	guide := sitetest.Decode[piece](t, s.Get("/api/listicles/start-an-emergency-fund").Body)
	for from, to := range map[string]string{
		"/listicles":                             "/guides",
		"/listicles/start-an-emergency-fund":     "/guides/start-an-emergency-fund",
		"/articles/":                             "/articles",
		"/guides/?category=banking":              "/guides?category=banking",
		"/guides/" + fmt.Sprint(guide.ID):        "/guides/start-an-emergency-fund",
		"//Listicles//" + fmt.Sprint(guide.ID):   "/guides/start-an-emergency-fund",
		"/GUIDES/Start-An-Emergency-Fund/?x=%2F": "/guides/start-an-emergency-fund?x=%2F",
		"/content/Settlements":                   "/content/settlements",
		"//about":                                "/about",
	} {
		a := s.Get(from)
		if a.Status != 301 || a.Header.Get("Location") != to {
			t.Errorf("%s: %d to %q, want %q", from, a.Status, a.Header.Get("Location"), to)
		}
		if a := s.Get(to); a.Status != 200 {
			t.Errorf("%s leads to %s, which answers %d", from, to, a.Status)
		}
	}
	for _, path := range []string{"/API/articles", "/api/articles/", "/G/x", "/links//"} {
		if a := s.Get(path); a.Status == 301 {
			t.Errorf("%s is no page, and leads to %s", path, a.Header.Get("Location"))
		}
	}
}

func TestAGuidesNumberLeadsToItsNewSlug(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	guide := sitetest.Decode[piece](t, s.Get("/api/listicles/start-an-emergency-fund").Body)
	if _, err := s.DB.Pool.Exec(t.Context(), "UPDATE guides SET slug = 'a-fund-for-emergencies' WHERE id = $1", guide.ID); err != nil {
		t.Fatal(err)
	}
	s.bus.Invalidate("guides")
	if a := s.Get("/guides/" + fmt.Sprint(guide.ID) + "?utm_source=x"); a.Header.Get("Location") != "/guides/a-fund-for-emergencies?utm_source=x" {
		t.Errorf("%d to %q", a.Status, a.Header.Get("Location"))
	}
}

func TestWhatIsInMemoryAsksTheDatabaseNothing(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	guide := sitetest.Decode[piece](t, s.Get("/api/listicles/start-an-emergency-fund").Body)
	paths := []string{"/guides/" + fmt.Sprint(guide.ID), "/guides/999999", "/nowhere", "/api/articles", "/api/listicles/start-an-emergency-fund"}
	for _, p := range pageRoutes(pageHandlers{}) {
		if p.life.policy.Lifetime.Fresh == 0 {
			continue // a preview is kept nowhere
		}
		paths = append(paths, strings.NewReplacer("articles/:slug", "articles/compare-car-insurance-quotes", "guides/:id", "guides/"+guide.Slug, "content/:slug", "content/settlements").Replace(p.path))
	}
	for _, path := range paths {
		s.Get(path)
		// Background jobs ask now and then, on a slow machine often during these requests.
		sitetest.Eventually(t, path+" asks the database nothing", func() bool {
			const requests = 50
			before := s.DB.Pool.Stat().AcquireCount()
			for range requests {
				s.Get(path)
			}
			return s.DB.Pool.Stat().AcquireCount()-before < requests/2
		})
	}
}

func TestCanonicalComesFromTheSettingsNotFromTheRequest(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	a := s.Get("/guides", "Host", "evil.example", "X-Forwarded-Host", "evil.example")
	if strings.Contains(a.Body, "evil.example") {
		t.Error("a request header reached the page")
	}
}

func TestTheSitemapIsKeptInMemory(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	a := s.Get("/sitemap.xml")
	for _, path := range []string{"/sitemap.xml", "/sitemap.xml?q=x", "/sitemap.xml?" + strings.Repeat("x", 200)} {
		again := s.Get(path)
		if !strings.HasPrefix(again.Header.Get("Cache-Status"), "thriftwell; hit") || again.Body != a.Body || again.Header.Get("Content-Type") != "application/xml; charset=utf-8" {
			t.Errorf("%.30s: %v", path, again.Header)
		}
	}
	if i := s.Get("/favicon.ico"); i.Status != 200 || i.Header.Get("Content-Type") != "image/x-icon" || i.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		t.Errorf("favicon: %d %s", i.Status, i.Header.Get("Content-Type"))
	}
}

// From the home page, without JavaScript, every page of the sitemap is at most
// three links away, and no link is broken or leads to a redirect.
func TestEveryPageOfTheSitemapIsThreeLinksAway(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	s.Exec("INSERT INTO content_pages (title, slug, description, is_active, is_indexed) VALUES ('Pet Care', 'pet-care', 'For pets.', true, true)")
	s.bus.InvalidateAll()
	link := regexp.MustCompile(`<a [^>]*href="(/[^"#]*)`)
	clicks, next := map[string]int{"/": 0}, []string{"/"}
	for len(next) > 0 {
		path := next[0]
		next = next[1:]
		a := s.Get(path)
		if a.Status != 200 {
			t.Errorf("a link leads to %s, which answers %d", path, a.Status)
		}
		for _, found := range link.FindAllStringSubmatch(a.Body, -1) {
			to := html.UnescapeString(found[1])
			if _, known := clicks[to]; !known && !strings.HasPrefix(to, "/links/") && !strings.HasPrefix(to, "/api/") {
				clicks[to] = clicks[path] + 1
				next = append(next, to)
			}
		}
	}
	listed := regexp.MustCompile(`<loc>https://localhost([^<]*)`).FindAllStringSubmatch(s.Get("/sitemap.xml").Body, -1)
	for _, found := range listed {
		if n, reached := clicks[html.UnescapeString(found[1])]; !reached || n > 3 {
			t.Errorf("%s is reached %t, by %d links", found[1], reached, n)
		}
	}
	if len(listed) < 48+10 || clicks["/content/pet-care"] == 0 {
		t.Errorf("%d addresses are listed", len(listed))
	}
}

func TestOddQueriesGiveAPageOrAClearRefusal(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	for _, path := range []string{
		"/articles?page=-1", "/articles?page=99999999999999", "/articles?page=x", "/articles?category=nonsense", "/articles?q=%00",
		"/articles?q=" + strings.Repeat("x", 10_000), "/guides?q=%ff", "/articles?category=%00", "/articles?%zz",
	} {
		if a := s.Get(path); a.Status >= 500 || !strings.Contains(a.Body, ends) {
			t.Errorf("%.60s: %d", path, a.Status)
		}
	}
	for path, odd := range map[string]string{
		"/articles": "page=x", "/authors/maya-ortega": "page=0", "/newsletter": "page=1", "/dailyoffers": "page=02",
		"/contact": "type=x", "/offers": "ended=x", "/privacy-choices": "saved=x",
	} {
		s.warm(path)
		s.expectHit(path + "?" + odd) // and is none more to keep
	}
}

func TestScriptsAreSentCompressed(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	script := regexp.MustCompile(`src="(/assets/[^"]+\.js)"`).FindStringSubmatch(s.Get("/").Body)[1]
	plain := s.Get(script)
	for _, encoding := range []string{"br", "gzip"} {
		a := s.Get(script, "Accept-Encoding", encoding)
		if a.Header.Get("Content-Encoding") != encoding || a.Header.Get("Content-Type") != "text/javascript; charset=utf-8" || len(a.Body) >= len(plain.Body) {
			t.Errorf("%s: %q, %q, %d of %d bytes", encoding, a.Header.Get("Content-Encoding"), a.Header.Get("Content-Type"), len(a.Body), len(plain.Body))
		}
		if !strings.Contains(a.Header.Get("Cache-Control"), "immutable") || a.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %q, %q", encoding, a.Header.Get("Cache-Control"), a.Header.Get("Vary"))
		}
	}
}

func TestAGuideSaysThatAPartnerPaysOnlyWhereOneDoes(t *testing.T) {
	t.Parallel()
	s, doc := openSite(t), sitetest.Contract(t)
	const sentence = "no say in this guide"
	for _, g := range sitetest.Decode[[]piece](t, s.Get("/api/listicles").Body) {
		if page := s.Get("/guides/" + g.Slug).Body; strings.Contains(page, sentence) || strings.Contains(page, ">Sponsored<") {
			t.Errorf("%s has no such link", g.Slug)
		}
	}
	s.Exec("UPDATE guide_items SET cta_url = 'https://partner.example/', cta_text = 'Go', cta_sponsored = true WHERE guide_id = 1 AND position = 1")
	s.bus.InvalidateAll()
	sitetest.Agrees(t, doc, "GET", "/api/listicles/{id}", s.Get("/api/listicles/1"))
	page := s.Get(s.Get("/guides/1").Header.Get("Location")).Body
	if strings.Count(page, sentence) != 1 || !strings.Contains(page, `<a href="https://partner.example/" target="_blank" rel="sponsored noopener"`) {
		t.Errorf("the partner's link is not marked in %s", page)
	}
}

func TestInProductionNoInventedPartnerIsShown(t *testing.T) {
	t.Parallel()
	s := openSite(t, append(sitetest.Production(), "DATABASE_URL="+dbtest.New(t))...)
	for _, path := range []string{
		"/api/offers", "/api/hot-offers", "/api/content/hot-offers/offers", "/api/content/settlements/offers", "/api/content/insuranceprotection/offers",
		"/api/coreg/settlements2/questions", "/api/daily-offers",
	} {
		if a := s.Get(path); a.Status != 200 || strings.Contains(a.Body, `"id"`) {
			t.Errorf("%s: %d %.300s", path, a.Status, a.Body)
		}
	}
	for _, page := range []string{"/offers", "/hot-offers", "/dailyoffers", "/content/settlements", "/content/settlements2"} {
		if a := s.Get(page); a.Status != 200 || strings.Contains(a.Body, ".example.com") {
			t.Errorf("%s: %d", page, a.Status)
		}
	}
}

// The pages that sign-in shows by itself wear the site's style, which knows
// only the classes that the front end uses.
func TestTheSignInPagesAreDressed(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for _, path := range []string{"/dev/sign-in?state=x", "/api/auth/login?by=mail", "/api/auth/mail/link"} {
		page := s.Get(path).Body
		_, body, _ := strings.Cut(page, "</style>")
		for _, attribute := range regexp.MustCompile(`class="([^"]+)"`).FindAllStringSubmatch(body, -1) {
			for _, class := range strings.Fields(attribute[1]) {
				if !strings.Contains(s.dist.Manifest.Style, "."+class) {
					t.Errorf("%s: the site's style does not know %s", path, class)
				}
			}
		}
		if !strings.Contains(page, s.dist.Manifest.Style) {
			t.Errorf("%s: the style is not the one that the policy allows", path)
		}
	}
}

func TestABuildTakesNothingFromTheRunningSite(t *testing.T) {
	t.Parallel()
	root := sitetest.FaultyRoot(t)
	dist := filepath.Join(root, "dist")
	if err := os.Rename(dist, filepath.Join(root, "build")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("build", dist); err != nil {
		t.Fatal(err)
	}
	s := openSiteIn(t, root)
	page := s.Get("/contact")
	asset := regexp.MustCompile(`/assets/entry[\w.-]+\.js`).FindString(page.Body)

	if err := os.Remove(dist); err != nil { // the next build is something else altogether
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), dist); err != nil {
		t.Fatal(err)
	}
	if a := s.Get(asset); a.Status != 200 || len(a.Body) == 0 {
		t.Errorf("%s: %d", asset, a.Status)
	}
	before := s.renderer.Stats().Restarts
	s.Get("/guides/fault-crash-1")
	sitetest.Eventually(t, "another renderer makes a page", func() bool {
		return s.renderer.Stats().Restarts > before && s.Get("/terms").Status == 200
	})
}

func TestAReaderWhoDoesNotWaitForAPageIsNoError(t *testing.T) {
	t.Parallel()
	log := &sitetest.Log{}
	s := openLoggedSite(t, "../..", log)
	s.signalWorkers(syscall.SIGSTOP)
	defer s.signalWorkers(syscall.SIGCONT)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.Address+hotPage, nil)
	left := make(chan struct{})
	go func() {
		defer close(left)
		if res, err := http.DefaultClient.Do(req); err == nil {
			t.Error("answered", res.Status, res.Body.Close())
		}
	}()
	sitetest.Eventually(t, "the page is being made", func() bool {
		return slices.ContainsFunc(s.renderer.Stats().Workers, func(w renderer.WorkerStats) bool { return w.Running > 0 })
	})
	leave()
	<-left
	sitetest.Eventually(t, "the request is told of", func() bool { return len(log.Lines("msg=request ", "path="+hotPage+" ")) > 0 })
	for _, line := range log.Lines("msg=request ", "path="+hotPage+" ") {
		if !strings.Contains(line, "level=INFO") || !strings.Contains(line, "status=499") {
			t.Error(line)
		}
	}
}
