package app

import (
	"cmp"
	"context"
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

// ends is the end of a complete page.
const ends = "</html>"

func TestCrawlersGetCompletePages(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for list, prefix := range map[string]string{"/api/articles": "/articles/", "/api/listicles": "/guides/"} {
		for _, p := range sitetest.Decode[[]piece](t, s.Get(list).Body) {
			a := s.Get(prefix + p.Slug)
			if a.Status != 200 || !strings.HasSuffix(strings.TrimSpace(a.Body), ends) {
				t.Errorf("%s%s: %d, %d bytes", prefix, p.Slug, a.Status, len(a.Body))
			}
			if !strings.Contains(a.Body, `<link rel="canonical" href="https://localhost`+prefix+p.Slug+`"`) {
				t.Errorf("%s%s has no canonical address based on BASE_URL", prefix, p.Slug)
			}
			if n := strings.Count(a.Body, "<h1"); n != 1 {
				t.Errorf("%s%s has %d h1", prefix, p.Slug, n)
			}
		}
	}
}

func TestPagesHaveNoInlineScripts(t *testing.T) {
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

// Browsers cache the stylesheet across pages, so its name changes with its
// content.
func TestEveryPageLinksTheStylesheet(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for _, path := range []string{"/", "/guides/start-an-emergency-fund", "/preferences", "/nowhere"} {
		if page := s.Get(path).Body; !strings.Contains(page, `<link rel="stylesheet" href="`+s.dist.Manifest.Sheet+`">`) || strings.Contains(page, "<style") {
			t.Errorf("%s does not link the stylesheet, or has inline styles", path)
		}
	}
	if a := s.Get(s.dist.Manifest.Sheet); a.Status != 200 || !strings.Contains(a.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("the stylesheet: %d %v", a.Status, a.Header)
	}
}

func TestUnknownAddressesAre404(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for path, want := range map[string]string{
		"/nowhere": "404 Page Not Found", "/content/no-such-page": "404 Page Not Found", "/articles/no-such-article": "404", "/guides/no-such-guide": "Guide Not Found",
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

func TestOtherSpellingsRedirectToTheCanonicalAddress(t *testing.T) {
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
			t.Errorf("%s is not a page, but redirects to %s", path, a.Header.Get("Location"))
		}
	}
}

func TestGuideNumbersRedirectToTheCurrentSlug(t *testing.T) {
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

func TestCachedPagesQueryNothing(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	guide := sitetest.Decode[piece](t, s.Get("/api/listicles/start-an-emergency-fund").Body)
	paths := []string{"/guides/" + fmt.Sprint(guide.ID), "/guides/999999", "/nowhere", "/api/articles", "/api/listicles/start-an-emergency-fund"}
	for _, p := range pageRoutes(pageHandlers{}) {
		if p.caching.policy.Lifetime.Fresh == 0 {
			continue // previews aren't cached
		}
		paths = append(paths, strings.NewReplacer("articles/:slug", "articles/compare-car-insurance-quotes", "guides/:id", "guides/"+guide.Slug, "content/:slug", "content/settlements").Replace(p.path))
	}
	for _, path := range paths {
		s.Get(path)
		// Background jobs query now and then; on a slow machine, often during
		// these requests.
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

func TestCanonicalAddressIgnoresRequestHeaders(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	a := s.Get("/guides", "Host", "evil.example", "X-Forwarded-Host", "evil.example")
	if strings.Contains(a.Body, "evil.example") {
		t.Error("a request header reached the page")
	}
}

func TestTheSitemapIsCached(t *testing.T) {
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

// Without JavaScript, every page of the sitemap is at most three links from the
// home page, and no link is broken or redirected or leads to a missing section.
func TestEveryPageOfTheSitemapIsThreeLinksAway(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	s.Exec("INSERT INTO content_pages (title, slug, description, is_active, is_indexed) VALUES ('Pet Care', 'pet-care', 'For pets.', true, true)")
	s.bus.InvalidateAll()
	link, id := regexp.MustCompile(`<a [^>]*href="(/[^"#]*)?(#[^"]+)?"`), regexp.MustCompile(` id="([^"]+)"`)
	clicks, next := map[string]int{"/": 0}, []string{"/"}
	sections, linked := map[string]bool{}, map[string]string{} // linked has the page that links to a section
	for len(next) > 0 {
		path := next[0]
		next = next[1:]
		a := s.Get(path)
		if a.Status != 200 {
			t.Errorf("a link leads to %s, which answers %d", path, a.Status)
		}
		for _, found := range id.FindAllStringSubmatch(a.Body, -1) {
			sections[path+"#"+found[1]] = true
		}
		for _, found := range link.FindAllStringSubmatch(a.Body, -1) {
			to := cmp.Or(html.UnescapeString(found[1]), path)
			if found[2] != "" {
				linked[to+found[2]] = path
			}
			if _, known := clicks[to]; !known && !strings.HasPrefix(to, "/links/") && !strings.HasPrefix(to, "/api/") {
				clicks[to] = clicks[path] + 1
				next = append(next, to)
			}
		}
	}
	for section, from := range linked {
		if !sections[section] {
			t.Errorf("%s links to %s, which that page lacks", from, section)
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

func TestOddQueriesGetAPageOrAClearError(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow")
	}
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

func TestScriptsAreCompressed(t *testing.T) {
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

func TestOnlyGuidesWithPartnerLinksDiscloseThem(t *testing.T) {
	t.Parallel()
	s, doc := openSite(t), sitetest.Contract(t)
	const sentence = "no say in this guide"
	for _, g := range sitetest.Decode[[]piece](t, s.Get("/api/listicles").Body) {
		if page := s.Get("/guides/" + g.Slug).Body; strings.Contains(page, sentence) || strings.Contains(page, ">Sponsored<") {
			t.Errorf("%s has no partner link", g.Slug)
		}
	}
	s.Exec("UPDATE guide_items SET cta_url = 'https://partner.example/', cta_text = 'Go', cta_sponsored = true WHERE guide_id = 1 AND position = 1")
	s.bus.InvalidateAll()
	sitetest.Agrees(t, doc, "GET", "/api/listicles/{id}", s.Get("/api/listicles/1"))
	page := s.Get(s.Get("/guides/1").Header.Get("Location")).Body
	if strings.Count(page, sentence) != 1 || !strings.Contains(page, `<a href="https://partner.example/" target="_blank" rel="sponsored noopener"`) {
		t.Errorf("the partner link is not marked in %s", page)
	}
}

func TestProductionShowsNoFictionalPartners(t *testing.T) {
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

// Sign-in renders its own pages with the site's stylesheet, which only has
// classes that the front end uses.
func TestSignInPagesAreStyled(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	sheet := s.Get(s.dist.Manifest.Sheet).Body
	for _, path := range []string{"/dev/sign-in?state=x", "/api/auth/login?by=mail", "/api/auth/mail/link"} {
		page := s.Get(path).Body
		for _, attribute := range regexp.MustCompile(`class="([^"]+)"`).FindAllStringSubmatch(page, -1) {
			for _, class := range strings.Fields(attribute[1]) {
				if !strings.Contains(sheet, "."+class) {
					t.Errorf("%s: the stylesheet lacks %s", path, class)
				}
			}
		}
		if !strings.Contains(page, `href="`+s.dist.Manifest.Sheet+`"`) {
			t.Errorf("%s does not link the stylesheet", path)
		}
	}
}

func TestTheRunningSiteSurvivesABuild(t *testing.T) {
	long(t)
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

	if err := os.Remove(dist); err != nil { // the next build replaces everything
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

func TestAClientThatLeavesIsNoError(t *testing.T) {
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
