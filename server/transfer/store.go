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

// on returns the shelves in a database or a transaction.
func (m Magazine) on(tx *gorm.DB) shelves {
	site := m.Site
	site.DB, site.IsPicture = tx, func(path string) bool {
		exists, err := picture.Exists(tx, path)
		return exists || err != nil || m.HasPicture(path)
	}
	desk := guides.Desk{Site: pieces.Site{Site: site}}
	topic := topics.Topics(site)
	topic.Load = withoutBinned
	return shelves{
		authors: shelf[authors.StaffAuthor]{
			kind: authors.Authors(site), folder: authorsFolder, by: "slug", addresses: "author_addresses", owner: "author_id",
			slug: func(a authors.StaffAuthor) string { return a.Slug }, file: fileOfAuthor,
		},
		claims: shelf[claims.Claim]{
			kind: claims.Claims(claims.Desk{Site: site}), folder: claimsFolder, by: "name",
			slug: func(c claims.Claim) string { return c.Name }, file: fileOfClaim,
		},
		articles: shelf[articles.StaffArticle]{
			kind: atAnyTime(articles.Articles(desk.Site)), folder: articlesFolder, by: "slug", addresses: "article_addresses", owner: "piece_id",
			slug: func(a articles.StaffArticle) string { return a.Slug }, file: fileOfArticle,
		},
		guides: shelf[guides.StaffGuide]{
			kind: atAnyTime(guides.Guides(desk)), folder: guidesFolder, by: "slug", addresses: "guide_addresses", owner: "piece_id",
			slug: func(g guides.StaffGuide) string { return g.Slug }, file: fileOfGuide, fit: keepSteps,
		},
		topics: shelf[topics.StaffTopic]{
			kind: topic, folder: topicsFolder, by: "category",
			slug: func(t topics.StaffTopic) string { return t.Category }, file: fileOfTopic,
		},
		library: pictures.Pictures(site, pictures.Service{Files: m.Files}),
	}
}

// atAnyTime lets a file bring what another system scheduled for whatever year.
func atAnyTime[T any](k editable.Kind[T, T]) editable.Kind[T, T] {
	for i, f := range k.Fields {
		if f.Column == "publish_at" {
			k.Fields[i].Rule = editable.Time()
		}
	}
	return k
}

// withoutBinned leaves out the articles that topics begin with where they are in
// the trash, as those do not come along.
func withoutBinned(tx *gorm.DB, all []topics.StaffTopic) error {
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

// snapshot reads the magazine as it is at one moment.
func (m Magazine) snapshot(ctx context.Context, read func(shelves) error) error {
	return m.Site.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error { return read(m.on(tx)) },
		&sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
}

// atOnce is how many records are held in memory.
const atOnce = editable.MaxRecords

// each reads all records of a shelf that are not in the trash, with their former
// slugs.
func (s shelf[T]) each(ctx context.Context, act func(record T, former []string) error) error {
	s.kind.Brief = nil // whole ones
	for q := (editable.Query{Limit: atOnce}); ; {
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

// found is what a slug is taken by.
type found struct {
	ID     int64 // 0 if by nothing
	Binned bool
}

// find looks the slug of an entry up, also in the trash. An author of another
// system is also who has the name.
func (s shelf[T]) find(ctx context.Context, e entry) (f found, err error) {
	if name, _ := e.fields["name"].(string); strings.ContainsRune(e.slug+name, 0) {
		return f, nil // the database holds no such text; adding it says what is wrong
	}
	q := s.kind.DB.WithContext(ctx).Table(s.kind.Table).Select("id, deleted_at IS NOT NULL AS binned").Where(s.by+" = ?", e.slug)
	if e.once && e.folder == authorsFolder {
		q = q.Or("name = ?", e.fields["name"])
	}
	return f, q.Order("id").Limit(1).Scan(&f).Error
}

// lead makes a former slug lead to a record, and reports whether it did not
// before, and whether it leads elsewhere.
func (s shelf[T]) lead(ctx context.Context, former string, id int64) (new, elsewhere bool, err error) {
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

// errUndone ends a transaction that is not to stay.
var errUndone = errors.New("undone")

// attempt runs writes in one transaction, which stays if they say so. What one
// of them leaves can be taken back: see trial.
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

// trial runs a part of an attempt, whose writes stay if it says so.
type trial func(act func() (stay bool, _ error)) error

// try is a trial in a transaction. Releasing its savepoint also ends those that
// were made within, which would pile up.
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
