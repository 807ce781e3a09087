package site_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/db/seed"
	"thriftwell/server/app"
	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/search"
	"thriftwell/server/platform/picture"
)

// site opens a site with pieces about subjects that occur nowhere else.
func site(t *testing.T) *sitetest.Site {
	t.Helper()
	s := apptest.Open(t)
	ed := s.As("editor")
	for _, a := range []sitetest.M{
		{"slug": "kettle-body", "title": "Tea for less", "excerpt": "What a cup costs.", "body": "Descale the *kettle* & save, for [limescale](/guides) wastes power."},
		{"slug": "kettle-title", "title": "Which kettle boils cheapest", "excerpt": "We measured five.", "body": "They differ."},
		{"slug": "lamp", "title": "Light for less", "excerpt": "Oil, not power.", "imageUrl": "/images/logo.svg", "body": "Before the first snowdrift, fill it with oil and wipe its glass [well](/guides), then trim the wick, a hair at a time, and light it again while the room is still and the glass is as cold as it was before you began, for one that is warm cracks."},
		{"slug": "kettle-excerpt", "title": "Boiling water", "excerpt": "With a kettle or without.", "body": "It depends."},
	} {
		a["category"], a["status"] = "utilities", "published"
		ed.Edit("POST", "/api/admin/articles", a)
	}
	ed.Edit("POST", "/api/admin/guides", sitetest.M{
		"slug": "gramophone", "title": "Mend a gramophone", "subtitle": "In an evening.", "category": "shopping", "status": "published", "introduction": "Old ones last.",
		"imageUrl": "/images/default.svg",
		"items":    []sitetest.M{{"title": "Open it", "content": "Four screws"}, {"title": "Oil the spindle", "content": "One drop.", "imageUrl": "/images/steps/attic.svg"}, {"title": "Wind it", "content": "Hand-cranked ones go on for 18 or 20-24 minutes."}},
	})
	waitForIndex(s)
	return s
}

// waitForIndex waits until the search index is up to date.
func waitForIndex(s *sitetest.Site) {
	s.T.Helper()
	if err := search.NewStore(s.DB.Gorm).Follow(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
}

func results(s *sitetest.Site, q string, more ...string) search.Answer {
	s.T.Helper()
	a := s.Get("/api/search?q="+url.QueryEscape(q)+strings.Join(more, ""), sitetest.Person(1)...)
	if a.Status != 200 {
		s.T.Fatalf("%q: %d %s", q, a.Status, a.Body)
	}
	return sitetest.Decode[search.Answer](s.T, a.Body)
}

// slugsOf returns the pieces found, as one line.
func slugsOf(a search.Answer) string {
	var all []string
	for _, r := range a.Results {
		if r.Kind != "article" && r.Kind != "guide" {
			continue // calculators and offers
		}
		where := r.Slug
		if r.Step > 0 {
			where = fmt.Sprint(where, "#", r.Step)
		}
		all = append(all, where)
	}
	return strings.Join(all, " ")
}

func marked(parts []search.Part) (out string) {
	for _, p := range parts {
		if p.Hit {
			p.Text = "[" + p.Text + "]"
		}
		out += p.Text
	}
	return out
}

func TestSearch(t *testing.T) {
	t.Parallel()
	site(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"searchFindsArticlesGuidesAndSteps":         searchFindsArticlesGuidesAndSteps,
		"resultHasItsPiecesPicture":                 resultHasItsPiecesPicture,
		"matchesAreMarked":                          matchesAreMarked,
		"partialMatchesAreALastResort":              partialMatchesAreALastResort,
		"oneLetterOfACompoundDoesNotMatch":          oneLetterOfACompoundDoesNotMatch,
		"searchAsYouType":                           searchAsYouType,
		"pageParameterIsValidated":                  pageParameterIsValidated,
		"editorsSeeUnansweredSearchesOfThreePeople": editorsSeeUnansweredSearchesOfThreePeople,
	})
}

func searchFindsArticlesGuidesAndSteps(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	for q, want := range map[string]string{
		"kettle":              "kettle-title kettle-excerpt kettle-body", // title, then summary, then text
		"KETTLES":             "kettle-title kettle-excerpt kettle-body",
		"cheapest kettle?":    "kettle-title",
		"limescale":           "kettle-body",
		"gramophone":          "gramophone gramophone#1 gramophone#2 gramophone#3",
		"spindle":             "gramophone#2",
		"gramophone screws":   "gramophone#1", // one word of the guide and one of its step
		"spindel":             "gramophone#2",
		"gramofone spindle":   "gramophone#2",
		"xyzzyqwert":          "",
		"xyzzyqwert kettel":   "kettle-title kettle-excerpt kettle-body", // words that don't occur are left out
		"handcranked":         "gramophone#3",
		"gramo phone spindle": "gramophone#2",
		"the gramo phone":     "gramophone gramophone#1 gramophone#2 gramophone#3",
		"1824":                "", // the text has 18 and 24
		"to our and":          "", // no title has these
		"kettle-xyzzyqwert":   "kettle-title kettle-excerpt kettle-body",
		"-kettle & | ! ( :":   "kettle-title kettle-excerpt kettle-body",
		"":                    "",
	} {
		if got := slugsOf(results(s, q)); got != want {
			t.Errorf("%q finds %q, want %q", q, got, want)
		}
	}
	sitetest.Agrees(t, doc, "GET", "/api/search", s.Get("/api/search?q=kettle"))
}

func resultHasItsPiecesPicture(t *testing.T, s *sitetest.Site) {
	for q, want := range map[string]string{"snowdrift": "/images/logo.svg", "gramophone": "/images/default.svg", "gramophone screws": "/images/default.svg", "spindle": "/images/steps/attic.svg"} {
		if got := results(s, q).Results[0].ImageURL; got == nil || *got != want {
			t.Errorf("%q shows %v, want %s", q, got, want)
		}
	}
	if got := results(s, "limescale").Results[0].ImageURL; got != nil {
		t.Errorf("a piece without a picture shows %s", *got)
	}
	hash := strings.Repeat("0a", 16)
	s.Exec(`INSERT INTO pictures (hash, name, alt, width, height, focal_x, focal_y, widest, fallback) VALUES ($1, 'Attic', 'An attic', 480, 320, 40, 60, 480, 'jpg')`, hash)
	s.Exec("UPDATE guide_items SET image_url = $1 WHERE title = 'Oil the spindle'", "/pictures/"+hash+"-480.jpg")
	if got := results(s, "spindle").Results[0].Picture; got == nil || *got != (picture.Picture{Width: 480, Height: 320, FocalX: 40, FocalY: 60}) {
		t.Errorf("known about an uploaded picture: %v", got)
	}
}

func matchesAreMarked(t *testing.T, s *sitetest.Site) {
	titled, text := results(s, "kettles").Results[0], results(s, "limescale").Results[0]
	if got := marked(titled.Title); got != "Which [kettle] boils cheapest" {
		t.Error(got)
	}
	if got := marked(text.Excerpt); !strings.Contains(got, "kettle & save, for [limescale] wastes") {
		t.Error(got)
	}
	if got := marked(results(s, "snowdrift").Results[0].Excerpt); got != "… [snowdrift], fill it with oil and wipe its glass well, then trim the wick, a hair …" {
		t.Error(got)
	}
	if step := results(s, "spindle").Results[0]; step.Guide != "Mend a gramophone" || marked(step.Title) != "Oil the [spindle]" {
		t.Errorf("%+v", step)
	}
}

func TestSearchOfChangedTexts(t *testing.T) {
	t.Parallel()
	site(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"excerptReadsLikeItsText":                excerptReadsLikeItsText,
		"wordsAreJoinedOnlyIfThatFindsSomething": wordsAreJoinedOnlyIfThatFindsSomething,
		"punctuationInWordsIsIgnored":            punctuationInWordsIsIgnored,
		"wordsOfDifferentMeaningDoNotMatch":      wordsOfDifferentMeaningDoNotMatch,
	})
}

func excerptReadsLikeItsText(t *testing.T, s *sitetest.Site) {
	words := make([]string, 40)
	for i := range words {
		words[i] = fmt.Sprint("word", i)
	}
	long, upTo14 := strings.Join(words, " "), strings.Join(words[:15], " ")
	for body, want := range map[string]string{
		"Fill the zither":     "Fill the [zither]",
		"eBay sells a zither": "eBay sells a [zither]",
		"“*They*” say, of **Ada**’s *zither*, yes ([here](/guides)).": "“They” say, of Ada’s [zither], yes (here).",
		"## The zither\n\n- one\n- two":                               "The [zither] one two",
		long + " and, last, a zither":                                 "… " + strings.Join(words[28:], " ") + " and, last, a [zither]",
		"A zither: " + long:                                           "… [zither]: " + upTo14 + " …",
	} {
		s.As("editor").Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", s.IDOf("articles", "kettle-body")), sitetest.M{"body": body})
		waitForIndex(s)
		if got := marked(results(s, "zither").Results[0].Excerpt); got != want {
			t.Errorf("%q shows %q, want %q", body, got, want)
		}
	}
}

func TestMistypedWordsAreCorrectedOnlyIfTheyFindNothing(t *testing.T) {
	t.Parallel()
	s := site(t)
	if a := results(s, "gramofone"); !a.Corrected || a.Words != "gramophone" {
		t.Errorf("%+v", a)
	}
	if a := results(s, "kettle"); a.Corrected || a.Words != "kettle" {
		t.Errorf("%+v", a)
	}
	s.Exec("DROP EXTENSION pg_trgm CASCADE")
	if a := results(s, "gramofone"); a.Corrected || a.Total != 0 {
		t.Errorf("without pg_trgm: %+v", a)
	}
	if got := slugsOf(results(s, "spindle")); got != "gramophone#2" {
		t.Errorf("without pg_trgm: %q", got)
	}
}

func wordsAreJoinedOnlyIfThatFindsSomething(t *testing.T, s *sitetest.Site) {
	s.As("editor").Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", s.IDOf("articles", "kettle-body")), sitetest.M{"body": "A gramo and a phone, beside a zither. How to be on my own."})
	waitForIndex(s)
	for q, want := range map[string]string{
		"gramo phone spindle": "gramophone#2",
		"gramo phone zither":  "kettle-body", // as written
		"gramo phone zithre":  "kettle-body", // the piece about the gramophone has no zither
	} {
		if got := slugsOf(results(s, q)); got != want {
			t.Errorf("%q finds %q, want %q", q, got, want)
		}
	}
}

func partialMatchesAreALastResort(t *testing.T, s *sitetest.Site) {
	a := results(s, "snowdrift gramophone limescale")
	if !a.Some || a.Corrected || slugsOf(a) != "gramophone" {
		t.Errorf("%+v", a)
	}
}

func punctuationInWordsIsIgnored(t *testing.T, s *sitetest.Site) {
	s.As("editor").Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", s.IDOf("articles", "kettle-body")), sitetest.M{"title": "AT&T by wire", "body": "A long beginning of a text, in which nothing is said of it yet, and then some more of the same. Then comes the W‑2, then the 401(k), then the zither."})
	waitForIndex(s)
	for q, title := range map[string]string{"AT&T": "[AT&T] by wire", "att": "[AT&T] by wire", "at & t": "AT&T by wire"} {
		if a := results(s, q); slugsOf(a) != "kettle-body" || marked(a.Results[0].Title) != title {
			t.Errorf("%q: %+v", q, a)
		}
	}
	for q, excerpt := range map[string]string{"W-2": "[W‑2]", "w2": "[W‑2]", "401k": "[401(k)]", "401(K)": "[401(k)]"} {
		if a := results(s, q); slugsOf(a) != "kettle-body" || !strings.Contains(marked(a.Results[0].Excerpt), excerpt) {
			t.Errorf("%q: %+v", q, a)
		}
	}
}

func oneLetterOfACompoundDoesNotMatch(t *testing.T, s *sitetest.Site) {
	if a := results(s, "W-2"); a.Total != 0 { // 2% cash back is not a form
		t.Errorf("%+v", a)
	}
}

func wordsOfDifferentMeaningDoNotMatch(t *testing.T, s *sitetest.Site) {
	s.As("editor").Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", s.IDOf("articles", "kettle-body")), sitetest.M{"body": "Medical bills, and a fee or a feed."})
	waitForIndex(s)
	if a := results(s, "medicare"); a.Corrected || slugsOf(a) != "" || a.Results[0].Kind != "static_offer" {
		t.Errorf("%+v", a)
	}
	if a := results(s, "medical feee"); !a.Corrected || a.Words != "medical fee" {
		t.Errorf("%+v", a)
	}
	if a := results(s, "medical feee", "&exact=true"); a.Corrected || a.Total != 0 {
		t.Errorf("with exact words: %+v", a)
	}
}

func searchAsYouType(t *testing.T, s *sitetest.Site) {
	a := results(s, "cheapest kett", "&typed=true")
	if slugsOf(a) != "kettle-title" || marked(a.Results[0].Title) != "Which [kettle] boils [cheapest]" {
		t.Errorf("%+v", a)
	}
	if a := results(s, "limesc"); slugsOf(a) != "" {
		t.Errorf("an incomplete word matches although typing is finished: %+v", a)
	}
}

func TestUnpublishedPiecesAreNotFound(t *testing.T) {
	t.Parallel()
	s := site(t)
	ed := s.As("editor")
	withdraw := func(kind, slug string) {
		ed.Edit("PUT", fmt.Sprintf("/api/admin/%s/%d", kind, s.IDOf(kind, slug)), sitetest.M{"status": "archived"})
	}
	withdraw("articles", "kettle-title")
	withdraw("guides", "gramophone")
	if got := slugsOf(results(s, "kettle")); got != "kettle-excerpt kettle-body" {
		t.Errorf("immediately: %q", got)
	}
	if got := slugsOf(results(s, "gramophone")); got != "" {
		t.Errorf("immediately: %q", got)
	}
	waitForIndex(s)
	if got := slugsOf(results(s, "gramophone")); got != "" {
		t.Errorf("after indexing: %q", got)
	}
	ed.Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", s.IDOf("articles", "kettle-body")), sitetest.M{"body": "Nothing of it."})
	waitForIndex(s)
	if got := slugsOf(results(s, "kettle")); got != "kettle-excerpt" {
		t.Errorf("with a changed text: %q", got)
	}
}

func pageParameterIsValidated(t *testing.T, s *sitetest.Site) {
	for query, status := range map[string]int{"page=0": 400, "page=21": 400, "page=x": 400, "typed=maybe": 400, "q=%00": 400, "q=%FF": 400, "q=" + strings.Repeat("a", 301): 400, "page=2&q=kettle": 200} {
		if a := s.Get("/api/search?" + query); a.Status != status {
			t.Errorf("%s: %d %s", query, a.Status, a.Body)
		}
	}
	if a := results(s, "kettle", "&page=2"); a.Total != 3 || len(a.Results) != 0 {
		t.Errorf("%+v", a)
	}
}

func editorsSeeUnansweredSearchesOfThreePeople(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	look := func(person int, q string, more ...string) {
		t.Helper()
		s.Get("/api/search?q="+url.QueryEscape(q)+strings.Join(more, ""), sitetest.Person(person)...)
	}
	for person := range 3 {
		look(person, "Zeppelin  insurance!")
		look(person, "zeppelin insurance") // again
		look(person, "jane@example.com zzz")
		look(person, "zzz 2015550123")
		look(person, "zzztyped", "&typed=true")
		look(person, "kettle")
		look(person, "zither kettle") // one of the words is found
		look(person, "the kettel")
		s.Get("/api/search?q=zzzrobot", "User-Agent", fmt.Sprint("Googlebot/2.", person))
		if person < 2 {
			look(person, "zzz of two")
		}
	}
	a := s.As("editor").Do("GET", "/api/admin/searches", nil)
	sitetest.Agrees(t, doc, "GET", "/api/admin/searches", a)
	if list := sitetest.Decode[[]search.Miss](t, a.Body); len(list) != 2 || list[0].Words+", "+list[1].Words != "zeppelin insurance, zither kettle" || list[0].People != 3 {
		t.Errorf("%+v", list)
	}
	if a := s.As("marketer").Do("GET", "/api/admin/searches", nil); a.Status != 403 {
		t.Errorf("as a marketer: %d", a.Status)
	}
	if err := search.NewStore(s.DB.Gorm).Sweep(t.Context(), time.Now().Add(48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n := s.Count("SELECT count(*) FROM search_misses"); n != 0 {
		t.Errorf("%d are kept", n)
	}
}

func TestNewSiteFindsItsArticles(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := app.LoadContent(t.Context(), d, seed.Content{}); err != nil {
		t.Fatal(err)
	}
	a, err := search.NewStore(d.Gorm).Find(t.Context(), search.Query{Text: "overdraft feee", Page: 1})
	if err != nil || len(a.Results) == 0 || a.Results[0].Kind != "article" {
		t.Errorf("found %+v (%v)", a.Results, err)
	}
}
