package campaigns

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
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

// name gives a new email its slug, which it keeps.
func (s *Store) name(ctx context.Context, old *Email, values map[string]any) error {
	subject, _ := values["subject"].(string)
	if old != nil {
		return nil
	}
	slug := slugOf(subject)
	if slug == "" {
		slug = "newsletter"
	}
	var next int
	err := s.DB.Gorm.WithContext(ctx).Raw("SELECT count(*) FROM letters WHERE slug = ? OR slug ~ ?", slug, "^"+slug+"-[0-9]+$").Scan(&next).Error
	if err != nil {
		return fmt.Errorf("choose a campaign's slug: %w", err)
	}
	if values["slug"] = slug; next > 0 {
		values["slug"] = fmt.Sprintf("%s-%s", slug, uuid.NewString()[:8])
	}
	return nil
}
