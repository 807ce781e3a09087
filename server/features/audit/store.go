package audit

import (
	"context"

	"gorm.io/gorm"
)

// Store reads the log.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// List gives the entries that q selects, newest first.
func (s *Store) List(ctx context.Context, q Query) ([]Entry, error) {
	db := s.db.WithContext(ctx).Table("audit_log")
	for column, value := range map[string]string{"kind": q.Kind, "subject_id": q.SubjectID, "actor": q.Actor} {
		if value != "" {
			db = db.Where(column+" = ?", value)
		}
	}
	if q.Before > 0 {
		db = db.Where("id < ?", q.Before)
	}
	entries := []Entry{}
	err := db.Order("id DESC").Limit(q.Limit).Find(&entries).Error
	return entries, err
}
