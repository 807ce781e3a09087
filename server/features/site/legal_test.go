package site_test

import (
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/legal"
	"thriftwell/server/platform/calendar"
)

const (
	privacy   = "/api/legal/privacy"
	legalDesk = "/api/admin/legal/privacy"
)

// builtIn removes all versions but the built-in ones.
func builtIn(s *sitetest.Site) {
	s.T.Helper()
	s.Exec("TRUNCATE legal_texts, legal_reviews")
}

func legalShown(s *sitetest.Site, query string) legal.Text {
	s.T.Helper()
	return sitetest.Decode[legal.Text](s.T, s.Get(privacy+query).Body)
}

func builtInLegalTextsApplyUntilReplaced(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	sitetest.Agrees(t, doc, "GET", "/api/legal/{page}", s.Get(privacy))
	got := legalShown(s, "")
	for _, words := range []string{"Effective November 22, 2026", "Reading the site", "How long we keep things", "Your rights, and how to use them", "Children"} {
		if !strings.Contains(got.HTML, words) {
			t.Errorf("the policy does not say %q", words)
		}
	}
	if strings.Contains(got.HTML, "{{") || !got.IsCurrent || len(got.Versions) != 1 {
		t.Errorf("%+v", got)
	}
	if terms := s.Get("/api/legal/terms"); !strings.Contains(terms.Body, "By using this site you agree") {
		t.Errorf("%d %s", terms.Status, terms.Body)
	}
	if a := s.Get("/api/legal/imprint"); a.Status != 404 {
		t.Errorf("another page: %d", a.Status)
	}
}

func TestLegalTexts(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"versionTakesEffectOnItsDateAndEarlierOnesStay": versionTakesEffectOnItsDateAndEarlierOnesStay,
		"staffAreWarnedUntilLegalTextsAreReviewed":      staffAreWarnedUntilLegalTextsAreReviewed,
		"pastVersionIsShownUnchanged":                   pastVersionIsShownUnchanged,
		"legalTextMustKeepItsPlaceholders":              legalTextMustKeepItsPlaceholders,
		"privacyChoiceIsStoredOnlyInTheBrowser":         privacyChoiceIsStoredOnlyInTheBrowser,
	})
}

func versionTakesEffectOnItsDateAndEarlierOnesStay(t *testing.T, s *sitetest.Site) {
	builtIn(s)
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	a := admin.Do("GET", legalDesk, nil)
	sitetest.Agrees(t, doc, "GET", "/api/admin/legal/{page}", a)
	draft := sitetest.Decode[legal.Draft](t, a.Body)
	logged := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'legal text'")
	today := calendar.Today(s.Config.Location)
	text := strings.Replace(draft.Text, "## Children", "## Minors", 1)
	save := func(text string, day calendar.Day, base int64) sitetest.Answer {
		return admin.Do("PUT", legalDesk, sitetest.M{"text": text, "effective": day.String(), "base": base})
	}
	a = save(text, today, draft.Base)
	sitetest.Agrees(t, doc, "PUT", "/api/admin/legal/{page}", a)
	first := sitetest.Decode[legal.Draft](t, a.Body)
	got := legalShown(s, "")
	if !strings.Contains(got.HTML, "Minors") || !strings.Contains(got.HTML, "Effective "+today.Format("January 2, 2006")) || !strings.Contains(got.HTML, "How long we keep things") || len(got.Versions) != 2 {
		t.Errorf("%+v", got)
	}
	if old := legalShown(s, "?version=2026-11-22"); old.IsCurrent || !strings.Contains(old.HTML, "Children") || strings.Contains(old.HTML, "Minors") {
		t.Errorf("previous version: %+v", old)
	}
	if a := s.Get(privacy + "?version=2020-01-01"); a.Status != 404 {
		t.Errorf("unknown version: %d", a.Status)
	}
	for name, refused := range map[string]sitetest.Answer{
		"of the same day":      save(text, today, first.Base),
		"of yesterday":         save(text, today.Add(-1), first.Base),
		"made of an older one": save(text, today.Add(9), draft.Base),
	} {
		if refused.Status != 400 && refused.Status != 409 {
			t.Errorf("a version %s: %d %s", name, refused.Status, refused.Body)
		}
	}
	later := sitetest.Decode[legal.Draft](t, save(strings.Replace(text, "## Minors", "## The young", 1), today.Add(30), first.Base).Body)
	if !later.IsUpcoming || strings.Contains(legalShown(s, "").HTML, "The young") {
		t.Errorf("before its start date: %+v", later)
	}
	if a := s.Get(privacy + "?version=" + today.Add(30).String()); a.Status != 404 {
		t.Errorf("a scheduled version: %d", a.Status)
	}
	later = sitetest.Decode[legal.Draft](t, save(text+"\n\nMoved.", today.Add(20), later.Base).Body)
	if n := s.Count("SELECT count(*) FROM legal_texts WHERE effective > $1", today.Time); n != 1 || !strings.HasSuffix(later.Text, "Moved.") {
		t.Errorf("rescheduled, %d scheduled: %+v", n, later)
	}
	withdrawn := admin.Do("DELETE", legalDesk+"/upcoming", nil)
	sitetest.Agrees(t, doc, "DELETE", "/api/admin/legal/{page}/upcoming", withdrawn)
	if after := sitetest.Decode[legal.Draft](t, withdrawn.Body); after.IsUpcoming || !strings.Contains(after.Text, "Minors") {
		t.Errorf("%+v", after)
	}
	if a := admin.Do("DELETE", legalDesk+"/upcoming", nil); a.Status != 409 {
		t.Errorf("with none scheduled: %d", a.Status)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'legal text'") - logged; n != 4 {
		t.Errorf("%d audit log entries", n)
	}
}

func staffAreWarnedUntilLegalTextsAreReviewed(t *testing.T, s *sitetest.Site) {
	builtIn(s)
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	unreviewed := func() string {
		t.Helper()
		a := s.As("marketer").Do("GET", "/api/admin/legal", nil)
		sitetest.Agrees(t, doc, "GET", "/api/admin/legal", a)
		return strings.TrimSpace(a.Body)
	}
	if got := unreviewed(); got != `[{"page":"privacy"},{"page":"terms"}]` {
		t.Errorf("at first: %s", got)
	}
	if strings.Contains(s.Get(privacy).Body, "counsel") {
		t.Error("readers see the notice")
	}
	a := admin.Do("PUT", legalDesk+"/reviewed", sitetest.M{"reviewed": true, "base": 0})
	sitetest.Agrees(t, doc, "PUT", "/api/admin/legal/{page}/reviewed", a)
	draft := sitetest.Decode[legal.Draft](t, a.Body)
	if got := unreviewed(); !draft.IsReviewed || got != `[{"page":"terms"}]` {
		t.Errorf("with one marked: %s, %+v", got, draft)
	}
	if a := admin.Do("PUT", legalDesk+"/reviewed", sitetest.M{"reviewed": true, "base": 7}); a.Status != 409 {
		t.Errorf("another version: %d %s", a.Status, a.Body)
	}
	today := calendar.Today(s.Config.Location).String()
	draft = sitetest.Must[legal.Draft](admin, "PUT", legalDesk, sitetest.M{"text": draft.Text + "\n\nMore.", "effective": today, "base": draft.Base})
	if got := unreviewed(); draft.IsReviewed || got != `[{"page":"privacy"},{"page":"terms"}]` {
		t.Errorf("with a changed text: %s, %+v", got, draft)
	}
	sitetest.Must[legal.Draft](admin, "PUT", legalDesk+"/reviewed", sitetest.M{"reviewed": true, "base": draft.Base})
	sitetest.Must[legal.Draft](admin, "PUT", legalDesk+"/reviewed", sitetest.M{"reviewed": false, "base": draft.Base})
	if got := unreviewed(); got != `[{"page":"privacy"},{"page":"terms"}]` {
		t.Errorf("unmarked: %s", got)
	}
}

func pastVersionIsShownUnchanged(t *testing.T, s *sitetest.Site) {
	builtIn(s)
	day := calendar.Today(s.Config.Location).Add(-2)
	s.Exec("INSERT INTO legal_texts (page, effective, text, shown) VALUES ('privacy', $1, '{{data}}', 'What was kept then.'), ('privacy', $2, 'Now: {{keeping}}', 'x')",
		day.Time, day.Add(1).Time)
	if old := legalShown(s, "?version="+day.String()); !strings.Contains(old.HTML, "What was kept then.") {
		t.Errorf("%+v", old)
	}
	if now := legalShown(s, ""); !strings.Contains(now.HTML, "Sign-in accounts") {
		t.Errorf("%+v", now)
	}
}

func legalTextMustKeepItsPlaceholders(t *testing.T, s *sitetest.Site) {
	builtIn(s)
	admin := s.As("admin")
	draft := sitetest.Must[legal.Draft](admin, "GET", legalDesk, nil)
	for what, text := range map[string]string{
		"nothing":               " ",
		"no {{data}}":           strings.Replace(draft.Text, "{{data}}", "We keep nothing.", 1),
		"{{rights}} twice":      draft.Text + "\n\n{{rights}}",
		"{{keeping}} in a line": strings.Replace(draft.Text, "{{keeping}}", "We keep: {{keeping}}", 1),
		"one that is not there": draft.Text + "\n\n{{secrets}}",
		"too much":              draft.Text + strings.Repeat("\n\nMore.", 20_000),
	} {
		body := sitetest.M{"text": text, "effective": time.Now().AddDate(0, 0, 2).Format(time.DateOnly), "base": draft.Base}
		if a := admin.Do("PUT", legalDesk, body); a.Status != 400 || !strings.Contains(a.Body, `"field":"text"`) {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	if a := admin.Do("PUT", legalDesk, sitetest.M{"text": draft.Text, "effective": "soon", "base": draft.Base}); a.Status != 400 || !strings.Contains(a.Body, `"field":"effective"`) {
		t.Errorf("without a start date: %d %s", a.Status, a.Body)
	}
	if a := s.As("editor").Do("PUT", legalDesk, sitetest.M{}); a.Status != 403 {
		t.Errorf("an editor: %d", a.Status)
	}
}
