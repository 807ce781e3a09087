package pieces

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/session"
)

// derive checks that a save is valid in the life of a piece, and sets derived
// columns.
func (d Declaration[T]) derive(tx *gorm.DB, old *T, values map[string]any) error {
	before := Piece{Status: Draft}
	if old != nil {
		before = (*old).common()
	}
	if err := d.checkSlug(tx, before, values); err != nil {
		return err
	}
	now := time.Now()
	status, err := schedule(before, values, now)
	if err != nil {
		return err
	}
	if revisions.IsAutosave(values) && (status == Published || before.IsPublic()) {
		return fault.Form([]fault.Field{{Field: "autosave", Message: "Autosave doesn't work on public pieces. Save by hand."}})
	}
	_, binning := values["deleted_at"]
	if !binning && (status == Published || status == Scheduled) {
		if err := fault.Form(d.Ready(old, values)); err != nil {
			return err
		}
	}
	if _, said := values["revised_at"]; !said && old != nil && before.IsPublic() && status == Published && d.Revised(*old, values) {
		values["revised_at"] = now
	}
	if err := d.Render(picture.In(tx), old, values); err != nil {
		return err
	}
	if values["deleted_at"] == nil && (status == Published || status == Scheduled) {
		return d.checkNames(tx, before.ID, values)
	}
	return nil
}

// checkSlug returns an error that names the piece that has a slug to be set or
// restored. Pieces in the trash have none.
func (d Declaration[T]) checkSlug(tx *gorm.DB, before Piece, values map[string]any) error {
	slug, sent := values["slug"].(string)
	if at, restoring := values["deleted_at"]; !sent && restoring && at == nil {
		slug = before.Slug
	}
	if slug == "" {
		return nil
	}
	var other []struct{ Title, Status string }
	err := tx.Raw("SELECT title, status FROM "+d.Table+" WHERE slug = ? AND id <> ? AND deleted_at IS NULL", slug, before.ID).Scan(&other).Error
	if err != nil || len(other) == 0 {
		return err
	}
	taken := fmt.Sprintf("The %s “%s” (%s) already has this slug. Choose another one.", d.Name, other[0].Title, other[0].Status)
	return &fault.Error{Code: fault.Conflict, Detail: taken, Fields: []fault.Field{{Field: "slug", Message: taken}}}
}

// schedule sets status and publish_at consistently, and returns the status. A
// schedule in the past publishes; publishing in the future schedules.
func schedule(old Piece, values map[string]any, now time.Time) (status string, _ error) {
	status, at := old.Status, old.PublishAt
	if sent, ok := values["status"].(string); ok {
		status = sent
	}
	sent, named := values["publish_at"].(time.Time)
	if named {
		at = &sent
	} else if _, cleared := values["publish_at"]; cleared && status != Published {
		at = nil
	}
	switch {
	case status == Scheduled && (at == nil || !named && old.Status != Scheduled && !at.After(now)):
		return status, fault.Form([]fault.Field{{Field: "publishAt", Message: "Choose when to publish it."}})
	case status == Scheduled && !at.After(now):
		status = Published
	case status == Published && named && at.After(now):
		status = Scheduled
	case status == Published && (at == nil || at.After(now)):
		at = &now
	}
	delete(values, "publish_at")
	if at == nil && old.PublishAt != nil {
		values["publish_at"] = nil
	} else if at != nil && (old.PublishAt == nil || !at.Equal(*old.PublishAt)) {
		values["publish_at"] = *at
	}
	delete(values, "status")
	if status != old.Status {
		values["status"] = status
	}
	return status, nil
}

// written records the consequences of a write.
func (d Declaration[T]) written(tx *gorm.DB, w *editable.Write[T]) error {
	if err := d.takeNames(tx, w.After.common()); err != nil {
		return err
	}
	if err := d.recordAddresses(tx, w); err != nil {
		return err
	}
	if err := registerClaims(tx, w.By, w.After.common()); err != nil {
		return err
	}
	if w.Before != nil {
		if err := followClaims(tx, w.By, (*w.Before).common(), w.After.common()); err != nil {
			return err
		}
	}
	if err := d.announce(tx, w); err != nil {
		return err
	}
	return d.revisions.Keep(tx, w)
}

// recordAddresses records the slugs under which a piece is public, before and
// after a write. If a piece takes the former slug of another, the redirect from
// that slug ends.
func (d Declaration[T]) recordAddresses(tx *gorm.DB, w *editable.Write[T]) error {
	states := []Piece{w.After.common()}
	if w.Before != nil {
		states = append(states, (*w.Before).common())
	}
	for _, p := range states {
		if !p.IsPublic() {
			continue
		}
		err := tx.Exec(`INSERT INTO `+d.Name+`_addresses AS a (slug, piece_id) VALUES (?, ?)
			ON CONFLICT (slug) DO UPDATE SET piece_id = excluded.piece_id WHERE a.piece_id IS DISTINCT FROM excluded.piece_id`, p.Slug, p.ID).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// announce calls Announce with the slugs at which readers see a change.
func (d Declaration[T]) announce(tx *gorm.DB, w *editable.Write[T]) error {
	var before Piece
	if w.Before != nil {
		before = (*w.Before).common()
	}
	after := w.After.common()
	same := before.IsPublic() == after.IsPublic() && before.Slug == after.Slug && before.LastRevised().Equal(after.LastRevised())
	if d.Pieces.Announce == nil || same || !before.IsPublic() && !after.IsPublic() {
		return nil
	}
	var slugs []string
	for _, p := range []Piece{before, after} {
		if p.IsPublic() && !slices.Contains(slugs, p.Slug) {
			slugs = append(slugs, p.Slug)
		}
	}
	return d.Pieces.Announce(tx, d.Name, slugs)
}

// tagsOf returns the cache tags of what shows a piece: lists, the pages at its
// addresses, and related pages. A change that readers don't see has none.
func (d Declaration[T]) tagsOf(before *T, after T) []string {
	tags := []string{}
	if before != nil && (*before).common().IsPublic() {
		tags = append(tags, d.Name+"s", Tag(d.Name, (*before).common().Slug))
	}
	if after.common().IsPublic() {
		tags = append(tags, d.Name+"s", Tag(d.Name, after.common().Slug))
	}
	return tags
}

// log returns what the audit log stores of a piece: everything except long
// texts.
func (d Declaration[T]) log(t T) any {
	fields, err := fieldsOf(t)
	if err != nil {
		return t.common()
	}
	for _, name := range d.Long {
		delete(fields, name)
	}
	return fields
}

// late is how long after its time a piece may be published without a warning.
const late = 10 * time.Second

// PublishDue publishes the scheduled pieces whose time has come, each once,
// even with several instances.
func PublishDue[T interface{ common() Piece }](ctx context.Context, k editable.Kind[T, T], log *slog.Logger) error {
	const due = "status = 'scheduled' AND publish_at <= now() AND deleted_at IS NULL"
	var waiting bool // usually not, and looking takes no transaction
	if err := k.DB.WithContext(ctx).Raw("SELECT EXISTS (SELECT FROM " + k.Table + " WHERE " + due + ")").Scan(&waiting).Error; err != nil || !waiting {
		return err
	}
	published, err := k.Apply(ctx, session.Schedule(), due, map[string]any{"status": Published})
	for _, t := range published {
		p := t.common()
		level, waited := slog.LevelInfo, time.Since(*p.PublishAt)
		if waited > late {
			level = slog.LevelWarn
		}
		log.Log(ctx, level, "published as scheduled", "kind", k.Name, "id", p.ID, "late", waited.Round(time.Millisecond))
	}
	return err
}
