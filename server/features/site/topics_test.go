package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

const topicsList = "/api/admin/topics"

type topic struct {
	ID           int64
	Category     string
	Introduction string
	FirstArticle *string
	First        *struct{ Slug string }
}

func topicHasAnIntroductionAndAFirstArticle(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	for _, a := range []sitetest.M{{"slug": "jars", "category": "pets"}, {"slug": "bowls", "category": "pets"}} {
		a["title"], a["excerpt"], a["body"], a["status"] = a["slug"], "E.", "B.", "published"
		ed.Edit("POST", "/api/admin/articles", a)
	}
	shown := func() topic {
		t.Helper()
		a := s.Get("/api/topics/pets")
		sitetest.Agrees(t, doc, "GET", "/api/topics/{category}", a)
		return sitetest.Decode[topic](t, a.Body)
	}
	if got := shown(); got.Introduction != "" || got.First != nil {
		t.Errorf("without an introduction: %+v", got)
	}
	a := ed.Do("POST", topicsList, sitetest.M{"category": "pets", "introduction": "What they cost.", "firstArticle": "jars"})
	sitetest.Agrees(t, doc, "POST", topicsList, a)
	one := topicsList + "/" + fmt.Sprint(sitetest.Decode[topic](t, a.Body).ID)
	if got := shown(); got.Introduction != "What they cost." || got.First == nil || got.First.Slug != "jars" {
		t.Errorf("%d %s: %+v", a.Status, a.Body, got)
	}
	ed.Edit("PUT", one, sitetest.M{"firstArticle": "bowls"})
	if got := shown(); got.First == nil || got.First.Slug != "bowls" {
		t.Errorf("with another article: %+v", got.First)
	}
	s.Exec("UPDATE articles SET category = 'shopping' WHERE slug = 'bowls'")
	ed.Edit("PUT", one, sitetest.M{"introduction": "What they really cost."})
	if got := shown(); got.First != nil || got.Introduction != "What they really cost." {
		t.Errorf("after the article changed category: %+v", got)
	}
	ed.Edit("PUT", one, sitetest.M{"isActive": false})
	if got := shown(); got.Introduction != "" {
		t.Errorf("inactive: %+v", got)
	}
}

func topicValidation(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	ed.Edit("POST", topicsList, sitetest.M{"category": "birds", "introduction": "I."})
	for _, c := range []struct {
		body   sitetest.M
		status int
		words  string
	}{
		{sitetest.M{"category": "birds", "introduction": "I."}, 409, "already has a topic"},
		{sitetest.M{"category": "fish"}, 400, "Enter an introduction."},
		{sitetest.M{"category": "Fish & Co", "introduction": "I."}, 400, `"field":"category"`},
		{sitetest.M{"category": "fish", "introduction": strings.Repeat("x", 301)}, 400, `"field":"introduction"`},
		{sitetest.M{"category": "fish", "introduction": "I.", "firstArticle": "no-such-article"}, 400, `"field":"firstArticle"`},
		{sitetest.M{"category": "fish", "introduction": "I.", "picture": "x"}, 400, "picture"},
	} {
		if a := ed.Do("POST", topicsList, c.body); a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%v: %d %s", c.body, a.Status, a.Body)
		}
	}
	if a := s.As("marketer").Do("POST", topicsList, sitetest.M{"category": "fish", "introduction": "I."}); a.Status != 403 {
		t.Errorf("as a marketer: %d", a.Status)
	}
	if a := s.Get("/api/topics/..%2Fx"); a.Status != 404 {
		t.Errorf("without a slug: %d", a.Status)
	}
}

func topicFollowsItsArticlesNewSlug(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	a := ed.Edit("POST", "/api/admin/articles", sitetest.M{"title": "Lids", "slug": "lids", "category": "travel", "excerpt": "E.", "body": "B.", "status": "published"})
	ed.Edit("POST", topicsList, sitetest.M{"category": "travel", "introduction": "I.", "firstArticle": "lids"})
	ed.Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", a.ID), sitetest.M{"slug": "pots"})
	if got := sitetest.Decode[topic](t, s.Get("/api/topics/travel").Body); got.First == nil || got.First.Slug != "pots" {
		t.Errorf("%+v", got.First)
	}
}
