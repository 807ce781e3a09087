package site_test

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/search"
)

//go:embed testdata/queries.tsv
var queries string

// visibleResults is the number of results visible without scrolling.
const visibleResults = 3

func TestQueriesFindTheirPieceInTheFirstThreeResults(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	ed := s.As("editor")
	for _, a := range []sitetest.M{
		{"slug": "att-prices", "title": "What AT&T charges after the first year", "excerpt": "Promotions end.", "body": "Read your bill."},
		{"slug": "retirement-accounts", "title": "Retirement savings at work", "excerpt": "Start with the match.", "body": "A 401(k) match is part of your pay & a 403(b) works alike."},
		{"slug": "withholding", "title": "A smaller tax refund can be good news", "excerpt": "Check your withholding.", "body": "Your employer sends Form W-2 by the end of January."},
	} {
		a["category"], a["status"] = "banking", "published"
		ed.Edit("POST", "/api/admin/articles", a)
	}
	waitForIndex(s)
	lines := strings.Split(strings.TrimSpace(queries), "\n")[1:]
	if len(lines) < 60 {
		t.Fatalf("%d queries", len(lines))
	}
	for _, line := range lines {
		q, want, _ := strings.Cut(line, "\t")
		results := results(s, q).Results
		first := results[:min(len(results), visibleResults)]
		if !slices.ContainsFunc(first, func(r search.Result) bool { return r.Slug == want || r.Kind+": "+text(r.Title) == want }) {
			t.Errorf("%q finds %q, want %s among them", q, shown(first), want)
		}
	}
}

func text(parts []search.Part) (out string) {
	for _, p := range parts {
		out += p.Text
	}
	return out
}

func shown(results []search.Result) (all []string) {
	for _, r := range results {
		all = append(all, r.Kind+": "+text(r.Title))
	}
	return all
}
