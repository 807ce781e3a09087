package campaigns

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/weburl"
)

// Email is a campaign by email. Sent to everyone, it is a newsletter, which the
// public can read on the web.
type Email struct {
	Campaign
	Slug      string   `json:"slug"` // of its page, /newsletter/{slug}, and the campaign of its visits
	Subject   string   `json:"subject"`
	Preheader string   `json:"preheader"`
	Body      string   `json:"body"` // Markdown
	Pieces    []string `json:"pieces" gorm:"serializer:json"`
	Offers    []int64  `json:"offers" gorm:"serializer:json"` // sponsored offers
	Audience  Audience `json:"audience" gorm:"serializer:json"`

	ResumedAt *time.Time `json:"-"`
}

// TableName returns the table's name for GORM.
func (Email) TableName() string { return byEmail().campaigns }

// Limits of an email.
const (
	maxSubject   = 150 // characters
	maxPreheader = 200 // characters
	maxPieces    = 20
	maxOffers    = 2
	maxSource    = 100 // characters
	maxBody      = 1 << 20
)

// Tag is the cache tag of the newsletters on the web.
const Tag = "letters"

// tags returns the cache tags of a write: those of the newsletters, if the email
// is or was on the web.
func tags(before *Email, after Email) []string {
	if !after.isOpen() || before != nil && !before.isOpen() {
		return []string{Tag}
	}
	return nil
}

// contents returns the fields that make up what people get, and who they are:
// those that revisions are about.
func contents() []string {
	return []string{"subject", "preheader", "body", "pieces", "offers", "audience"}
}

// asJSON returns a value as its column stores it.
func asJSON(value any) (any, string) {
	b, err := json.Marshal(value)
	if err != nil {
		return nil, "We couldn't read this."
	}
	return string(b), ""
}

// picked accepts addresses of articles and guides, whole or only their paths.
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

// maxSlug leaves room for a suffix that tells two emails apart.
const maxSlug = 60

// slugOf makes a slug of a subject, of as many words as fit; it may be empty.
func slugOf(subject string) string {
	slug := weburl.Slug(subject)
	if len(slug) <= maxSlug {
		return slug
	}
	if end := strings.LastIndexByte(slug[:maxSlug+1], '-'); end > 0 {
		return slug[:end]
	}
	return slug[:maxSlug]
}
