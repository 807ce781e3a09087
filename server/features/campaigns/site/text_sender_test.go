package site_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/features/campaigns"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/sms"
)

// carrier accepts texts as its rule says, and keeps them.
type carrier struct {
	took   []sms.Message
	rule   func(m sms.Message) (outcome sms.Outcome, keeps bool)
	silent bool // doesn't say what it has
	asked  int  // number of texts asked about
}

// errCarrier is returned for a text that the carrier rejects.
var errCarrier = errors.New("not now")

func (c *carrier) Send(_ context.Context, m sms.Message) (sms.Outcome, string, error) {
	outcome, keeps := sms.Taken, true
	if c.rule != nil {
		outcome, keeps = c.rule(m)
	}
	if keeps {
		c.took = append(c.took, m)
	}
	if outcome == sms.Taken {
		return outcome, "SM" + m.ID, nil
	}
	return outcome, "", errCarrier
}

func (c *carrier) Find(_ context.Context, m sms.Message, _ time.Time) (string, error) {
	c.asked++
	if c.silent {
		return "", errCarrier
	}
	for _, one := range c.took {
		if one.To == m.To && one.Body == m.Body {
			return "SM" + m.ID, nil
		}
	}
	return "", sms.ErrNone
}

// to returns the bodies of the texts accepted for a number.
func (c *carrier) to(number string) (bodies []string) {
	for _, m := range c.took {
		if m.To == number {
			bodies = append(bodies, m.Body)
		}
	}
	return bodies
}

// textOffice is a desk for texts with its sender and recipients.
type textOffice struct {
	*office
	stops   sms.Stops
	desk    *campaigns.TextDesk
	sender  *campaigns.TextSender
	carrier *carrier
	now     time.Time
	known   map[uuid.UUID]string // numbers
}

// noon is a time when it is day in all states.
func noon() time.Time { return time.Date(2026, 7, 1, 20, 0, 0, 0, time.UTC) }

func openTexts(t *testing.T, people int) *textOffice {
	t.Helper()
	o := &textOffice{office: openOffice(t), carrier: &carrier{}, now: noon(), known: map[uuid.UUID]string{}}
	zones, err := campaigns.ReadZones()
	if err != nil {
		t.Fatal(err)
	}
	data := o.people.Subscribers
	o.stops = data.Stops
	replies := campaigns.Replies{
		Wording: campaigns.Wording{SiteName: "Thriftwell", BaseURL: "http://site.example", Support: func() string { return "help@site.example" }},
		Limiter: o.people.Limiter, Stop: data.StopTexts, Start: data.StartTexts,
	}
	o.desk = campaigns.Texts(o.site(), o.people.Campaigns, replies, o.carrier, o.stops, nil)
	o.sender = &campaigns.TextSender{Sender: campaigns.Sender{Now: func() time.Time { return o.now }, Log: quiet()}, Desk: o.desk, Line: o.carrier, Zones: zones,
		Recipient: func(_ context.Context, id uuid.UUID) (number, address string, err error) {
			return o.known[id], "1 Main St, Albany, NY 12207", nil
		}}
	for n := range people {
		o.join(fmt.Sprintf("+1212555%04d", n))
	}
	return o
}

// join signs up a subscriber in New York who has confirmed campaigns.
func (o *textOffice) join(number string) uuid.UUID {
	o.t.Helper()
	id := uuid.Must(uuid.NewV7())
	o.exec(`INSERT INTO subscribers (id, address_hash, phone_hash, sealed_key, profile, state, sms_allowed, texts_asked_at, texts_confirmed_at)
		VALUES ($1, $2, $3, '', '', 'active', true, now(), now())`, id, id[:], o.stops.Hash(number))
	o.known[id] = number
	return id
}

// alert starts sending a new text.
func (o *textOffice) alert(body string) (id int64) {
	o.t.Helper()
	o.scan("INSERT INTO texts (body) VALUES ($1) RETURNING id", body, &id)
	o.turn(id, campaigns.Sending)
	return id
}

func (o *textOffice) turn(id int64, to string) {
	o.t.Helper()
	if _, err := o.desk.Become(context.Background(), session.CommandLine(), id, nil, to, ""); err != nil {
		o.t.Error(err)
	}
}

// run sends what is due.
func (o *textOffice) run() {
	o.t.Helper()
	if err := o.sender.Start(context.Background()); err != nil {
		o.t.Fatal(err)
	}
}

func (o *textOffice) report(id int64) campaigns.TextReport {
	o.t.Helper()
	r, err := o.people.Campaigns.ReportText(context.Background(), id)
	if err != nil {
		o.t.Fatal(err)
	}
	return r
}

func (o *textOffice) status(id int64) (status, trouble string) {
	o.t.Helper()
	o.scan("SELECT status, trouble FROM texts WHERE id = $1", id, &status, &trouble)
	return status, trouble
}

// killed is what a carrier panics with to kill the program.
const killed = "killed"

// crash runs a sender that is killed while sending.
func (o *textOffice) crash() {
	o.t.Helper()
	defer func() {
		if why := recover(); why != killed {
			o.t.Errorf("the sender was not killed: %v", why)
		}
	}()
	o.run()
}

func TestEachNumberGetsATextOnceDespiteCrashes(t *testing.T) {
	t.Parallel()
	const people = 9
	o := openTexts(t, people)
	o.join("+12125550000") // another person signed up with the same number
	id := o.alert("Two for one today")
	turn := 0
	o.carrier.rule = func(m sms.Message) (sms.Outcome, bool) {
		turn++
		switch turn {
		case 2: // before the carrier accepts it
			panic(killed)
		case 4: // after the carrier accepts it, before that is stored
			o.carrier.took = append(o.carrier.took, m)
			panic(killed)
		}
		return sms.Taken, true
	}
	o.crash()
	o.crash()
	o.run() // interrupted texts are not checked yet
	if r := o.report(id); r.Unsure != 2 || r.Sent != people-2 || r.People != people {
		t.Errorf("after two kills: %+v", r)
	}
	if status, _ := o.status(id); status != campaigns.Sending {
		t.Errorf("status is %s with two uncertain", status)
	}
	o.now = o.now.Add(2 * time.Minute)
	o.run()
	for _, to := range o.known {
		if got := o.carrier.to(to); !slices.Equal(got, []string{"Thriftwell: Two for one today\nReply STOP to end"}) {
			t.Errorf("%s got %q", to, got)
		}
	}
	if r := o.report(id); r.Sent != people || r.Unsure+r.Pending+r.Failed+r.Skipped != 0 {
		t.Errorf("at the end: %+v", r)
	}
	if status, _ := o.status(id); status != campaigns.Sent {
		t.Errorf("final status: %s", status)
	}
}

func TestUncertainTextIsNotResentIfTheCarrierHasIt(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 2)
	id := o.alert("Sale")
	first := true
	o.carrier.rule = func(m sms.Message) (sms.Outcome, bool) {
		if m.To == "+12125550000" {
			return sms.Unsure, true
		}
		kept := !first
		first = false
		if kept {
			return sms.Taken, true
		}
		return sms.Unsure, false
	}
	o.run()
	if r := o.report(id); r.Unsure != 2 {
		t.Errorf("%+v", r)
	}
	o.now = o.now.Add(2 * time.Minute)
	o.run()
	if r := o.report(id); r.Sent != 2 || len(o.carrier.took) != 2 {
		t.Errorf("%+v after %d texts", r, len(o.carrier.took))
	}
}

func TestTextsWaitForDaytime(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 1)
	west := o.join("+13105550123")
	o.now = time.Date(2026, 7, 1, 14, 0, 0, 0, time.UTC) // 10 a.m. in New York, 7 a.m. in Los Angeles
	id := o.alert("Sale")
	o.run()
	if r := o.report(id); r.Sent != 1 || r.Pending != 1 || len(o.carrier.to(o.known[west])) != 0 {
		t.Errorf("%+v", r)
	}
	o.now = time.Date(2026, 7, 1, 16, 0, 0, 0, time.UTC)
	o.run()
	if r := o.report(id); r.Sent != 2 {
		t.Errorf("at 9 a.m. in Los Angeles: %+v", r)
	}
}

func TestRecipientGetsAtMostFourTextsAMonth(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 1)
	for n := range 4 {
		o.alert(fmt.Sprint("Sale ", n))
		o.run()
		o.now = o.now.Add(24 * time.Hour)
	}
	o.join("+12125559999")
	id := o.alert("The fifth") // for the other subscriber
	o.run()
	if got := o.carrier.to("+12125550000"); len(got) != 4 {
		t.Errorf("%d texts, want 4: %q", len(got), got)
	}
	if r := o.report(id); r.People != 1 || r.Sent != 1 {
		t.Errorf("the fifth: %+v", r)
	}
	o.now = noon().Add(31*24*time.Hour + time.Hour)
	o.alert("A month later")
	o.run()
	if got := o.carrier.to("+12125550000"); len(got) != 5 {
		t.Errorf("a month later %d texts, want 5", len(got))
	}
}

func TestStopBeforeSendingPreventsTheText(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 3)
	id := o.alert("Sale")
	o.carrier.rule = func(m sms.Message) (sms.Outcome, bool) {
		for _, other := range o.known {
			if other == m.To {
				continue
			}
			if err := o.stops.Add(o.db.Gorm, other); err != nil {
				t.Error(err)
			}
		}
		return sms.Taken, true
	}
	o.run()
	if r := o.report(id); r.Sent != 1 || r.Skipped != 2 {
		t.Errorf("%+v", r)
	}
}

func TestSendingResumesWhenTheCarrierRecovers(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 3)
	id := o.alert("Sale")
	calls := 0
	o.carrier.rule = func(sms.Message) (sms.Outcome, bool) {
		calls++
		return sms.Away, false
	}
	o.run()
	o.run() // right away
	if _, trouble := o.status(id); trouble == "" || calls != 1 {
		t.Errorf("%d calls, %q", calls, trouble)
	}
	o.carrier.rule, o.now = nil, o.now.Add(2*time.Minute)
	o.run()
	if status, trouble := o.status(id); status != campaigns.Sent || trouble != "" {
		t.Errorf("%s, %q", status, trouble)
	}
}

func TestPausedTextResumesWhereItStopped(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 4)
	id := o.alert("Sale")
	o.carrier.rule = func(sms.Message) (sms.Outcome, bool) {
		if len(o.carrier.took) == 0 {
			o.turn(id, campaigns.Paused)
		}
		return sms.Taken, true
	}
	o.run()
	if r := o.report(id); r.Sent != 1 || r.Pending != 3 {
		t.Errorf("paused: %+v", r)
	}
	o.turn(id, campaigns.Sending)
	o.run()
	if r := o.report(id); r.Sent != 4 || len(o.carrier.took) != 4 {
		t.Errorf("resumed: %+v", r)
	}
}
