package letters

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/weburl"
)

// fields are what staff set of a letter on the site at baseURL, where clicks in
// letters tell whose they are or not.
func fields(baseURL string, engagement bool, linked Offers) []editable.Field {
	return []editable.Field{
		{Column: "subject", Label: "Subject", Rule: editable.Line(maxSubject), Required: "Enter a subject."},
		{Column: "preheader", Label: "Preview text", Rule: editable.Line(maxPreheader), Hint: "Shown after the subject in the inbox"},
		{Column: "body", Label: "Text", Rule: pieces.Text(linked), Doc: "Markdown."},
		{Column: "pieces", Label: "Articles and guides", Rule: picked(baseURL), Doc: "Addresses of articles and guides on this site, in order."},
		{Column: "offers", Label: "Sponsored offers", Rule: offers(), Doc: "IDs of carousel offers to include, labeled as sponsored."},
		{Column: "audience", Label: "Audience", Rule: audience(engagement)},
		{Column: "scheduled_at", Label: "Send at", Rule: editable.SoonTime(), Nullable: true, Doc: "When to send the campaign. If this time has passed, it's sent right away."},
		{Column: "status", Label: "Status", Rule: editable.Choice("Choose draft or scheduled. The other statuses are set automatically.", Draft, Scheduled), Initial: Draft},
		revisions.Autosave("Autosave, for drafts only. One person's autosaves within five minutes share one audit log entry."),
	}
}

// texts are the fields that make up what people get, and who they are: those that
// revisions are about.
func texts() []string {
	return []string{"subject", "preheader", "body", "pieces", "offers", "audience"}
}

// asJSON is a value as its column keeps it.
func asJSON(value any) (any, string) {
	b, err := json.Marshal(value)
	if err != nil {
		return nil, "We couldn't read this."
	}
	return string(b), ""
}

// picked takes the addresses of articles and guides, whole or from the path on.
func picked(baseURL string) editable.Rule {
	return editable.Rule{Control: "tags", Schema: editable.Schema{Of: []string{}, MaxItems: maxPieces}, Read: func(value json.RawMessage) (any, string) {
		var list []string
		if json.Unmarshal(value, &list) != nil || len(list) > maxPieces {
			return nil, fmt.Sprintf("Choose at most %d articles and guides.", maxPieces)
		}
		kept := []string{}
		for _, address := range list {
			u, err := url.Parse(strings.TrimPrefix(strings.TrimSpace(address), baseURL))
			if err != nil || u.Host != "" || !isPiece(u.Path) {
				return nil, "Use addresses of articles and guides on this site, such as /guides/start-an-emergency-fund."
			}
			if !slices.Contains(kept, u.Path) {
				kept = append(kept, u.Path)
			}
		}
		return asJSON(kept)
	}}
}

func isPiece(path string) bool {
	for _, list := range []string{"/articles/", "/guides/"} {
		if slug, ok := strings.CutPrefix(path, list); ok && weburl.IsSlug(slug) {
			return true
		}
	}
	return false
}

func offers() editable.Rule {
	return editable.Rule{Control: "tags", Schema: editable.Schema{Of: []int64{}, MaxItems: maxOffers}, Read: func(value json.RawMessage) (any, string) {
		var list []httpx.ID
		if json.Unmarshal(value, &list) != nil || len(list) > maxOffers {
			return nil, fmt.Sprintf("Choose at most %d sponsored offers.", maxOffers)
		}
		slices.Sort(list)
		return asJSON(append([]httpx.ID{}, slices.Compact(list)...))
	}}
}

// fit leaves out of a revision an audience by engagement that the site no longer
// knows.
func (s *Store) fit(record map[string]any) (notice string) {
	a, _ := record["audience"].(map[string]any)
	if by, _ := a["engagement"].(string); by == "" || s.Engagement {
		return ""
	}
	delete(record, "audience")
	return "The audience stays as it is: the revision selects readers by clicks, which this site no longer tracks."
}

// audience takes conditions, or the word "everyone".
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

// check says what is wrong with an audience, and puts it in order.
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

// maxSlug leaves room for a number that tells two letters apart.
const maxSlug = 60

// slugOf makes the name of a letter in addresses of its subject; it may be
// empty.
func slugOf(subject string) string {
	words := strings.FieldsFunc(norm.NFKD.String(strings.ToLower(subject)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && r != '\'' && r != '’'
	})
	slug := ""
	for _, word := range words {
		plain := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, word)
		switch {
		case plain == "":
		case slug == "":
			slug = plain[:min(len(plain), maxSlug)]
		case len(slug)+1+len(plain) <= maxSlug:
			slug += "-" + plain
		default:
			return slug
		}
	}
	return slug
}
