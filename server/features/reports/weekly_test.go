package reports_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/reports"
	"thriftwell/server/platform/calendar"
)

type choice struct {
	Wanted bool
	To     string
}

// weeklyOf returns the sender of a site's weekly email.
func weeklyOf(s *sitetest.Site) *reports.Weekly {
	return &reports.Weekly{
		Reports: reports.Admin{Store: reports.NewStore(s.DB.Gorm), Location: s.Config.Location, Currency: s.Config.SiteCurrency},
		Store:   reports.WeeklyStore{DB: s.DB}, Standing: s.Auth.Sessions.Standing,
		Secret: s.People.Secret, Mailer: s.People.Mailer, SiteName: s.Config.SiteName, BaseURL: s.Config.BaseURL,
	}
}

// nextMonday returns the Monday after this week, at an hour.
func nextMonday(s *sitetest.Site, hour int) time.Time {
	today := calendar.Today(s.Config.Location)
	day := today.Add(7 - (int(today.Weekday())+6)%7)
	return time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, s.Config.Location)
}

func TestWeeklyEmail(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"weeklyEmailNamesOnlyTrustedSources": weeklyEmailNamesOnlyTrustedSources,
		"weeklyEmailIsForStaff":              weeklyEmailIsForStaff,
	})
}

func weeklyEmailIsSentOnceToThoseWhoAsked(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	const path, to = "/api/admin/reports/weekly", "marketer@thriftwell.example"
	p, w := s.As("marketer"), weeklyOf(s)
	choose := func(wanted bool) {
		t.Helper()
		a := p.Do("PUT", path, sitetest.M{"wanted": wanted})
		sitetest.Agrees(t, doc, "PUT", path, a)
		if got := sitetest.Must[choice](p, "GET", path, nil); got != (choice{wanted, to}) {
			t.Errorf("%+v", got)
		}
	}
	queue := func(now time.Time) int {
		t.Helper()
		if err := w.Queue(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		return s.Count("SELECT count(*) FROM river_job WHERE kind = 'reports.weekly_mail'")
	}
	if got := sitetest.Must[choice](p, "GET", path, nil); got.Wanted {
		t.Error("an email was queued before anyone asked")
	}
	choose(true)
	choose(true)
	if !strings.Contains(s.Exported(to), `"weeklyMail": "`) {
		t.Error("the personal data export does not say that they asked")
	}
	if n := queue(nextMonday(s, 6)); n != 0 {
		t.Errorf("%d emails before the hour", n)
	}
	for _, hour := range []int{7, 7, 23, 26} {
		if n := queue(nextMonday(s, hour)); n != 1 {
			t.Errorf("%d emails at hour %d", n, hour)
		}
	}
	mail := s.Email(to, "The week at ")
	for _, want := range []string{"Views: 8 (0 the week before)", "Reads: 3", "Clicks: 3", "Conversions: 4", "Revenue: $13.78 ($0.00 the week before)", "Revenue in EUR: €8.00", "Pending revenue: $5.00", "Top source: $12.63, clicks: 2"} {
		if !strings.Contains(mail.Text, want) {
			t.Errorf("the email does not say %q:\n%s", want, mail.Text)
		}
	}
	if !strings.Contains(mail.HTML, "$13.78") || sitetest.EmailHeader(mail, "List-Unsubscribe-Post") == "" {
		t.Errorf("%v\n%s", mail.Headers, mail.HTML)
	}
	stop, err := url.Parse(strings.Trim(sitetest.EmailHeader(mail, "List-Unsubscribe"), "<>"))
	if err != nil {
		t.Fatal(err)
	}
	if a := s.Get(stop.RequestURI()); a.Status != 200 || !strings.Contains(a.Body, `method="post"`) || !sitetest.Must[choice](p, "GET", path, nil).Wanted {
		t.Errorf("the link: %d %s", a.Status, a.Body)
	}
	for _, token := range []string{"", "1", "1.", "x.y", stop.Query().Get("token") + "x"} {
		if a := s.Call("POST", reports.StopPath+"?token="+url.QueryEscape(token), ""); a.Status != 400 {
			t.Errorf("with the token %q: %d", token, a.Status)
		}
	}
	if a := s.Call("POST", stop.RequestURI(), "", "Origin", "https://mail.example"); a.Status != 200 || sitetest.Must[choice](p, "GET", path, nil).Wanted {
		t.Errorf("one click: %d %s", a.Status, a.Body)
	}
	if n := queue(nextMonday(s, 7+7*24)); n != 1 {
		t.Errorf("%d emails after it was stopped", n)
	}
	choose(true)
	choose(false)
}

func weeklyEmailNamesOnlyTrustedSources(t *testing.T, s *sitetest.Site) {
	w, admin := weeklyOf(s), s.As("admin")
	sitetest.Must[choice](admin, "PUT", "/api/admin/reports/weekly", sitetest.M{"wanted": true})
	deal := s.IDOf("daily_offers", "sunmarl-led-bundle")
	click := func(person int, source string) {
		s.Send("/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,"visit":{"first":{"source":%q}}}`, deal, source), sitetest.Person(person)...)
	}
	for n, source := range []string{"win.example/now", "win.example/too", "google.example.com", "flyer", "google.com", "google.com"} {
		click(n, source)
	}
	mailed := func() string {
		t.Helper()
		job := &river.Job[reports.WeeklyEmail]{Args: reports.WeeklyEmail{
			UserID: int64(s.Count("SELECT id FROM users WHERE email = 'admin@thriftwell.example'")), Monday: nextMonday(s, 7).Format(time.DateOnly),
		}}
		if err := w.Send(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		return s.Email("admin@thriftwell.example", "The week at").Text // it has the same message ID each time
	}
	text := mailed()
	if !strings.Contains(text, "Other sources") || !strings.Contains(text, "Top source: $0.00, clicks: 4") {
		t.Errorf("made-up sources are not summed as one:\n%s", text)
	}
	for _, made := range []string{"win.example", "google.example", "flyer"} {
		if strings.Contains(text, made) {
			t.Errorf("the email says %q:\n%s", made, text)
		}
	}
	for n := range 3 {
		click(10+n, "google.com")
	}
	if text = mailed(); !strings.Contains(text, "google.com") || !strings.Contains(text, "clicks: 5") {
		t.Errorf("a known source is not named:\n%s", text)
	}
	for n := range 7 {
		click(40+n, "newsletter")
	}
	if text = mailed(); !strings.Contains(text, "newsletter\n") || !strings.Contains(text, "clicks: 7") {
		t.Errorf("the site's own newsletters are not named:\n%s", text)
	}
	sitetest.Must[struct{}](admin, "POST", "/api/admin/links", sitetest.M{"name": "Flyers", "path": "/", "source": "Flyer"})
	for n := range 9 {
		click(20+n, "flyer")
	}
	if text = mailed(); !strings.Contains(text, "flyer") || !strings.Contains(text, "clicks: 10") {
		t.Errorf("the source of a short link is not named:\n%s", text)
	}
}

func weeklyEmailIsForStaff(t *testing.T, s *sitetest.Site) {
	w := weeklyOf(s)
	for _, account := range []string{"marketer", "editor"} {
		sitetest.Must[choice](s.As(account), "PUT", "/api/admin/reports/weekly", sitetest.M{"wanted": true})
	}
	s.Exec("UPDATE users SET role = 'visitor' WHERE email = 'marketer@thriftwell.example'")
	mails := func(account string) int {
		t.Helper()
		email := account + "@thriftwell.example"
		job := &river.Job[reports.WeeklyEmail]{Args: reports.WeeklyEmail{
			UserID: int64(s.Count("SELECT id FROM users WHERE email = $1", email)), Monday: nextMonday(s, 7).Format(time.DateOnly),
		}}
		if err := w.Send(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		return len(s.Emails(email))
	}
	if mails("marketer") != 0 || mails("editor") != 1 {
		t.Error("a user without access to reports got the email")
	}
	s.Exec("UPDATE users SET disabled_at = now() WHERE email = 'editor@thriftwell.example'")
	s.Exec("UPDATE users SET role = 'marketer' WHERE email = 'marketer@thriftwell.example'")
	if mails("marketer") != 1 || mails("editor") != 1 {
		t.Error("a restored role must get the email and a disabled user must not")
	}
	for body, want := range map[string]int{`{}`: 400, `{"wanted":1}`: 400, `{"wanted":null}`: 400} {
		if a := s.Call("PUT", "/api/admin/reports/weekly", body, "Cookie", s.SignIn("admin")); a.Status != want {
			t.Errorf("%s: %d %s", body, a.Status, a.Body)
		}
	}
	if a := s.Call("PUT", "/api/admin/reports/weekly", `{"wanted":true}`); a.Status != 401 {
		t.Errorf("signed out: %d", a.Status)
	}
	if a := s.As("visitor").Do("GET", "/api/admin/reports/weekly", nil); a.Status != 403 {
		t.Errorf("visitor: %d", a.Status)
	}
}
