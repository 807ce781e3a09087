package site_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

const claimsList = "/api/admin/claims"

type use struct {
	Kind    string
	PieceID int64 `json:"pieceId"`
	Version int
	Value   string
}

type claim struct {
	ID          int64
	Name, Value string
	Title       string
	SourceTitle string
	LookedAt    *string
	LookAgainAt string
	Version     int
	Uses        []use
}

// claimsDesk is a site with an article and a guide that cite the rate of a
// card, and no other claims.
type claimsDesk struct {
	*testing.T
	*sitetest.Site
	ed             sitetest.Member
	article, guide int64
}

// open removes the claims of the starting content and the pieces of other
// tests.
func open(t *testing.T, s *sitetest.Site) claimsDesk {
	s.Exec("DELETE FROM claims")
	s.Exec("DELETE FROM articles WHERE slug IN ('cards', 'heater', 'cooler', 'boiler')")
	s.Exec("DELETE FROM guides WHERE slug = 'fund'")
	d := claimsDesk{T: t, Site: s, ed: s.As("editor")}
	d.article = d.ed.Edit("POST", "/api/admin/articles", sitetest.M{
		"slug": "cards", "title": "Cards", "excerpt": "E.", "category": "banking", "status": "published",
		"body": "At [24 percent]{claim=card-rate} and [24 percent]{claim=card-rate}, up to [$250,000]{claim=deposit-limit}.",
	}).ID
	d.guide = d.ed.Edit("POST", "/api/admin/guides", sitetest.M{
		"slug": "fund", "title": "Fund", "subtitle": "S.", "category": "banking", "status": "published",
		"items": []sitetest.M{{"title": "One", "content": "Pays [24 percent]{claim=card-rate}."}},
	}).ID
	return d
}

// claims returns the claims in the register by name.
func (d claimsDesk) claims() map[string]claim {
	d.Helper()
	named := map[string]claim{}
	for _, c := range sitetest.Must[[]claim](d.ed, "GET", claimsList, nil) {
		named[c.Name] = c
	}
	return named
}

// update updates a claim's value in all pieces that cite it.
func (d claimsDesk) update(c claim, change ...func(*use)) sitetest.Answer {
	d.Helper()
	pieces := []sitetest.M{}
	seen := map[int64]bool{}
	for _, u := range c.Uses {
		if seen[u.PieceID<<1|int64(len(u.Kind)&1)] {
			continue
		}
		seen[u.PieceID<<1|int64(len(u.Kind)&1)] = true
		for _, f := range change {
			f(&u)
		}
		pieces = append(pieces, sitetest.M{"kind": u.Kind, "pieceId": u.PieceID, "version": u.Version})
	}
	return d.ed.Do("POST", fmt.Sprint(claimsList, "/", c.ID, "/update-pieces"), sitetest.M{"version": c.Version, "pieces": pieces})
}

func TestClaims(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"markedClaimIsOverdueUntilReviewed":                markedClaimIsOverdueUntilReviewed,
		"changedValueUpdatesAllPiecesWithARevisionEach":    changedValueUpdatesAllPiecesWithARevisionEach,
		"claimUpdateFailsAfterConcurrentChanges":           claimUpdateFailsAfterConcurrentChanges,
		"pieceCanBeSavedDuringAClaimUpdate":                pieceCanBeSavedDuringAClaimUpdate,
		"claimValidation":                                  claimValidation,
		"overdueClaimsAreListedFirst":                      overdueClaimsAreListedFirst,
		"calculatorAssumptionIsUpdatedWithItsClaim":        calculatorAssumptionIsUpdatedWithItsClaim,
		"sourcedCalculatorFigureIsRegisteredWhenPublished": sourcedCalculatorFigureIsRegisteredWhenPublished,
	})
}

func markedClaimIsOverdueUntilReviewed(t *testing.T, s *sitetest.Site) {
	d := open(t, s)
	doc := sitetest.Contract(t)
	a := d.ed.Do("GET", claimsList, nil)
	sitetest.Agrees(t, doc, "GET", claimsList, a)
	got := d.claims()
	rate := got["card-rate"]
	if len(got) != 2 || rate.Value != "24 percent" || rate.Title != "Card rate" || rate.LookedAt != nil || len(rate.Uses) != 2 {
		t.Fatalf("claims: %+v", got)
	}
	if n := d.Count("SELECT count(*) FROM audit_log WHERE kind = 'claim' AND action = 'create' AND subject_id IN (SELECT id::text FROM claims)"); n != 2 {
		t.Errorf("%d audit log entries", n)
	}
	d.ed.Edit("PUT", fmt.Sprint(claimsList, "/", rate.ID), sitetest.M{"lookedAt": "2026-03-04T12:00:00Z", "sourceTitle": "G.19", "sourceUrl": "https://fed.example.com/"})
	if looked := d.claims()["card-rate"]; looked.LookAgainAt != "2027-03-04T12:00:00Z" {
		t.Errorf("next review: %s", looked.LookAgainAt)
	}
	shown := d.Get("/api/articles/cards")
	sitetest.Agrees(t, doc, "GET", "/api/articles/{slug}", shown)
	for _, want := range []string{`href=\"#claim-card-rate\"`, `"claims":[{"name":"card-rate","title":"Card rate","value":"24 percent","sourceTitle":"G.19","sourceUrl":"https://fed.example.com/","lookedAt":"2026-03-04T12:00:00Z"}`} {
		if !strings.Contains(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(shown.Body), want) {
			t.Errorf("%s is missing from %s", want, shown.Body)
		}
	}
	if page := d.Get("/articles/cards.md").Body; strings.Contains(page, "{claim=") || !strings.Contains(page, "At 24 percent and") {
		t.Errorf("as Markdown: %s", page)
	}
}

func changedValueUpdatesAllPiecesWithARevisionEach(t *testing.T, s *sitetest.Site) {
	d := open(t, s)
	doc := sitetest.Contract(t)
	rate := d.claims()["card-rate"]
	d.ed.Edit("PUT", fmt.Sprint(claimsList, "/", rate.ID), sitetest.M{"value": "21 percent"})
	if body := d.Get("/api/guides/fund").Body + d.Get("/api/listicles/fund").Body; !strings.Contains(body, "24 percent") {
		t.Error("the guide changed without an update")
	}
	lines := d.Count("SELECT count(*) FROM audit_log")
	a := d.update(d.claims()["card-rate"])
	sitetest.Agrees(t, doc, "POST", claimsList+"/{id}/update-pieces", a)
	if a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if n := d.Count("SELECT count(*) FROM audit_log") - lines; n != 2 {
		t.Errorf("%d audit log entries", n)
	}
	for _, path := range []string{"/api/articles/cards", "/api/listicles/fund"} {
		if body := d.Get(path).Body; strings.Contains(body, "24 percent") || !strings.Contains(body, "21 percent") {
			t.Errorf("%s: %s", path, body)
		}
	}
	if n := d.Count("SELECT count(*) FROM article_revisions WHERE piece_id = $1", d.article); n != 2 {
		t.Errorf("%d revisions of the article", n)
	}
	if n := d.Count("SELECT count(*) FROM guide_revisions WHERE piece_id = $1", d.guide); n != 2 {
		t.Errorf("%d revisions of the guide", n)
	}
	for _, u := range d.claims()["card-rate"].Uses {
		if u.Value != "21 percent" {
			t.Errorf("%+v", u)
		}
	}
}

func claimUpdateFailsAfterConcurrentChanges(t *testing.T, s *sitetest.Site) {
	d := open(t, s)
	one := fmt.Sprint(claimsList, "/", d.claims()["card-rate"].ID)
	d.ed.Edit("PUT", one, sitetest.M{"value": "21 percent"})
	rate := d.claims()["card-rate"]
	d.ed.Edit("PUT", fmt.Sprint("/api/admin/guides/", d.guide), sitetest.M{"subtitle": "Other."})
	if a := d.update(rate); a.Status != 409 || !strings.Contains(a.Body, "“Fund” has changed, so nothing was updated") {
		t.Errorf("a changed guide: %d %s", a.Status, a.Body)
	}
	if body := d.Get("/api/articles/cards").Body; !strings.Contains(body, "24 percent") || strings.Contains(body, "21 percent") {
		t.Errorf("the article was updated anyway: %s", body)
	}
	d.ed.Edit("PUT", one, sitetest.M{"value": "20 percent"})
	fresh := d.claims()["card-rate"]
	fresh.Version = rate.Version
	if a := d.update(fresh); a.Status != 409 {
		t.Errorf("a changed claim: %d %s", a.Status, a.Body)
	}
	fresh = d.claims()["card-rate"]
	if a := d.update(fresh, func(u *use) { u.PieceID += 1000 }); a.Status != 400 {
		t.Errorf("another piece: %d %s", a.Status, a.Body)
	}
	if a := d.ed.Do("POST", one+"/update-pieces", sitetest.M{"version": fresh.Version, "pieces": []sitetest.M{}}); a.Status != 400 {
		t.Errorf("no piece: %d", a.Status)
	}
	if a := d.As("marketer").Do("POST", one+"/update-pieces", sitetest.M{"version": fresh.Version, "pieces": []sitetest.M{}}); a.Status != 403 {
		t.Errorf("a marketer: %d", a.Status)
	}
}

func pieceCanBeSavedDuringAClaimUpdate(t *testing.T, s *sitetest.Site) {
	d := open(t, s)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tx, err := d.DB.Pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "SELECT FROM claims WHERE name = 'card-rate' FOR SHARE"); err != nil {
		t.Fatal(err)
	}
	if a := d.ed.Do("PUT", fmt.Sprint("/api/admin/articles/", d.article), sitetest.M{"body": "Now [24 percent]{claim=card-rate}."}); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func claimValidation(t *testing.T, s *sitetest.Site) {
	d := open(t, s)
	good := sitetest.M{"name": "fee", "title": "Fee", "value": "$5"}
	made := d.ed.Edit("POST", claimsList, good)
	for _, c := range []struct {
		change sitetest.M
		status int
		words  string
	}{
		{sitetest.M{}, 409, "Another claim has this name"},
		{sitetest.M{"name": "Not A Name"}, 400, "lowercase"},
		{sitetest.M{"name": "b", "value": "a]b"}, 400, "can't contain brackets"},
		{sitetest.M{"name": "b", "value": " "}, 400, "Enter a value."},
		{sitetest.M{"name": "b", "title": ""}, 400, "Enter a title."},
		{sitetest.M{"name": "b", "sourceUrl": "javascript:alert(1)"}, 400, "sourceUrl"},
	} {
		body := sitetest.M{}
		for _, from := range []sitetest.M{good, c.change} {
			for k, v := range from {
				body[k] = v
			}
		}
		if a := d.ed.Do("POST", claimsList, body); a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%v: %d %s", c.change, a.Status, a.Body)
		}
	}
	if a := d.ed.Do("PUT", fmt.Sprint(claimsList, "/", made.ID), sitetest.M{"name": "other"}); a.Status != 400 {
		t.Errorf("renamed: %d", a.Status)
	}
	rate := d.claims()["card-rate"]
	if a := d.ed.Do("DELETE", fmt.Sprint(claimsList, "/", rate.ID), nil); a.Status != 409 || !strings.Contains(a.Body, "“Cards” uses this claim") {
		t.Errorf("deleting a claim in use: %d %s", a.Status, a.Body)
	}
	if a := d.ed.Do("DELETE", fmt.Sprint(claimsList, "/", made.ID), nil); a.Status != 200 {
		t.Errorf("deleting an unused claim: %d %s", a.Status, a.Body)
	}
	d.ed.Edit("PUT", fmt.Sprint("/api/admin/articles/", d.article), sitetest.M{"body": "Now [$5]{claim=fee}."})
	if got, back := d.claims()["fee"]; !back || len(got.Uses) != 1 {
		t.Errorf("cited again, the claim is still in the trash: %+v", d.claims())
	}
}

func overdueClaimsAreListedFirst(t *testing.T, s *sitetest.Site) {
	d := open(t, s)
	for name, at := range map[string]string{"later": "2099-05-01T12:00:00Z", "sooner": "2020-05-01T12:00:00Z"} {
		d.ed.Edit("POST", claimsList, sitetest.M{"name": name, "title": name, "value": "1", "lookAgainAt": at})
	}
	var names []string
	for _, c := range sitetest.Must[[]claim](d.ed, "GET", claimsList, nil) {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, " "); got != "sooner card-rate deposit-limit later" {
		t.Errorf("got %s", got)
	}
	if found := sitetest.Must[[]claim](d.ed, "GET", claimsList+"?q=DEPOSIT", nil); len(found) != 1 {
		t.Errorf("found %+v", found)
	}
}

// sum saves an article whose numbers calculate the cost of 100 kWh at a claimed
// price, with more lines added to the formula.
func (d claimsDesk) sum(slug, more string) {
	d.Helper()
	d.ed.Edit("POST", "/api/admin/articles", sitetest.M{
		"slug": slug, "title": "About " + slug, "excerpt": "E.", "category": "banking", "status": "published",
		"body": d.block(slug, more),
	})
}

// block returns a text with such numbers.
func (d claimsDesk) block(slug, more string) string {
	return "At [16¢]{claim=power}.\n\n```numbers\nname: " + slug + "\ntitle: Power\nsentence: It is {cost}.\nyearly: cost\nassumptions:\n  - {name: price, label: Price, unit: ¢/kWh, value: 16, min: 5, max: 50, source: EIA, looked: 2026-03-04, claim: power}\n  - {name: use, label: Use, unit: kWh/year, value: 100, min: 1, max: 900}\nformulas:\n  - name: cost\n    label: Cost\n    unit: $/year\n    formula: price * use\n" + more + "```\n"
}

func calculatorAssumptionIsUpdatedWithItsClaim(t *testing.T, s *sitetest.Site) {
	d := open(t, s)
	d.sum("heater", "")
	power := d.claims()["power"]
	if power.Value != "16¢" || len(power.Uses) != 1 || power.LookedAt == nil || *power.LookedAt != "2026-03-04T12:00:00Z" || power.LookAgainAt != "2027-03-04T12:00:00Z" {
		t.Fatalf("claim: %+v", power)
	}
	d.sum("cooler", "    expect: 16\n")
	set := func(value string) claim {
		d.ed.Edit("PUT", fmt.Sprint(claimsList, "/", power.ID), sitetest.M{"value": value})
		return d.claims()["power"]
	}
	changed := set("17¢")
	if a := d.update(changed); a.Status != 400 || !strings.Contains(a.Body, "We couldn’t update “About cooler”, so nothing was changed: Line 16: The example gives $17 for “cost”, but the text says $16.") {
		t.Errorf("a text that contradicts the new value: %d %s", a.Status, a.Body)
	}
	if body := d.Get("/articles/heater.md").Body; !strings.Contains(body, "At 16¢.") || !strings.Contains(body, "$16 a year") {
		t.Errorf("another piece was updated anyway: %s", body)
	}
	changed.Uses = slices.DeleteFunc(changed.Uses, func(u use) bool { return u.PieceID != power.Uses[0].PieceID })
	if a := d.update(changed); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if body := d.Get("/articles/heater.md").Body; !strings.Contains(body, "At 17¢.") || !strings.Contains(body, "$17 a year") {
		t.Errorf("updated: %s", body)
	}
	if n := d.Count("SELECT count(*) FROM article_revisions WHERE piece_id = $1", power.Uses[0].PieceID); n != 2 {
		t.Errorf("%d revisions", n)
	}
	changed = set("$0.18")
	if a := d.update(changed); a.Status != 400 || !strings.Contains(a.Body, "so nothing was changed: Its numbers “heater” have “Price” in ¢/kWh, but the claim says $0.18.") {
		t.Errorf("another unit: %d %s", a.Status, a.Body)
	}
}

func sourcedCalculatorFigureIsRegisteredWhenPublished(t *testing.T, s *sitetest.Site) {
	d := open(t, s)
	own := func() (claim, bool) { c, there := d.claims()["boiler-price"]; return c, there }
	source := strings.NewReplacer(", claim: power", "", "[16¢]{claim=power}", "16¢")
	body := source.Replace(d.block("boiler", ""))
	id := d.ed.Edit("POST", "/api/admin/articles", sitetest.M{"slug": "boiler", "title": "Boilers", "excerpt": "E.", "category": "banking", "status": "draft", "body": body}).ID
	piece := fmt.Sprint("/api/admin/articles/", id)
	if c, there := own(); there {
		t.Errorf("draft: %+v", c)
	}
	d.ed.Edit("PUT", piece, sitetest.M{"status": "published"})
	c, there := own()
	if !there || c.Title != "Price" || c.Value != "16¢" || len(c.Uses) != 1 || c.Uses[0].PieceID != id || c.LookAgainAt != "2027-03-04T12:00:00Z" {
		t.Fatalf("published: %+v", c)
	}
	if shown := d.Get("/api/articles/boiler").Body; !strings.Contains(shown, `"claims":[{"name":"boiler-price","title":"Price"`) {
		t.Error("readers do not see when it was reviewed")
	}
	d.ed.Edit("PUT", fmt.Sprint(claimsList, "/", c.ID), sitetest.M{"lookedAt": nil, "lookAgainAt": "2020-01-01T12:00:00Z", "value": "18¢"})
	if shown := d.Get("/api/articles/boiler").Body; !strings.Contains(shown, `"claims":[]`) {
		t.Errorf("readers see a review date for an unreviewed claim: %s", shown)
	}
	c, _ = own()
	if a := d.update(c); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if body := d.Get("/articles/boiler.md").Body; !strings.Contains(body, "$18 a year") {
		t.Errorf("updated: %s", body)
	}
	if first := sitetest.Must[[]claim](d.ed, "GET", claimsList, nil)[0]; first.Name != "boiler-price" {
		t.Errorf("first overdue claim: %s", first.Name)
	}
	if a := d.ed.Do("DELETE", fmt.Sprint(claimsList, "/", c.ID), nil); a.Status != 409 {
		t.Errorf("deleted while in use: %d", a.Status)
	}
	d.ed.Edit("PUT", piece, sitetest.M{"body": strings.NewReplacer("value: 16", "value: 19", "source: EIA", "source: The EIA").Replace(body)})
	if c, _ := own(); c.Value != "19¢" || c.SourceTitle != "The EIA" || c.Uses[0].Value != "19¢" {
		t.Errorf("the claim was not updated from the piece: %+v", c)
	}
	d.ed.Edit("PUT", fmt.Sprint(claimsList, "/", c.ID), sitetest.M{"value": "21¢"})
	d.ed.Edit("PUT", piece, sitetest.M{"body": strings.Replace(body, "value: 16", "value: 20", 1)})
	if c, _ := own(); c.Value != "21¢" {
		t.Errorf("a change in the register was lost: %+v", c)
	}
}
