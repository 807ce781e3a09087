package tracking

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Place is a page of the site: a content page, an article, a guide or one with
// a fixed path. The zero Place is unknown.
type Place struct {
	Subject Subject `json:"s,omitempty"`
	ID      int64   `json:"i,omitempty"`
}

// Origin is where a visit came from. The zero Origin is unknown.
type Origin struct {
	Source   string `json:"source,omitempty"` // utm_source; else the referrer, or "direct"
	Medium   string `json:"medium,omitempty"`
	Campaign string `json:"campaign,omitempty"`
	Content  string `json:"content,omitempty"`
	Referrer string `json:"referrer,omitempty"` // host without "www."
	Link     int64  `json:"link,omitempty"`     // of the site's own links
	Landing  Place  `json:"landing,omitzero"`
}

// Visit is what an event keeps of the visit that it belongs to. A visit lasts
// as long as a tab. Its origin is taken anew when its visitor comes from another
// site or by an address with campaign parameters, not when they type one: First
// is the first origin, Last the last before the event. Reports credit Last, and
// Piece with what follows from reading it.
type Visit struct {
	Place Place  `json:"place,omitzero"` // the page that the event happened on
	Piece Place  `json:"piece,omitzero"` // the article or guide that was opened last, Place included
	First Origin `json:"first,omitzero"`
	Last  Origin `json:"last,omitzero"`
}

// Claim is what a client says of its visit; pages are paths of the site.
type Claim struct {
	Page  string       `json:"page"`
	Piece string       `json:"piece"`
	First *OriginClaim `json:"first"`
	Last  *OriginClaim `json:"last"` // left out, it is First
}

// OriginClaim is what a client says of a landing.
type OriginClaim struct {
	Source   string `json:"source"`
	Medium   string `json:"medium"`
	Campaign string `json:"campaign"`
	Content  string `json:"content"`
	Referrer string `json:"referrer"` // host
	Link     string `json:"link"`     // code of one of the site's own links
	Landing  string `json:"landing"`
}

// Site is what claims are held against. There is nothing on a nil one.
type Site struct {
	Places map[string]Place // by path
	Links  map[string]int64 // ids by code
}

// Place returns the page with a path, and whether there is one.
func (s *Site) Place(path string) (p Place, known bool) {
	if s != nil {
		p, known = s.Places[path]
	}
	return p, known
}

// Visit returns what can be believed of a claim: unknown pages and links are
// left out, and values are cleaned.
func (s *Site) Visit(c Claim) Visit {
	if s == nil {
		s = &Site{}
	}
	v := Visit{Place: s.Places[c.Page], Piece: s.Places[c.Piece]}
	if !v.Piece.isPiece() {
		v.Piece = Place{}
	}
	if v.Place.isPiece() {
		v.Piece = v.Place
	}
	if c.First != nil {
		v.First = s.origin(*c.First)
	}
	if v.Last = v.First; c.Last != nil {
		v.Last = s.origin(*c.Last)
	}
	return v
}

func (p Place) isPiece() bool { return p.Subject == Article || p.Subject == Guide }

func (s *Site) origin(c OriginClaim) Origin {
	o := Origin{
		Source: value(c.Source), Medium: value(c.Medium), Campaign: value(c.Campaign), Content: value(c.Content),
		Referrer: host(c.Referrer), Link: s.Links[c.Link], Landing: s.Places[c.Landing],
	}
	if o.Source == "" {
		o.Source, o.Medium = o.Referrer, mediumOf(o)
	}
	if o.Source == "" {
		o.Source = "direct"
	}
	return o
}

// mediumOf returns the medium of an origin without a source: as told, or by
// the kind of site that it came from.
func mediumOf(o Origin) string {
	switch {
	case o.Medium != "":
		return o.Medium
	case o.Referrer == "":
		return "none"
	case searchEngine.MatchString(o.Referrer):
		return "organic"
	case socialNetwork.MatchString(o.Referrer):
		return "social"
	}
	return "referral"
}

var (
	searchEngine  = regexp.MustCompile(`(^|\.)(google|bing|duckduckgo|yahoo|ecosia|startpage|qwant|yandex|baidu|kagi|brave)\.(com|org|net|[a-z]{2}|com?\.[a-z]{2})$`)
	socialNetwork = regexp.MustCompile(`(^|\.)(facebook\.com|instagram\.com|threads\.(net|com)|t\.co|twitter\.com|x\.com|linkedin\.com|lnkd\.in|pinterest\.(com|[a-z]{2}|com?\.[a-z]{2})|pin\.it|reddit\.com|youtube\.com|tiktok\.com|bsky\.app|snapchat\.com)$`)
)

// shortHost is a host without a name before the site's own but for one such as
// "search": "win.example.google.com" is none.
var shortHost = regexp.MustCompile(`^([a-z]{1,6}\.)?[a-z]+(\.[a-z]{2,3}){1,2}$`)

// LetterSource is the source of visits that the site's own letters bring.
const LetterSource = "newsletter"

// IsKnownSource reports whether a source is direct, the site's own letters, or the
// host of a well-known search engine or social network. All others are what an
// address or a referrer says, which anybody can make up.
func IsKnownSource(source string) bool {
	return source == "direct" || source == LetterSource || shortHost.MatchString(source) && (searchEngine.MatchString(source) || socialNetwork.MatchString(source))
}

// maxValueLength is the length of a value in characters; what is longer is cut.
const maxValueLength = 100

// value cleans a value of a campaign: one line of readable text, in lower case,
// as "Letter" and "letter" are meant to be one. What may be an e-mail address is
// left out.
func value(s string) string {
	if strings.Contains(s, "@") {
		return ""
	}
	if len(s) > 4*maxValueLength {
		s = s[:4*maxValueLength]
	}
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return ' '
		}
		return unicode.ToLower(r)
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxValueLength {
		s = strings.TrimSpace(string(r[:maxValueLength]))
	}
	return s
}

var hostForm = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$`)

// host returns a host as it is counted: lower case, without "www."; "" for what
// is none, and for addresses in numbers, which may say who somebody is.
func host(s string) string {
	s = strings.TrimPrefix(strings.ToLower(s), "www.")
	if len(s) > 253 || !hostForm.MatchString(s) {
		return ""
	}
	return s
}
