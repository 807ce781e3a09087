package seed

import (
	"io/fs"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// tools lists sites whose home page is what a text recommends.
var tools = []string{
	"www.211.org", "www.annualcreditreport.com", "broadbandmap.fcc.gov", "consumercomplaints.fcc.gov", "www.dsireusa.org", "www.floodsmart.gov",
	"www.healthcare.gov", "www.identitytheft.gov", "joinbankon.org", "mapping.ncua.gov", "www.nfcc.org", "reportfraud.ftc.gov", "www.stolenphonechecker.org", "www.thehotline.org",
}

func each(t *testing.T, pattern string, read func(name, text string)) {
	t.Helper()
	names, err := fs.Glob(files, pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(pattern, err)
	}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		read(name, string(text))
	}
}

func TestSourcesLinkToSpecificPages(t *testing.T) {
	t.Parallel()
	isHome := func(address string) bool {
		u, err := url.Parse(address)
		return err != nil || strings.Trim(u.Path, "/") == "" && u.RawQuery == ""
	}
	source := func(name string, s Source) {
		if isHome(s.URL) || strings.Contains(s.URL, "/newsroom/") {
			t.Errorf("%s: the source %q leads to %s", name, s.Title, s.URL)
		}
	}
	link := regexp.MustCompile(`\]\((https://[^)\s]+)`)
	inText := func(name, text string) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if u, _ := url.Parse(m[1]); isHome(m[1]) && !strings.Contains(strings.Join(tools, " "), u.Host) {
				t.Errorf("%s: the text leads to the home page %s", name, m[1])
			}
		}
	}
	each(t, "articles/*.md", func(name, text string) {
		a, err := ReadArticle([]byte(text))
		if err != nil || len(a.Sources) == 0 {
			t.Errorf("%s: %d sources, %v", name, len(a.Sources), err)
		}
		for _, s := range a.Sources {
			source(name, s)
		}
		inText(name, a.Body)
	})
	each(t, "guides/*.md", func(name, text string) {
		g, err := ReadGuide([]byte(text))
		if err != nil || len(g.Sources) == 0 {
			t.Errorf("%s: %d sources, %v", name, len(g.Sources), err)
		}
		for _, s := range g.Sources {
			source(name, s)
		}
		inText(name, text)
	})
	each(t, "claims/*.md", func(name, text string) {
		c, err := ReadClaim([]byte(text))
		if err != nil {
			t.Error(name, err)
		}
		source(name, Source{c.SourceTitle, c.SourceURL, ""})
	})
}

// What a kilowatt-hour costs is one figure, so that it changes everywhere at once.
func TestTheElectricityPriceIsConsistent(t *testing.T) {
	t.Parallel()
	price := regexp.MustCompile(`\d+(¢| cents)\]?(\{claim=electricity-price\})? (a|per) kilowatt-hour`)
	n := 0
	for _, pattern := range []string{"articles/*.md", "guides/*.md"} {
		each(t, pattern, func(name, text string) {
			for _, m := range price.FindAllStringSubmatch(text, -1) {
				if n++; m[2] == "" {
					t.Errorf("%s says %q, and does not name the claim", name, m[0])
				}
			}
		})
	}
	if n < 5 {
		t.Errorf("%d texts name the price", n)
	}
}
