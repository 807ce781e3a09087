package campaigns

import (
	"time"
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
