// Package pieces is what articles and guides have in common in the editor: the
// life from draft to archive, and calls that other records don't have.
package pieces

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/vault"
)

// Statuses of a piece. Only a published piece is public. A scheduled one is
// published when its time comes.
const (
	Draft     = "draft"
	Scheduled = "scheduled"
	Published = "published"
	Archived  = "archived"
)

// Public is the SQL condition for public pieces.
const Public = "status = 'published' AND deleted_at IS NULL"

// Piece is what articles and guides have in common.
type Piece struct {
	ID         int64      `json:"id"`
	Slug       string     `json:"slug"`
	Title      string     `json:"title"`
	Category   string     `json:"category"`
	Tags       []string   `json:"tags" gorm:"serializer:json"`
	AuthorName string     `json:"authorName"`
	ImageURL   *string    `json:"imageUrl"`
	Featured   bool       `json:"featured"`
	Status     string     `json:"status"`
	PublishAt  *time.Time `json:"publishAt"`  // when it was or will be published
	ReviewedAt *time.Time `json:"reviewedAt"` // when staff last reviewed it
	RevisedAt  *time.Time `json:"revisedAt"`  // when its substance last changed after publication
	// Claims are those in its texts; not set in lists.
	Claims []markdown.Claim `json:"-" gorm:"serializer:json"`
	editable.Meta
}

// IsPublic reports whether readers can see the piece.
func (p Piece) IsPublic() bool { return p.Status == Published && p.DeletedAt == nil }

// CameOut returns when the piece was published, or now if it wasn't.
func (p Piece) CameOut() time.Time {
	if p.PublishAt == nil {
		return time.Now()
	}
	return *p.PublishAt
}

// LastRevised returns when the substance of what readers see last changed.
func (p Piece) LastRevised() time.Time {
	if out := p.CameOut(); p.RevisedAt == nil || p.RevisedAt.Before(out) {
		return out
	}
	return *p.RevisedAt
}

// common returns the Piece of a record.
func (p Piece) common() Piece { return p }

// Source is a source of a piece.
type Source struct {
	Title    string `json:"title"`
	URL      string `json:"url"`
	LookedAt string `json:"lookedAt,omitempty" format:"date"` // the day on which it was last checked, as YYYY-MM-DD
}

// Author is what is known about the author of a piece, beside the name.
type Author struct {
	AuthorSlug        *string `json:"authorSlug"`      // slug of the author's page; nil if there is none
	AuthorIsExample   bool    `json:"authorIsExample"` // the author is fictional
	AuthorBio         string  `json:"authorBio"`
	AuthorCredentials string  `json:"authorCredentials"`
	AuthorImageURL    *string `json:"authorImageUrl"`
}

// Correction is a note to readers about a corrected mistake.
type Correction struct {
	Text string    `json:"text" maxLength:"500"`
	At   time.Time `json:"at"`
}

// Notes are shown above or below the text of a piece.
type Notes struct {
	Sources    []Source    `json:"sources" gorm:"serializer:json"`
	Correction *Correction `json:"correction" gorm:"serializer:json"`
}

// UnmarshalJSON parses a correction. Its time defaults to now.
func (c *Correction) UnmarshalJSON(b []byte) error {
	type plain Correction
	read := plain{At: time.Now().UTC()}
	if err := json.Unmarshal(b, &read); err != nil {
		return err
	}
	*c = Correction(read)
	return nil
}

// Site is what pieces depend on.
type Site struct {
	editable.Site
	Secret  vault.Secret // signs preview links
	BaseURL string       // of preview links
	// Announce, if not nil, is called in the transaction of a write with the slugs at which readers will see
	// a change.
	Announce func(tx *gorm.DB, kind string, slugs []string) error
	// Offers are those that texts link to; nil leaves such links as they are.
	Offers Offers
}

// maxBody is the largest body with a piece, in bytes.
const maxBody = 1 << 20

// maxCopy is the largest working copy, in bytes: unsaved changes and the piece.
const maxCopy = 4 * maxBody

// Declaration declares a kind of piece. T is a row of its table and embeds
// Piece.
type Declaration[T interface{ common() Piece }] struct {
	Pieces              Site
	editable.Kind[T, T]                                                                // its own parts: Name, Table, Path, Missing, Brief, Fields, Load and Save
	Long                []string                                                       // fields that are too long for the audit log
	Ready               func(old *T, values map[string]any) []fault.Field              // returns what a piece lacks for publishing
	Revised             func(old T, values map[string]any) bool                        // reports whether the substance changes
	Render              func(find picture.Lookup, old *T, values map[string]any) error // sets the columns derived from the text
	Shown               func(context.Context, T) (any, error)                          // returns the piece as readers would see it

	revisions revisions.Of[T]
}

// Declare completes a declaration with what all pieces have in common.
func Declare[T interface{ common() Piece }](d Declaration[T]) editable.Kind[T, T] {
	d.Site = d.Pieces.Site
	k := d.Kind
	k.MaxBody = maxBody
	k.Key = func(t T) editable.Key { return editable.Key{ID: t.common().ID, Version: t.common().Version} }
	k.Orders = map[string]editable.Order{
		"title": editable.ByTitle(), "updatedAt": editable.ByChange(),
		"publishAt": {By: "coalesce(publish_at, 'infinity')", Type: "timestamptz"},
	}
	k.Descending, k.Query, k.Where = true, query(), narrow
	k.Fields = append(fields(d.Site), k.Fields...)
	d.revisions = revisions.Of[T]{
		DB: d.DB, Name: d.Name, Fit: d.Pieces.clearMissingPictures,
		Key: func(t T) (int64, editable.Meta) { return t.common().ID, t.common().Meta },
	}
	for _, f := range k.Fields {
		if !slices.Contains([]string{"status", "publishAt", "reviewedAt", "revisedAt", "autosave"}, f.In()) {
			d.revisions.Fields = append(d.revisions.Fields, f.In())
		}
	}
	k.Derive, k.Written, k.TagsOf, k.Log = d.derive, d.written, d.tagsOf, d.log
	k.Acts = map[string]map[string]any{
		"publish": {"status": Published}, "withdraw": {"status": Draft}, "archive": {"status": Archived},
	}
	k.More = slices.Concat(k.More, desk[T]{d, k}.calls(), d.revisions.Calls(k), d.revisions.CopyCalls(k, maxCopy))
	return k
}

// Tag returns the cache tag of what shows the piece with a slug, existing or
// not.
func Tag(kind, slug string) string { return kind + ":" + slug }

// fieldsOf returns a record's fields by name.
func fieldsOf(record any) (fields map[string]json.RawMessage, err error) {
	b, err := json.Marshal(record)
	if err == nil {
		err = json.Unmarshal(b, &fields)
	}
	if err != nil {
		return nil, fmt.Errorf("read the fields of a piece: %w", err)
	}
	return fields, nil
}

// clearMissingPictures clears each imageUrl of a revision whose picture no
// longer exists, and returns a notice if any was cleared.
func (s Site) clearMissingPictures(revision map[string]any) (notice string) {
	if s.IsPicture == nil {
		return ""
	}
	switch lost := s.clearMissing(revision); lost {
	case 0:
		return ""
	case 1:
		return "A picture in this revision has been deleted, so we left it out."
	default:
		return fmt.Sprintf("%d pictures in this revision have been deleted, so we left them out.", lost)
	}
}

// clearMissing clears each imageUrl without a picture, with its alt text, and
// returns their number.
func (s Site) clearMissing(value any) (lost int) {
	switch v := value.(type) {
	case []any:
		for _, held := range v {
			lost += s.clearMissing(held)
		}
	case map[string]any:
		if path, ok := v["imageUrl"].(string); ok && path != "" && !s.IsPicture(path) {
			v["imageUrl"] = nil
			if _, ok := v["imageAlt"]; ok {
				v["imageAlt"] = ""
			}
			lost++
		}
		for _, held := range v {
			lost += s.clearMissing(held)
		}
	}
	return lost
}
