package cdn

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
)

// Store has the tags that CDNs are to purge.
type Store struct{ DB *gorm.DB }

// maxDue is how many tags one run purges.
const maxDue = 10_000

// note is a tag that a write has made outdated.
type note struct {
	ID  int64
	Tag string
}

// TableName returns the table of notes.
func (note) TableName() string { return "cdn_purges" }

type notes []note

// tags returns each tag once.
func (all notes) tags() []string {
	tags := make([]string, len(all))
	for n, one := range all {
		tags[n] = one.Tag
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// with returns the ids of the notes with one of the tags.
func (all notes) with(tags []string) (ids []int64) {
	for _, one := range all {
		if slices.Contains(tags, one.Tag) {
			ids = append(ids, one.ID)
		}
	}
	return ids
}

// Note records, in the transaction of a write, which tags it affects. Writes
// don't wait for each other because of it.
func Note(tx *gorm.DB, tags []string) error {
	noted := make(notes, len(tags))
	for n, tag := range tags {
		noted[n].Tag = tag
	}
	return tx.Select("tag").CreateInBatches(&noted, maxDue).Error // an import may have many
}

// due returns the notes first seen long enough ago, and marks new ones as seen.
func (s Store) due(ctx context.Context, before time.Duration) (due notes, err error) {
	db := s.DB.WithContext(ctx)
	if err := db.Exec("UPDATE cdn_purges SET seen_at = now() WHERE seen_at IS NULL").Error; err != nil {
		return nil, err
	}
	err = db.Raw("SELECT id, tag FROM cdn_purges WHERE seen_at <= now() - make_interval(secs => ?) ORDER BY id LIMIT ?", before.Seconds(), maxDue).Scan(&due).Error
	return due, err
}

func (s Store) purged(ctx context.Context, ids []int64) error {
	return s.DB.WithContext(ctx).Exec("DELETE FROM cdn_purges WHERE id IN ?", ids).Error
}
