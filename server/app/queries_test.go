package app

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/session"
)

// A query per record would make a call slower with every record on the page. A
// list may run no more queries for 12 records than for one, and no call may run
// one query three times.
func TestCallsRunNoQueryPerRecord(t *testing.T) {
	t.Parallel()
	named := strings.NewReplacer( // records of the starting content
		"/articles/{slug}", "/articles/automatic-savings-that-stick",
		"/listicles/{id}", "/listicles/start-an-emergency-fund",
		"/topics/{category}", "/topics/banking",
		"/authors/{slug}", "/authors/maya-ortega",
		"/content/pages/{slug}", "/content/pages/hot-offers",
		"/content/{slug}/", "/content/hot-offers/",
		"/coreg/{slug}/", "/coreg/hot-offers/",
		"/newsletters/{slug}", "/newsletters/newsletter-1",
		"/legal/{page}", "/legal/privacy",
	)
	value := regexp.MustCompile(`'[^']*'|\b[0-9]+\b`)
	s := openIdle(t, "../..", sitetest.Warnings(t), noPages)
	if err := s.DB.Gorm.Exec(`INSERT INTO letters (slug, subject, status, listed_at, sent_at)
		SELECT 'newsletter-' || n, 'A newsletter', 'sent', now(), now() FROM generate_series(1, 12) n`).Error; err != nil {
		t.Fatal(err)
	}
	statements := dbtest.NewStatements()
	s.DB.Gorm.Logger = statements
	secret := "Bearer " + s.Token(session.Admin)
	page := s.IDOf("content_pages", "hot-offers") // some lists are of one page
	run := func(path string, limit int) (queries []string, status int) {
		statements.Heard()
		w := s.answer(http.MethodGet, fmt.Sprintf("%s?pageId=%d&limit=%d", path, page, limit), "", "Authorization", secret)
		return statements.Heard(), w.Code
	}
	lists, calls := 0, 0
	for pattern, item := range sitetest.Contract(t).Paths.Map() {
		path := named.Replace(pattern)
		if item.Get == nil || strings.Contains(path, "{") {
			continue
		}
		isList := slices.ContainsFunc(slices.Concat(item.Parameters, item.Get.Parameters), isLimit)
		run(path, 2) // loads what later requests have in memory
		one, _ := run(path, 1)
		more, status := run(path, 12)
		if status != http.StatusOK {
			if isList || path != pattern {
				t.Errorf("%s answers %d", path, status)
			}
			continue
		}
		calls++
		if isList {
			lists++
			if len(more) > len(one) {
				t.Errorf("%s runs %d queries for one record, but %d for more:\n%s", path, len(one), len(more), strings.Join(more, "\n"))
			}
		}
		times := map[string]int{}
		for _, query := range more {
			query = value.ReplaceAllString(query, "?")
			if times[query]++; times[query] == 3 {
				t.Errorf("%s runs a query three times: %s", path, query)
			}
		}
	}
	if lists < 20 || calls < 50 {
		t.Errorf("only %d lists and %d calls", lists, calls)
	}
}

func isLimit(p *openapi3.ParameterRef) bool { return p.Value.Name == "limit" }
