package offer_test

import (
	"fmt"
	"slices"
	"testing"

	"thriftwell/server/app/sitetest"
)

func listsAreOrderedByCountsAndEarnings(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	type record struct{ ID int64 }
	for _, l := range lists(s) {
		made := func() int64 { return sitetest.Must[record](ed, "POST", l.kind.path, l.kind.body).ID }
		a, b, c := made(), made(), made()
		count := func(id int64, action string, n int) {
			s.Exec("INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors) VALUES ($1::text::event_subject, $2, '2020-01-02', $3::text::event_action, 'human', $4, 1)", l.subject, id, action, n)
		}
		earn := func(id int64, days, earned, clickouts int) {
			s.Exec(`INSERT INTO daily_reports (dimension, day, human, key, views, reads, uniques, clicks, clickouts, signups, earned)
				VALUES ('offer', current_date - $1::int, true, $2, 0, 0, 0, 0, $3, 0, $4)`, days, fmt.Sprintf("%s:%d", l.subject, id), clickouts, earned)
		}
		count(a, "view", 300)
		count(a, "click", 3)
		count(b, "view", 200)
		count(b, "click", 20)
		count(c, "view", 100)
		count(c, "clickout", 1)
		earn(a, 1, 500, 10)
		earn(b, 2, 400, 2)
		earn(b, 40, 900_000, 1) // too long ago
		for sort, want := range map[string][]int64{
			"-views": {a, b, c}, "-clicks": {b, a, c}, "-clickouts": {c, b, a}, "-ctr": {b, a, c}, "-revenue": {a, b, c}, "-epc": {b, a, c},
		} {
			list := l.kind.path + "?limit=1&sort=" + sort
			if page := l.kind.body["pageId"]; page != nil {
				list += fmt.Sprintf("&pageId=%v", page)
			}
			var got []int64
			for after := ""; ; {
				answer := ed.Do("GET", list+after, nil)
				for _, r := range sitetest.Decode[[]record](t, answer.Body) {
					if r.ID == a || r.ID == b || r.ID == c {
						got = append(got, r.ID)
					}
				}
				next := answer.Header.Get("X-Next-Cursor")
				if next == "" {
					break
				}
				after = "&after=" + next
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s by %s: %v, want %v", l.kind.path, sort, got, want)
			}
		}
	}
}
