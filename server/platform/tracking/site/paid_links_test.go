package site_test

import (
	"fmt"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestAPaidLinkIsAClickOutOfItsArticle(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
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
	for _, page := range []string{"/subscribe", "/content/settlements", "/articles/nothing"} {
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
	if len(said.Rows) != 1 || said.Rows[0].Key != "/articles/avoid-overdraft-fees" || said.Rows[0].Clickouts != 2 {
		t.Errorf("the report says %+v", said)
	}
}
