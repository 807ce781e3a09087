package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

const authorsList = "/api/admin/authors"

type record struct {
	ID         int64
	Slug, Name string
	AuthorSlug *string
	Version    int
	Articles   []struct{ Title string }
	Guides     []struct{ Title string }

	ArticleCount, GuideCount int
}

func TestAuthors(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"authorPageListsTheirPieces":             authorPageListsTheirPieces,
		"formerAuthorSlugRedirects":              formerAuthorSlugRedirects,
		"authorPageIsPaginated":                  authorPageIsPaginated,
		"authorValidation":                       authorValidation,
		"topicHasAnIntroductionAndAFirstArticle": topicHasAnIntroductionAndAFirstArticle,
		"topicValidation":                        topicValidation,
		"topicFollowsItsArticlesNewSlug":         topicFollowsItsArticlesNewSlug,
	})
}

func authorPageListsTheirPieces(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	a := ed.Do("POST", authorsList, sitetest.M{"name": "Nora Quist", "slug": "nora-quist", "bio": "She counts. She writes.", "credentials": "CPA", "imageUrl": "/images/default.svg"})
	sitetest.Agrees(t, doc, "POST", authorsList, a)
	made := sitetest.Decode[record](t, a.Body)
	piece := sitetest.M{"title": "On jars", "slug": "on-jars", "excerpt": "E.", "category": "shopping", "body": "B.", "authorName": "Nora Quist", "status": "published"}
	article := ed.Edit("POST", "/api/admin/articles", piece)
	guide := sitetest.M{"title": "Jars in steps", "slug": "jars", "subtitle": "S.", "category": "shopping", "items": []sitetest.M{{"title": "S", "content": "S"}}, "authorName": "Nora Quist", "status": "published"}
	ed.Edit("POST", "/api/admin/guides", guide)

	page := s.Get("/api/authors/nora-quist")
	sitetest.Agrees(t, doc, "GET", "/api/authors/{slug}", page)
	got := sitetest.Decode[record](t, page.Body)
	if page.Status != 200 || len(got.Articles) != 1 || got.Articles[0].Title != "On jars" || len(got.Guides) != 1 {
		t.Errorf("%d %s", page.Status, page.Body)
	}
	byline := func(path string) string {
		t.Helper()
		if slug := sitetest.Decode[record](t, s.Get(path).Body).AuthorSlug; slug != nil {
			return *slug
		}
		return ""
	}
	one := authorsList + "/" + fmt.Sprint(made.ID)
	for _, step := range []struct {
		change sitetest.M
		want   string
	}{
		{sitetest.M{}, "nora-quist"},
		{sitetest.M{"slug": "nora"}, "nora"},
		{sitetest.M{"isActive": false}, ""},
		{sitetest.M{"isActive": true, "name": "Nora Q."}, ""},
		{sitetest.M{"name": "Nora Quist"}, "nora"},
	} {
		ed.Edit("PUT", one, step.change)
		if in, at := byline("/api/articles/on-jars"), byline("/api/listicles/jars"); in != step.want || at != step.want {
			t.Errorf("after %v the bylines lead to %q and %q, want %q", step.change, in, at, step.want)
		}
	}
	if a := s.Get("/sitemap.xml"); !strings.Contains(a.Body, "/authors/nora</loc>") {
		t.Error("the author's page is not in the sitemap")
	}
	ed.Edit("PUT", "/api/admin/articles/"+fmt.Sprint(article.ID), sitetest.M{"authorName": "Anybody at all"})
	if got := sitetest.Decode[record](t, s.Get("/api/authors/nora").Body); len(got.Articles) != 0 {
		t.Errorf("after the byline changed: %+v", got.Articles)
	}
	ed.Edit("DELETE", one, nil)
	if a := s.Get("/api/authors/nora"); a.Status != 404 {
		t.Errorf("deleted: %d", a.Status)
	}
}

func formerAuthorSlugRedirects(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	nina := ed.Edit("POST", authorsList, sitetest.M{"name": "Nina Quist", "slug": "nina-quist"})
	one := authorsList + "/" + fmt.Sprint(nina.ID)
	for _, slug := range []string{"nina-q", "nina"} {
		ed.Edit("PUT", one, sitetest.M{"slug": slug})
	}
	leads := func(from, to string) {
		t.Helper()
		if a := s.Get("/authors/" + from + "?page=2"); a.Status != 301 || a.Header.Get("Location") != "/authors/"+to+"?page=2" {
			t.Errorf("page at %s: %d %s", from, a.Status, a.Header.Get("Location"))
		}
		a := s.Get("/api/authors/" + from)
		if a.Status != 301 || a.Header.Get("Location") != "/api/authors/"+to {
			t.Errorf("API at %s: %d %s", from, a.Status, a.Header.Get("Location"))
		}
		sitetest.Agrees(t, doc, "GET", "/api/authors/{slug}", a)
	}
	stays := func(slug string, status int) {
		t.Helper()
		if page, call := s.Get("/authors/"+slug), s.Get("/api/authors/"+slug); page.Status == 301 || call.Status != status {
			t.Errorf("at %s: page %d, API %d", slug, page.Status, call.Status)
		}
	}
	leads("nina-quist", "nina")
	leads("nina-q", "nina")
	stays("nina", 200)
	ed.Edit("PUT", one, sitetest.M{"isActive": false})
	stays("nina-q", 404)
	ed.Edit("PUT", one, sitetest.M{"isActive": true})
	ed.Edit("POST", authorsList, sitetest.M{"name": "Nina Quigley", "slug": "nina-q"})
	stays("nina-q", 200)
	leads("nina-quist", "nina")
	const was = "tom-alder"
	seeded := fmt.Sprint(authorsList, "/", s.IDOf("authors", was))
	ed.Edit("PUT", seeded, sitetest.M{"slug": "somebody-else"})
	leads(was, "somebody-else")
	ed.Edit("PUT", seeded, sitetest.M{"slug": was})
	stays(was, 200)
	leads("somebody-else", was)
}

func authorPageIsPaginated(t *testing.T, s *sitetest.Site) {
	s.As("editor").Edit("POST", authorsList, sitetest.M{"name": "Ned Quist", "slug": "ned"})
	s.Exec(`INSERT INTO articles (slug, title, excerpt, category, author_name, body, status, publish_at)
		SELECT 'jar-' || n, 'Jar ' || n, 'E', 'shopping', 'Ned Quist', 'B', 'published', now() - n * interval '1 hour' FROM generate_series(1, 130) n`)
	part := func(query string) (titles []string) {
		t.Helper()
		a := sitetest.Decode[record](t, s.Get("/api/authors/ned"+query).Body)
		if a.ArticleCount != 130 || a.GuideCount != 0 {
			t.Errorf("%s: %d articles, %d guides", query, a.ArticleCount, a.GuideCount)
		}
		for _, article := range a.Articles {
			titles = append(titles, article.Title)
		}
		return titles
	}
	if first := part(""); len(first) != 100 || first[0] != "Jar 1" {
		t.Errorf("first %v", first)
	}
	if last := part("?limit=60&offset=120"); len(last) != 10 || last[0] != "Jar 121" {
		t.Errorf("last %v", last)
	}
	if a := s.Get("/api/authors/ned?offset=130"); a.Status != 404 {
		t.Errorf("past the last part: %d", a.Status)
	}
}

func authorValidation(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	good := sitetest.M{"name": "Nell Quist", "slug": "nell-quist"}
	ed.Edit("POST", authorsList, good)
	for _, c := range []struct {
		body   sitetest.M
		status int
		words  string
	}{
		{sitetest.M{"name": "Nell Quist", "slug": "x"}, 409, "has this name"},
		{sitetest.M{"name": "X", "slug": "nell-quist"}, 409, "has this slug"},
		{sitetest.M{"name": "X"}, 400, "Enter a slug"},
		{sitetest.M{"name": "X", "slug": "X Y"}, 400, `"field":"slug"`},
		{sitetest.M{"name": "X", "slug": "x", "imageUrl": "https://cdn.example.com/x.png"}, 400, `"field":"imageUrl"`},
		{sitetest.M{"name": "X", "slug": "x", "bio": strings.Repeat("x", 601)}, 400, `"field":"bio"`},
	} {
		if a := ed.Do("POST", authorsList, c.body); a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%v: %d %s", c.body, a.Status, a.Body)
		}
	}
	if a := s.As("marketer").Do("POST", authorsList, sitetest.M{"name": "X", "slug": "x"}); a.Status != 403 {
		t.Errorf("a marketer: %d", a.Status)
	}
}

func everySeededBylineHasAnAuthor(t *testing.T, s *sitetest.Site) {
	if n := s.Count(`SELECT count(*) FROM (SELECT author_name FROM articles UNION SELECT author_name FROM guides) p
		WHERE NOT EXISTS (SELECT FROM authors a WHERE a.name = p.author_name AND a.is_active AND a.bio <> '' AND a.image_url IS NOT NULL)`); n != 0 {
		t.Errorf("%d bylines have no author", n)
	}
}
