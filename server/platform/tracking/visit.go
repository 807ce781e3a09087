package tracking

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Place is a page of the site: a content page, an article, a guide or a page
// with a fixed path. The zero Place is unknown.
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
	Link     int64  `json:"link,omitempty"`     // id of a link made by staff
	Landing  Place  `json:"landing,omitzero"`
}

// Visit is what is stored about the visit of an event. A visit lasts as long as
// a browser tab. It gets a new origin when the visitor arrives from another
// site or with campaign parameters, but not when they type an address. First is
// the first origin, Last the latest before the event. Reports credit Last, and
// credit Piece with what readers do after reading it.
type Visit struct {
	Place Place  `json:"place,omitzero"` // the page the event happened on
	Piece Place  `json:"piece,omitzero"` // the last article or guide opened, Place included
	First Origin `json:"first,omitzero"`
	Last  Origin `json:"last,omitzero"`
}

// Claim is what a client says about its visit. Pages are paths of the site.
type Claim struct {
	Page  string       `json:"page"`
	Piece string       `json:"piece"`
	First *OriginClaim `json:"first"`
	Last  *OriginClaim `json:"last"` // defaults to First
}

// OriginClaim is what a client says about a landing.
type OriginClaim struct {
	Source   string `json:"source"`
	Medium   string `json:"medium"`
	Campaign string `json:"campaign"`
	Content  string `json:"content"`
	Referrer string `json:"referrer"` // host
	Link     string `json:"link"`     // code of a link made by staff
	Landing  string `json:"landing"`
}

// Site is what claims are checked against. A nil Site has nothing.
type Site struct {
	Places map[string]Place // by path
	Links  map[string]int64 // ids by code
}

// Place returns the page with a path, and whether it exists.
func (s *Site) Place(path string) (p Place, known bool) {
	if s != nil {
		p, known = s.Places[path]
	}
	return p, known
}

// Visit returns the credible part of a claim, without unknown pages and links
// and with clean values.
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

// mediumOf returns the medium of an origin without a source: the claimed one,
// or one based on the kind of referring site.
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

// shortHost matches hosts with nothing before the domain but a short name such
// as "search". It doesn't match "win.example.google.com".
var shortHost = regexp.MustCompile(`^([a-z]{1,6}\.)?[a-z]+(\.[a-z]{2,3}){1,2}$`)

// NewsletterSource is the source of visits from our newsletters.
const NewsletterSource = "newsletter"

// IsKnownSource reports whether a source is direct, our newsletters, or the
// host of a well-known search engine or social network. Anyone can make up
// other sources.
func IsKnownSource(source string) bool {
	return source == "direct" || source == NewsletterSource || shortHost.MatchString(source) && (searchEngine.MatchString(source) || socialNetwork.MatchString(source))
}

// maxValueLength is the length to which values are cut, in characters.
const maxValueLength = 100

// value cleans a campaign value: one line of printable text, in lower case so
// that "Letter" and "letter" are one. It returns "" for what may be an email
// address.
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

// host normalizes a host: lower case, without "www.". It returns "" for invalid
// hosts and for IP addresses, which may identify a person.
func host(s string) string {
	s = strings.TrimPrefix(strings.ToLower(s), "www.")
	if len(s) > 253 || !hostForm.MatchString(s) {
		return ""
	}
	return s
}
