package transfer

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"gorm.io/gorm"

	"thriftwell/server/features/articles"
	"thriftwell/server/features/authors"
	"thriftwell/server/features/claims"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/topics"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
)

// on returns the shelves for a database or a transaction.
func (m Magazine) on(tx *gorm.DB) shelves {
	site := m.Site
	site.DB, site.IsPicture = tx, func(path string) bool {
		exists, err := picture.Exists(tx, path)
		return exists || err != nil || m.HasPicture(path)
	}
	desk := guides.Desk{Site: pieces.Site{Site: site}}
	topic := topics.Topics(site)
	topic.Load = clearTrashed
	all := map[string]records{
		authorsFolder: shelf[authors.StaffAuthor]{
			kind: authors.Authors(site), folder: authorsFolder, by: "slug", addresses: "author_addresses", owner: "author_id",
			slug: func(a authors.StaffAuthor) string { return a.Slug }, file: fileOfAuthor,
		},
		claimsFolder: shelf[claims.Claim]{
			kind: claims.Claims(claims.Desk{Site: site}), folder: claimsFolder, by: "name",
			slug: func(c claims.Claim) string { return c.Name }, file: fileOfClaim,
		},
		articlesFolder: shelf[articles.StaffArticle]{
			kind: allowAnyTime(articles.Articles(desk.Site)), folder: articlesFolder, by: "slug", addresses: "article_addresses", owner: "piece_id",
			slug: func(a articles.StaffArticle) string { return a.Slug }, file: fileOfArticle,
		},
		guidesFolder: shelf[guides.StaffGuide]{
			kind: allowAnyTime(guides.Guides(desk)), folder: guidesFolder, by: "slug", addresses: "guide_addresses", owner: "piece_id",
			slug: func(g guides.StaffGuide) string { return g.Slug }, file: fileOfGuide, fit: keepSteps,
		},
		topicsFolder: shelf[topics.StaffTopic]{
			kind: topic, folder: topicsFolder, by: "category",
			slug: func(t topics.StaffTopic) string { return t.Category }, file: fileOfTopic,
		},
	}
	return shelves{all, pictures.Pictures(site, pictures.Service{Files: m.Files}), site.IsPicture}
}

// allowAnyTime allows any publication time, since another system may have
// scheduled entries far ahead.
func allowAnyTime[T any](k editable.Kind[T, T]) editable.Kind[T, T] {
	for i, f := range k.Fields {
		if f.Column == "publish_at" {
			k.Fields[i].Rule = editable.Time()
		}
	}
	return k
}

// clearTrashed clears topics' first articles that are in the trash, since those
// aren't exported.
func clearTrashed(tx *gorm.DB, all []topics.StaffTopic) error {
	var binned []string
	if err := tx.Raw("SELECT slug FROM articles WHERE deleted_at IS NOT NULL AND slug IN (SELECT first_article FROM topics)").Scan(&binned).Error; err != nil {
		return err
	}
	for i, t := range all {
		if t.FirstArticle != nil && slices.Contains(binned, *t.FirstArticle) {
			all[i].FirstArticle = nil
		}
	}
	return nil
}

// snapshot reads the magazine in a consistent state.
func (m Magazine) snapshot(ctx context.Context, read func(shelves) error) error {
	return m.Site.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error { return read(m.on(tx)) },
		&sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
}

// batchSize is the number of records read at once.
const batchSize = editable.MaxRecords

// each calls act for all records that aren't in the trash, with their former
// slugs.
func (s shelf[T]) each(ctx context.Context, act func(record T, former []string) error) error {
	s.kind.Brief = nil // whole records
	for q := (editable.Query{Limit: batchSize}); ; {
		part, err := s.kind.List(ctx, q)
		if err != nil {
			return err
		}
		former, err := s.former(ctx, part.Items)
		if err != nil {
			return err
		}
		for _, record := range part.Items {
			if err := act(record, former[s.kind.Key(record).ID]); err != nil {
				return err
			}
		}
		if q.After = part.Next; q.After == "" {
			return nil
		}
	}
}

// former returns the former slugs of records.
func (s shelf[T]) former(ctx context.Context, records []T) (map[int64][]string, error) {
	ids, out := []int64{0}, map[int64][]string{}
	if s.addresses == "" {
		return out, nil
	}
	for _, record := range records {
		ids = append(ids, s.kind.Key(record).ID)
	}
	var rows []struct {
		ID   int64
		Slug string
	}
	err := s.kind.DB.WithContext(ctx).Raw("SELECT p.id, a.slug FROM "+s.addresses+" a JOIN "+s.kind.Table+" p ON p.id = a."+s.owner+
		" WHERE p.id IN ? AND a.slug <> p.slug ORDER BY a.slug", ids).Scan(&rows).Error
	for _, r := range rows {
		out[r.ID] = append(out[r.ID], r.Slug)
	}
	return out, err
}

// found is the record that has a slug.
type found struct {
	ID     int64 // 0 if none
	Binned bool
}

// find looks up the record with an entry's slug, including the trash. An author
// from another system may also match by name.
func (s shelf[T]) find(ctx context.Context, e entry) (f found, err error) {
	if name, _ := e.fields["name"].(string); strings.ContainsRune(e.slug+name, 0) {
		return f, nil // Postgres can't store zero bytes; adding the entry reports that
	}
	q := s.kind.DB.WithContext(ctx).Table(s.kind.Table).Select("id, deleted_at IS NOT NULL AS binned").Where(s.by+" = ?", e.slug)
	if e.once && e.folder == authorsFolder {
		q = q.Or("name = ?", e.fields["name"])
	}
	return f, q.Order("id").Limit(1).Scan(&f).Error
}

// redirect makes a former slug redirect to a record. isNew reports whether it
// didn't before, and taken whether another record has the slug.
func (s shelf[T]) redirect(ctx context.Context, former string, id int64) (isNew, taken bool, err error) {
	var own []int64
	db := s.kind.DB.WithContext(ctx)
	err = db.Raw("SELECT id FROM "+s.kind.Table+" WHERE slug = ? UNION SELECT "+s.owner+" FROM "+s.addresses+" WHERE slug = ? AND "+s.owner+" IS NOT NULL", former, former).Scan(&own).Error
	switch {
	case err != nil:
		return false, false, err
	case len(own) == 1 && own[0] == id:
		return false, false, nil
	case len(own) > 0:
		return false, true, nil
	}
	err = s.kind.Bus.Transaction(ctx, s.kind.DB, []string{s.folder, pieces.Tag(s.kind.Name, former)}, func(tx *gorm.DB) error {
		return tx.Exec("INSERT INTO "+s.addresses+" AS a (slug, "+s.owner+") VALUES (?, ?) ON CONFLICT (slug) DO UPDATE SET "+s.owner+" = excluded."+s.owner, former, id).Error
	})
	return err == nil, false, err
}

// errUndone rolls back a transaction on purpose.
var errUndone = errors.New("undone")

// attempt runs write in a transaction, and commits it if write says so. See
// trial for parts of it.
func (m Magazine) attempt(ctx context.Context, write func(shelves, trial) (stay bool, _ error)) error {
	err := m.Site.Bus.Together(ctx, m.Site.DB, func(tx *gorm.DB, each *notify.Bus) error {
		m.Site.Bus = each
		stay, err := write(m.on(tx), func(act func() (stay bool, _ error)) error { return try(tx, act) })
		if err == nil && !stay {
			err = errUndone
		}
		return err
	})
	if errors.Is(err, errUndone) {
		return nil
	}
	return err
}

// trial runs part of an attempt, and keeps its writes if act says so.
type trial func(act func() (stay bool, _ error)) error

// try implements trial with a savepoint. Releasing it also releases savepoints
// set within, which would pile up.
func try(tx *gorm.DB, act func() (stay bool, _ error)) error {
	if err := tx.Exec("SAVEPOINT one").Error; err != nil {
		return err
	}
	stay, err := act()
	if err != nil {
		return err
	}
	if !stay {
		if err := tx.Exec("ROLLBACK TO SAVEPOINT one").Error; err != nil {
			return err
		}
	}
	return tx.Exec("RELEASE SAVEPOINT one").Error
}
