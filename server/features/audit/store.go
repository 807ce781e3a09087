package audit

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

// Store reads the log.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// List returns the entries that q selects, newest first.
func (s *Store) List(ctx context.Context, q Query) ([]Entry, error) {
	db := s.entries(ctx)
	for column, value := range map[string]string{"kind": q.Kind, "subject_id": q.SubjectID, "actor": q.Actor} {
		if value != "" {
			db = db.Where("l."+column+" = ?", value)
		}
	}
	if q.Before > 0 {
		db = db.Where("l.id < ?", q.Before)
	}
	entries := []Entry{}
	err := db.Order("l.id DESC").Limit(q.Limit).Find(&entries).Error
	return entries, err
}

// entries are those of the log, with the names of who made them.
func (s *Store) entries(ctx context.Context) *gorm.DB {
	return s.db.WithContext(ctx).Table("audit_log AS l").Select(`l.*, coalesce((
		SELECT coalesce(nullif(u.display_name, ''), nullif(concat_ws(' ', u.first_name, u.last_name), '')) FROM users u
		WHERE u.email = l.actor ORDER BY u.signed_in_at DESC LIMIT 1), '') AS actor_name`)
}

// entry returns one entry, or errNoVersion.
func (s *Store) entry(ctx context.Context, id int64) (e Entry, err error) {
	err = s.entries(ctx).Where("l.id = ?", id).Take(&e).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = errNoVersion
	}
	return e, err
}
