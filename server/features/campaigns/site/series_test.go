package site_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/notify"
)

const (
	firstWelcome  = "first tips"
	secondWelcome = "Lower one monthly bill"
	thirdWelcome  = "Keep what you’ve saved"
)

// queueSeries makes an email of the welcome series due, and waits until it is sent.
func queueSeries(s *sitetest.Site, step int) {
	s.T.Helper()
	s.Exec("UPDATE welcome_mails SET due_at = now() WHERE step = $1 AND state = 'pending'", step)
	desk := campaigns.Emails(editable.Site{DB: s.DB.Gorm, Bus: notify.New(quiet())}, campaigns.Composer{Store: s.People.Campaigns}, s.People.Mailer, nil)
	on := s.Count("SELECT count(*) FROM site_settings WHERE name = 'letters.welcomeSeries' AND value = 'off'") == 0
	if err := (&campaigns.Series{Desk: desk, On: func() bool { return on }}).Run(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
	if on { // the site's own job may just have taken them
		sitetest.Eventually(s.T, "the emails are queued", func() bool {
			return s.Count("SELECT count(*) FROM welcome_mails WHERE state = 'pending' AND due_at <= now()") == 0
		})
	}
	s.Quiet()
}

// got returns the number of emails to someone with these words in the subject.
func got(s *sitetest.Site, to, words string) (n int) {
	s.T.Helper()
	for _, m := range s.Emails(to) {
		if strings.Contains(m.Subject, words) {
			n++
		}
	}
	return n
}

func TestWelcomeSeries(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"newSubscriberGetsTheWelcomeSeriesOnce":     newSubscriberGetsTheWelcomeSeriesOnce,
		"returningSubscriberGetsTheRestOfTheSeries": returningSubscriberGetsTheRestOfTheSeries,
		"welcomeSeriesCanBeTurnedOff":               welcomeSeriesCanBeTurnedOff,
		"erasedSubscriberIsSkipped":                 erasedSubscriberIsSkipped,
	})
}

func newSubscriberGetsTheWelcomeSeriesOnce(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	series := func() []campaigns.SeriesStep {
		t.Helper()
		a := s.As("marketer").Do("GET", emails+"/series", nil)
		sitetest.Agrees(t, doc, "GET", emails+"/series", a)
		return sitetest.Decode[[]campaigns.SeriesStep](t, a.Body)
	}
	owned := func() int {
		return s.Count("SELECT count(*) FROM welcome_mails w JOIN subscribers p ON p.id = w.subscriber_id")
	}
	before, ownedBefore := series(), owned()
	people := map[string]int{"ann": 1, "monthly": 0, "gone": 0, "complained": 0}
	for name := range people {
		s.Send("/api/subscribers", sitetest.Jane("email", name+"@example.com"))
	}
	s.Quiet()
	hash := func(name string) []byte { return s.People.Secret.AddressHash(name + "@example.com") }
	s.Exec("UPDATE subscribers SET frequency = 'monthly' WHERE address_hash = $1", hash("monthly"))
	s.Exec("UPDATE subscribers SET topics = '[\"banking\"]' WHERE address_hash = $1", hash("ann"))
	s.Send("/api/unsubscribe", `{"email":"gone@example.com"}`)
	if err := s.People.RecordEmailEvent(t.Context(), hash("complained"), "", mail.Complained); err != nil {
		t.Fatal(err)
	}
	s.Quiet()
	for step, words := range map[int]string{2: secondWelcome, 3: thirdWelcome} {
		queueSeries(s, step)
		queueSeries(s, step)
		for name, want := range people {
			if n := got(s, name+"@example.com", words); n != want || got(s, name+"@example.com", firstWelcome) != 1 {
				t.Errorf("%s got %q %d times", name, words, n)
			}
		}
	}
	// An email sent twice has the same ID here, so its jobs are counted.
	for name := range people {
		if n := s.Count("SELECT count(*) FROM river_job j JOIN subscribers p ON args->>'subscriberId' = p.id::text WHERE j.kind = 'letters.series_mail' AND address_hash = $1", hash(name)); n != 2 {
			t.Errorf("%d jobs for %s", n, name)
		}
	}
	first := s.Email("ann@example.com", firstWelcome)
	for _, part := range []string{first.HTML, first.Text} {
		if strings.Count(part, "utm_campaign=welcome-1&utm_medium=email&utm_source=newsletter")+strings.Count(part, "utm_campaign=welcome-1&amp;utm_medium=email&amp;utm_source=newsletter") != 4 {
			t.Errorf("links to its three guides and the offers lack the campaign: %s", part)
		}
	}
	m := s.Email("ann@example.com", secondWelcome)
	if sitetest.EmailHeader(m, "List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || sitetest.EmailHeader(m, "List-Id") == "" {
		t.Errorf("%+v", m.Headers)
	}
	for _, part := range []string{m.HTML, m.Text} {
		if !strings.Contains(part, "/unsubscribe?eid=") || !strings.Contains(part, "/preferences?eid=") || strings.Count(part, "utm_campaign=welcome-2") < 4 {
			t.Errorf("it lacks an unsubscribe link, or pieces: %s", part)
		}
	}
	if before, _, _ := strings.Cut(m.Text, "utm_campaign=welcome-2"); !strings.Contains(before, s.Config.BaseURL) || !strings.Contains(m.HTML, ">Banking<") {
		t.Errorf("their topics aren't first: %s", m.Text)
	}
	third := s.Email("ann@example.com", thirdWelcome)
	for _, line := range strings.Split(m.Text, "\n") {
		if path, _, isPiece := strings.Cut(line, "?utm_campaign=welcome-2"); isPiece && strings.Contains(path, "/articles/") && strings.Contains(third.Text, path) {
			t.Errorf("%s is repeated", path)
		}
	}
	want := slices.Clone(before)
	want[0].Sent += 4
	for i := 1; i < 3; i++ {
		want[i].Sent, want[i].Skipped = before[i].Sent+1, before[i].Skipped+3
	}
	if steps := series(); !slices.Equal(steps, want) {
		t.Errorf("%+v, want %+v", steps, want)
	}
	if all := s.Exported("ann@example.com"); !strings.Contains(all, "Welcome mail 2") {
		t.Errorf("the export: %s", all)
	}
	if err := s.People.Erase(t.Context(), "ann@example.com"); err != nil {
		t.Fatal(err)
	}
	if n := owned() - ownedBefore; n != 9 {
		t.Errorf("%d emails still belong to someone", n)
	}
}

func returningSubscriberGetsTheRestOfTheSeries(t *testing.T, s *sitetest.Site) {
	const reader = "returns@example.com"
	s.Send("/api/subscribers", sitetest.Jane("email", reader))
	s.Quiet()
	queueSeries(s, 2)
	s.Send("/api/unsubscribe", `{"email":"`+reader+`"}`)
	s.Quiet()
	queueSeries(s, 3)
	if n := got(s, reader, thirdWelcome); n != 0 {
		t.Fatalf("after leaving: %d emails", n)
	}
	eid := sitetest.EID(t, s.Email(reader, "unsubscribed"), "/preferences")
	if a := s.Call("PUT", "/api/preferences", `{"eid":"`+eid+`","emailOn":true}`); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	s.Quiet()
	if n := s.Count("SELECT count(*) FROM welcome_mails w JOIN subscribers p ON p.id = w.subscriber_id WHERE step = 2 AND w.state = 'sent' AND address_hash = $1", s.People.Secret.AddressHash(reader)); n != 1 {
		t.Error("earlier emails are due again")
	}
	for step := range 3 {
		queueSeries(s, step+1)
	}
	if first, second, third := got(s, reader, firstWelcome), got(s, reader, secondWelcome), got(s, reader, thirdWelcome); first != 2 || second != 1 || third != 1 {
		t.Errorf("%d, %d and %d emails", first, second, third)
	}
}

func welcomeSeriesCanBeTurnedOff(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	set := func(value string) sitetest.Answer {
		return admin.Do("PUT", "/api/admin/settings", sitetest.M{"letters.welcomeSeries": value})
	}
	if a := set("perhaps"); a.Status != 400 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if a := set("off"); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	const reader = "off@example.com"
	s.Send("/api/subscribers", sitetest.Jane("email", reader))
	s.Quiet()
	queueSeries(s, 2)
	if n := got(s, reader, firstWelcome); n != 1 || got(s, reader, secondWelcome) != 0 {
		t.Errorf("while it is off: %d first tips, %d more", n, got(s, reader, secondWelcome))
	}
	set("on")
	queueSeries(s, 2)
	s.Exec("UPDATE welcome_mails SET due_at = now() - interval '4 days' WHERE step = 3")
	queueSeries(s, 2)
	if n := got(s, reader, secondWelcome); n != 1 || got(s, reader, thirdWelcome) != 0 {
		t.Errorf("once it is on: %d, and %d that are late", n, got(s, reader, thirdWelcome))
	}
}

func TestWelcomeEmailIsNotRepeatedToASlowServer(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 2)
	series := &campaigns.Series{Desk: o.desk, Recipients: o.sender.Recipients, On: func() bool { return true }}
	do := func(ctx context.Context, n, attempt int) error {
		return series.Send(ctx, &river.Job[campaigns.SeriesEmail]{JobRow: &rivertype.JobRow{Attempt: attempt}, Args: campaigns.SeriesEmail{SubscriberID: o.ids[n], Step: 2}})
	}
	for _, id := range o.ids {
		o.exec("INSERT INTO welcome_mails (subscriber_id, step, state, due_at) VALUES ($1, 2, 'queued', now())", id)
	}
	ctx, timeIsUp := context.WithCancel(t.Context())
	o.sink.onEmail = func(string, int) bool { timeIsUp(); return true }
	if err := do(ctx, 0, 1); err != nil {
		t.Error(err)
	}
	_ = do(t.Context(), 0, 2)
	if n := o.sink.count(o.known[o.ids[0]]); n != 1 {
		t.Errorf("taken after the job's time: %d emails", n)
	}
	o.sink.onEmail = func(string, int) bool { return false }
	for attempt := range 5 {
		_ = do(t.Context(), 1, attempt+1)
	}
	if n := o.sink.count(o.known[o.ids[1]]); n != 2 {
		t.Errorf("taken without an answer: %d emails", n)
	}
}

func erasedSubscriberIsSkipped(t *testing.T, s *sitetest.Site) {
	skipped := func() int { return s.Count("SELECT count(*) FROM welcome_mails WHERE state = 'skipped'") }
	before := skipped()
	s.Send("/api/subscribers", sitetest.Jane("email", "erased@example.com"))
	s.Quiet()
	if err := s.People.Erase(t.Context(), "erased@example.com"); err != nil {
		t.Fatal(err)
	}
	if n := skipped() - before; n != 2 {
		t.Errorf("%d of two emails are skipped", n)
	}
}
