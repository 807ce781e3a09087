package site_test

import (
	"fmt"
	"testing"

	"thriftwell/server/app/sitetest"
)

func aPaidLinkIsAClickOutOfItsArticle(t *testing.T, s *sitetest.Site) {
	follow := func(person int, page string) int {
		body := fmt.Sprintf(`{"action":"clickout","visit":{"page":%q}}`, page)
		return s.Call("POST", "/api/views", body, append(sitetest.Person(person), "Content-Type", "application/json")...).Status
	}
	for person := range 2 {
		if status := follow(person, "/articles/avoid-overdraft-fees"); status != 200 {
			t.Errorf("person %d: %d", person, status)
		}
	}
	follow(1, "/articles/avoid-overdraft-fees") // within seconds
	others := []string{"/subscribe", "/content/settlements", "/articles/nothing"}
	for _, page := range others {
		if status := follow(3, page); status != 400 {
			t.Errorf("%s: %d", page, status)
		}
	}
	id := s.IDOf("articles", "avoid-overdraft-fees")
	if n := s.Counted("article", id, "clickout"); n != 2 {
		t.Errorf("%d click-outs are counted", n)
	}
	said := sitetest.Must[struct {
		Rows []struct {
			Key       string
			Clickouts int64
		}
	}](s.As("editor"), "GET", "/api/admin/reports?by=page", nil)
	clickouts := map[string]int64{}
	for _, row := range said.Rows {
		clickouts[row.Key] = row.Clickouts
	}
	if clickouts["/articles/avoid-overdraft-fees"] != 2 {
		t.Errorf("the report says %+v", said)
	}
	for _, page := range others {
		if _, listed := clickouts[page]; listed {
			t.Errorf("the report lists %s", page)
		}
	}
}
