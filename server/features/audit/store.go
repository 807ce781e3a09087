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

// List returns the entries that match q, newest first.
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

// entries selects log entries with the names of the users who made them. A name
// that looks like an address is left out, because nobody has verified it.
// Entries from before the log stored user IDs belong to the user with the
// verified address; for tokens, the log holds the purpose the token was created
// for.
func (s *Store) entries(ctx context.Context) *gorm.DB {
	return s.db.WithContext(ctx).Table("audit_log AS l").Select(`l.*, coalesce((SELECT name FROM tokens t WHERE t.id = l.token_id), '') AS token_name, coalesce((
		SELECT name FROM (SELECT u.*, coalesce(nullif(u.display_name, ''), concat_ws(' ', u.first_name, u.last_name)) AS name FROM users u) u
		WHERE strpos(name, '@') = 0 AND (u.id = l.user_id OR l.user_id IS NULL AND l.via = 'session' AND u.email = l.actor AND u.email_verified)
		ORDER BY u.signed_in_at DESC NULLS LAST LIMIT 1), '') AS actor_name`)
}

// entry returns an entry or errNoVersion.
func (s *Store) entry(ctx context.Context, id int64) (e Entry, err error) {
	err = s.entries(ctx).Where("l.id = ?", id).Take(&e).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = errNoVersion
	}
	return e, err
}
