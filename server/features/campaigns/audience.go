package campaigns

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/weburl"
)

// Audience is who gets an email: of the subscribers who get email at all, those
// who meet all conditions. The empty one is everyone.
type Audience struct {
	Topics         []string `json:"topics,omitempty"` // who chose one of them, or none at all
	Frequency      string   `json:"frequency,omitempty" enum:"|weekly|monthly"`
	SignedUpSince  string   `json:"signedUpSince,omitempty"`  // a day as YYYY-MM-DD, included
	SignedUpBefore string   `json:"signedUpBefore,omitempty"` // a day as YYYY-MM-DD, not included
	Source         string   `json:"source,omitempty"`         // the utm_source of the signup
	// Who clicked a link in an email within so many days, or who didn't although they had been getting emails that
	// record clicks before. Only with LETTER_ENGAGEMENT.
	Engagement string `json:"engagement,omitempty" enum:"|clicked-30|clicked-90|clicked-365|not-clicked-90"`
}

// Values of Audience.Engagement.
const (
	Clicked30  = "clicked-30"
	Clicked90  = "clicked-90"
	Clicked365 = "clicked-365"
	NotClicked = "not-clicked-90"

	// unknown selects those who would be NotClicked, but haven't been getting
	// emails that record clicks for long enough.
	unknown = "unknown"
)

// engagementDays returns the number of days of an engagement.
func engagementDays(engagement string) int {
	return map[string]int{Clicked30: 30, Clicked90: 90, Clicked365: 365, NotClicked: 90, unknown: 90}[engagement]
}

// audience accepts conditions, or the word "everyone".
func audience(engagement bool) editable.Rule {
	return editable.Rule{Control: "audience", Schema: editable.Schema{Of: Audience{}}, Read: func(value json.RawMessage) (any, string) {
		var a Audience
		if string(value) != `"everyone"` {
			reader := json.NewDecoder(strings.NewReader(string(value)))
			reader.DisallowUnknownFields()
			if reader.Decode(&a) != nil {
				return nil, "Set any of topics, frequency, signedUpSince, signedUpBefore, source, and engagement, or nothing for everyone."
			}
		}
		if wrong := a.check(engagement); wrong != "" {
			return nil, wrong
		}
		return asJSON(a)
	}}
}

// check returns what is wrong with an audience, and normalizes it.
func (a *Audience) check(engagement bool) string {
	if !slices.Contains([]string{"", "weekly", "monthly"}, a.Frequency) {
		return "Please choose weekly or monthly."
	}
	a.Topics = append([]string{}, a.Topics...)
	slices.Sort(a.Topics)
	a.Topics = slices.Compact(a.Topics)
	if len(a.Topics) > maxPieces || slices.ContainsFunc(a.Topics, func(t string) bool { return !weburl.IsSlug(t) }) {
		return "Please choose from the list of topics."
	}
	for _, day := range []string{a.SignedUpSince, a.SignedUpBefore} {
		if _, err := calendar.Parse(day); day != "" && err != nil {
			return "Enter a valid date, such as 2026-04-23."
		}
	}
	if a.Engagement != "" && !engagement {
		return "This site doesn't track clicks in campaigns. Choose everyone, or turn on LETTER_ENGAGEMENT."
	}
	if !slices.Contains([]string{"", Clicked30, Clicked90, Clicked365, NotClicked}, a.Engagement) {
		return "Choose clicked-30, clicked-90, clicked-365, or not-clicked-90, or nothing for everyone."
	}
	a.Source = strings.ToLower(strings.TrimSpace(a.Source))
	if len([]rune(a.Source)) > maxSource {
		return "This source is too long."
	}
	return ""
}

// fit removes from a revision an audience by engagement that the site no longer
// records.
func (s *Store) fit(record map[string]any) (notice string) {
	a, _ := record["audience"].(map[string]any)
	if by, _ := a["engagement"].(string); by == "" || s.Engagement {
		return ""
	}
	delete(record, "audience")
	return "The audience stays as it is: the revision selects readers by clicks, which this site no longer tracks."
}

// recipients returns a subquery for the subscribers in an audience. Those who chose
// one email a month get none within 27 days of another; they have a branch of
// their own, so that no one else's emails are looked up.
func (s *Store) recipients(a Audience) (from string, args []any) {
	where := "s.state = 'active' AND NOT EXISTS (SELECT FROM suppressions x WHERE x.address_hash = s.address_hash)"
	add := func(condition string, arg any) { where, args = where+" AND "+condition, append(args, arg) }
	if len(a.Topics) > 0 {
		add("(s.topics = '[]' OR EXISTS (SELECT FROM jsonb_array_elements_text(s.topics) t WHERE t IN ?))", a.Topics)
	}
	if a.Frequency != "" {
		add("s.frequency = ?", a.Frequency)
	}
	if a.SignedUpSince != "" {
		add("s.created_at >= CAST(? AS timestamptz)", s.dayStart(a.SignedUpSince))
	}
	if a.SignedUpBefore != "" {
		add("s.created_at < CAST(? AS timestamptz)", s.dayStart(a.SignedUpBefore))
	}
	if a.Source != "" {
		add("s.source = ?", a.Source)
	}
	if a.Engagement != "" {
		add(s.engagement(a.Engagement), calendar.Today(s.Location).Add(-engagementDays(a.Engagement)).String())
	}
	from = "(SELECT s.id FROM subscribers s WHERE s.frequency <> 'monthly' AND " + where + `
		UNION ALL SELECT s.id FROM subscribers s WHERE s.frequency = 'monthly' AND ` + where + `
			AND NOT EXISTS (SELECT FROM letter_sends l WHERE l.subscriber_id = s.id AND l.state IN ('sent', 'unsure') AND l.at > now() - interval '27 days')) recipients`
	return from, append(args, args...)
}

// engagement returns the condition for an engagement, which takes its first day.
// Without records of clicks it is false. For subscribers who left and came back,
// only what happened since counts.
func (s *Store) engagement(which string) string {
	const recorded = "EXISTS (SELECT FROM letter_sends m JOIN letters l ON l.id = m.letter_id AND l.tells_readers WHERE m.subscriber_id = s.id AND m.state = 'sent' AND m.at > coalesce(s.left_at, '-infinity') AND m.at < now() - interval '90 days')"
	switch {
	case !s.Engagement:
		return "(CAST(? AS date) IS NULL)"
	case which == NotClicked:
		return "coalesce(s.engaged_on, '-infinity') < CAST(? AS date) AND " + recorded
	case which == unknown:
		return "coalesce(s.engaged_on, '-infinity') < CAST(? AS date) AND NOT " + recorded
	}
	return "s.engaged_on >= CAST(? AS date)"
}

// dayStart returns when a day begins on the site. The day was checked before.
func (s *Store) dayStart(day string) time.Time {
	at, _ := time.ParseInLocation(time.DateOnly, day, s.Location)
	return at
}

// SQL conditions for subscribers s who may get texts, and for those of them who
// get an alert because they confirmed. They take the time in question as $1 or
// ?.
const (
	mayGet = `s.sms_allowed AND s.state <> 'pending' AND s.phone_hash IS NOT NULL AND NOT EXISTS (SELECT FROM text_stops x WHERE x.phone_hash = s.phone_hash)
		AND (SELECT count(*) FROM text_sends g WHERE g.phone_hash = s.phone_hash AND g.state IN ('sent', 'unsure', 'sending')
			AND g.at > CAST(%s AS timestamptz) - interval '%d days') < %d`
	saidYes = "s.texts_confirmed_at IS NOT NULL"
)

// eligibleAt returns the condition mayGet, with at as the time in question.
func eligibleAt(at string) string { return fmt.Sprintf(mayGet, at, monthDays, mostTexts) }

// TextAudience counts who would get a text now, and says whether one can be sent.
type TextAudience struct {
	People    int64    `json:"people"`    // recipients
	Unsettled int64    `json:"unsettled"` // agreed on the site, but not confirmed
	Full      int64    `json:"full"`      // reached the limit of texts
	Stopped   int64    `json:"stopped"`   // said stop
	Missing   []string `json:"missing"`   // settings still needed to send texts; empty if they can be sent
}
