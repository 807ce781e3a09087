package site_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/settings"
)

func settingsShown(s *sitetest.Site) settings.Site {
	s.T.Helper()
	return sitetest.Decode[settings.Site](s.T, s.Get("/api/site").Body)
}

func TestNewSite(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"offerEndpointsMatchTheContract":      offerEndpointsMatchTheContract,
		"navigationNeverReturnsJSON":          navigationNeverReturnsJSON,
		"developmentShowsTheSpecifiedFigures": developmentShowsTheSpecifiedFigures,
		"everySeededBylineHasAnAuthor":        everySeededBylineHasAnAuthor,
		"startingContentHasTools":             startingContentHasTools,
		"builtInLegalTextsApplyUntilReplaced": builtInLegalTextsApplyUntilReplaced,
		"everyResponseHasSecurityHeaders":     everyResponseHasSecurityHeaders,
	})
}

func startingContentHasTools(t *testing.T, s *sitetest.Site) {
	if got := len(sitetest.Decode[[]card](t, s.Get("/api/tools").Body)); got != 13 {
		t.Errorf("%d tools", got)
	}
}

func developmentShowsTheSpecifiedFigures(t *testing.T, s *sitetest.Site) {
	got := settingsShown(s)
	for name, want := range map[string]string{
		"subscribers": "50,000+", "totalSaved": "$2.4M+", "tips": "200+", "averageAnnualSavings": "$1,200",
		"subscriberSavesPerYear": "$2,400", "settlementsRecovered": "$50M+", "settlementsResponse": "24hrs",
	} {
		if got.Figures[name] != want {
			t.Errorf("%s is %q", name, got.Figures[name])
		}
	}
	if got.Contact["support"] != s.Config.SupportEmail || got.Contact["postalAddress"] == "" || got.Social["x"] != "" || got.Cards["communityVerified"] == "" {
		t.Errorf("got %+v", got)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"welcomeSeriesKeepsToOneEmailAWeek": welcomeSeriesKeepsToOneEmailAWeek,
		"adminChangesSettings":              adminChangesSettings,
		"invalidSettingsAreNotSaved":        invalidSettingsAreNotSaved,
	})
}

// What the home page, the banner and the signup form promise must match the
// number of emails sent.
func welcomeSeriesKeepsToOneEmailAWeek(t *testing.T, s *sitetest.Site) {
	store := campaigns.Store{DB: s.DB}
	s.Send("/api/subscribers", sitetest.Jane())
	var id uuid.UUID
	if err := s.DB.Pool.QueryRow(t.Context(), "SELECT id FROM subscribers").Scan(&id); err != nil {
		t.Fatal(err)
	}
	if err := store.Welcome(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if n := s.Count("SELECT count(*) FROM welcome_mails WHERE due_at < now() + interval '14 days'"); n != 3 || s.Count("SELECT count(*) FROM welcome_mails") != 3 {
		t.Errorf("%d emails within two weeks", n)
	}
	texts := map[string]string{"home": settingsShown(s).Cards["weeklyUpdates"]}
	for _, file := range []string{"ui/shared/ui/ad-slot.tsx", "ui/features/subscribers/wizard.tsx"} {
		text, err := os.ReadFile(filepath.Join(sitetest.Checkout(t), file))
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = strings.Join(strings.Fields(string(text)), " ")
	}
	for where, text := range texts {
		if lower := strings.ToLower(text); !strings.Contains(lower, "up to three") || !strings.Contains(lower, "in your first two weeks") {
			t.Errorf("%s says %q", where, text)
		}
	}
}

func adminChangesSettings(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	sitetest.Agrees(t, doc, "GET", "/api/admin/settings", admin.Do("GET", "/api/admin/settings", nil))
	sitetest.Agrees(t, doc, "GET", "/api/site", s.Get("/api/site"))
	after := sitetest.Must[settings.Values](admin, "PUT", "/api/admin/settings", sitetest.M{
		"figures.subscribers": " 1,204 ", "figures.tips": "", "contact.support": "Help@Site.Example", "social.x": "https://x.com/site",
	})
	if after["figures.subscribers"] != "1,204" || after["figures.totalSaved"] != "$2.4M+" {
		t.Errorf("saved %v", after)
	}
	got := settingsShown(s)
	if got.Figures["subscribers"] != "1,204" || got.Figures["tips"] != "" || got.Contact["support"] != "help@site.example" || got.Social["x"] != "https://x.com/site" {
		t.Errorf("settings in pages: %+v", got)
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=site+settings", nil).Body; !strings.Contains(log, `"figures.subscribers":"50,000+"`) || !strings.Contains(log, `"figures.subscribers":"1,204"`) || strings.Contains(log, "totalSaved") {
		t.Errorf("audit log: %s", log)
	}
	// A contact address is never empty, because messages must go somewhere.
	sitetest.Must[settings.Values](admin, "PUT", "/api/admin/settings", sitetest.M{"contact.support": ""})
	if got := settingsShown(s); got.Contact["support"] != s.Config.SupportEmail {
		t.Errorf("support address: %q", got.Contact["support"])
	}
}

func invalidSettingsAreNotSaved(t *testing.T, s *sitetest.Site) {
	for _, body := range []sitetest.M{
		{"figures.tips": strings.Repeat("9", 41)}, {"cards.weeklyUpdates": "two\nlines"}, {"contact.support": "nobody"},
		{"social.x": "javascript:alert(1)"}, {"figures.unknown": "1"}, {"contact.postalAddress": "Elsewhere"},
	} {
		if a := s.As("admin").Do("PUT", "/api/admin/settings", body); a.Status != 400 {
			t.Errorf("%v: %d %s", body, a.Status, a.Body)
		}
	}
	if a := s.As("editor").Do("PUT", "/api/admin/settings", sitetest.M{"figures.tips": "9"}); a.Status != 403 {
		t.Errorf("an editor got %d", a.Status)
	}
}

// A production site makes no claims by default; the operator adds those that
// can be proved.
func TestProductionMakesNoClaimsByDefault(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, sitetest.Production()...)
	got := settingsShown(s)
	for name, value := range got.Figures {
		if value != "" {
			t.Errorf("%s is %q", name, value)
		}
	}
	if len(got.Figures) != len(settings.Figures()) || got.Contact["support"] != "help@site.example" {
		t.Errorf("got %+v", got)
	}
}
