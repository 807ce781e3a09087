package app

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/session"
)

// A query per record would make a list slower with every record on the page.
func TestListsRunNoQueryPerRecord(t *testing.T) {
	t.Parallel()
	s := openIdle(t, "../..", sitetest.Warnings(t), noPages)
	statements := dbtest.NewStatements()
	s.DB.Gorm.Logger = statements
	secret := "Bearer " + s.Token(session.Admin)
	page := s.IDOf("content_pages", "hot-offers") // some lists are of one page
	run := func(path string, limit int) []string {
		statements.Heard()
		if w := s.answer(http.MethodGet, fmt.Sprintf("%s?pageId=%d&limit=%d", path, page, limit), "", "Authorization", secret); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		return statements.Heard()
	}
	lists := 0
	for path, item := range sitetest.Contract(t).Paths.Map() {
		if item.Get == nil || strings.Contains(path, "{") || !slices.ContainsFunc(slices.Concat(item.Parameters, item.Get.Parameters), isLimit) {
			continue
		}
		lists++
		run(path, 2) // loads what later requests have in memory
		if one, more := run(path, 1), run(path, 12); len(more) > len(one) {
			t.Errorf("%s runs %d queries for one record, but %d for more:\n%s", path, len(one), len(more), strings.Join(more, "\n"))
		}
	}
	if lists < 20 {
		t.Errorf("only %d lists", lists)
	}
}

func isLimit(p *openapi3.ParameterRef) bool { return p.Value.Name == "limit" }
