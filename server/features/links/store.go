package links

import (
	"context"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
)

// Store reads links from Postgres.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// Targets loads the targets of all links.
func (s *Store) Targets(ctx context.Context) (Targets, error) {
	var all []Link
	err := s.db.WithContext(ctx).Table("links").Select("code, path, source, medium, campaign, content").Find(&all).Error
	targets := make(Targets, len(all))
	for _, l := range all {
		targets[l.Code] = l.target()
	}
	return targets, err
}

// emptyBin permanently deletes links that have been in the trash long enough,
// except those that brought visits: reports name them, and people may still use
// them.
func (s *Store) emptyBin(ctx context.Context) error {
	return s.db.WithContext(ctx).Exec(`DELETE FROM links WHERE deleted_at < now() - ? * interval '1 day'
		AND NOT EXISTS (SELECT FROM origins WHERE link_id = links.id AND link_id <> 0)`, editable.BinDays).Error
}

// giveCode gives a new link its permanent code.
func giveCode(_ *gorm.DB, old *Link, values map[string]any) error {
	if old == nil {
		values["code"] = newCode()
	}
	return nil
}
