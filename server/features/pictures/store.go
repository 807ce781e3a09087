package pictures

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
)

// Store reads pictures from Postgres.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// byHash returns the picture created from a file, even if it is in the trash,
// or ErrNotFound.
func (s *Store) byHash(ctx context.Context, hash string) (p Picture, err error) {
	err = s.db.WithContext(ctx).Table("pictures").Where("hash = ?", hash).Take(&p).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = ErrNotFound
	}
	return p, err
}

// uses selects every record that shows one of these pictures. Records in the
// trash count, because they may be restored.
const uses = `
	SELECT hash, 'article' AS kind, id, title, deleted_at IS NOT NULL AS deleted, 'articles article:' || slug AS tags
	FROM articles, unnest(pictures) AS hash WHERE pictures && CAST(@hashes AS text[])
	UNION SELECT hash, 'guide', id, title, deleted_at IS NOT NULL, 'guides guide:' || slug
	FROM guides, unnest(pictures) AS hash WHERE pictures && CAST(@hashes AS text[])
	UNION SELECT hash, 'guide', g.id, g.title, deleted_at IS NOT NULL, 'guides guide:' || slug
	FROM guide_items i JOIN guides g ON g.id = i.guide_id, unnest(i.pictures) AS hash WHERE i.pictures && CAST(@hashes AS text[])
	UNION SELECT hash, CASE kind WHEN 'carousel' THEN 'offer' ELSE kind || ' offer' END, id, title, deleted_at IS NOT NULL,
		CASE kind WHEN 'content' THEN 'content' WHEN 'daily' THEN 'dailyoffers' ELSE 'offers' END
	FROM placed_offers, unnest(pictures_in(image_url)) AS hash WHERE image_url LIKE '/pictures/%'
	UNION SELECT hash, 'author', id, name, deleted_at IS NOT NULL, 'authors'
	FROM authors, unnest(pictures_in(image_url)) AS hash WHERE image_url LIKE '/pictures/%'`

// loadUses sets where pictures are used.
func loadUses(tx *gorm.DB, found []Picture) error {
	place, hashes := make(map[string]*Picture, len(found)), make([]string, len(found))
	for i := range found {
		found[i].Uses = []Use{}
		hashes[i], place[found[i].Hash] = found[i].Hash, &found[i]
	}
	var rows []struct {
		Hash string
		Use
	}
	list := "{" + strings.Join(hashes, ",") + "}"
	err := tx.Session(&gorm.Session{NewDB: true}).Raw("SELECT * FROM ("+uses+") u WHERE hash = ANY(CAST(@hashes AS text[])) ORDER BY deleted, kind, id",
		map[string]any{"hashes": list}).Scan(&rows).Error
	for _, r := range rows {
		p := place[r.Hash]
		p.Uses = append(p.Uses, r.Use)
	}
	return err
}

// together returns a kind that writes a new record together with its files: no
// one else can add a record with the same hash while keep runs, and if keep
// fails, no record is written.
func together(k editable.Kind[Picture, Picture], keep func() error) editable.Kind[Picture, Picture] {
	k.Written = func(*gorm.DB, *editable.Write[Picture]) error { return keep() }
	return k
}

// mayDelete is the Derive function of pictures.
func mayDelete(_ *gorm.DB, old *Picture, values map[string]any) error { return inUse(old, values) }

// forget permanently deletes pictures that have been in the trash long enough,
// except those in use again, and returns them.
func (s *Store) forget(ctx context.Context) (gone []Picture, err error) {
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var found []Picture
		expired := fmt.Sprintf("deleted_at < now() - interval '%d days'", editable.BinDays)
		if err := tx.Table("pictures").Where(expired).Find(&found).Error; err != nil || len(found) == 0 {
			return err
		}
		if err := loadUses(tx, found); err != nil {
			return err
		}
		for _, p := range found {
			if len(p.Uses) > 0 {
				continue
			}
			if err := tx.Exec("DELETE FROM pictures WHERE id = ?", p.ID).Error; err != nil {
				return err
			}
			gone = append(gone, p)
		}
		return nil
	})
	return gone, err
}

// After returns up to limit pictures that are not in the trash, with IDs above
// id in ascending order.
func (s *Store) After(ctx context.Context, id int64, limit int) (found []Card, err error) {
	err = s.db.WithContext(ctx).Table("pictures").Where("id > ? AND deleted_at IS NULL", id).Order("id").Limit(limit).Find(&found).Error
	return found, err
}

// Elsewhere reports whether another running instance of the site stores its
// pictures in a different place and started earlier. The names of connections
// contain the place. An instance whose connections have all been idle for the
// duration silent is considered gone, because Postgres may take hours to
// notice.
func Elsewhere(ctx context.Context, db *gorm.DB, place string, silent time.Duration) (elsewhere bool, err error) {
	err = db.WithContext(ctx).Raw(`
		WITH instances AS (SELECT application_name AS place, min(backend_start) AS began FROM pg_stat_activity
			WHERE datname = current_database() AND starts_with(application_name, ?) GROUP BY 1
			HAVING max(coalesce(state_change, backend_start)) >= now() - make_interval(secs => ?))
		SELECT EXISTS (SELECT FROM instances WHERE place <> ? AND began < (SELECT began FROM instances WHERE place = ?))`,
		placePrefix, silent.Seconds(), place, place).Scan(&elsewhere).Error
	return elsewhere, err
}
