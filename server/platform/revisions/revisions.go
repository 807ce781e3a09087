// Package revisions stores long records after each save, shows their revisions,
// and restores them.
package revisions

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
)

// autosaves is how long a person's autosaves are combined into one revision.
const autosaves = 5 * time.Minute

// startingContent is the actor of content older than its revisions.
const startingContent = "starting content"

// Revision is a record as it was after a save.
type Revision struct {
	ID       int64     `json:"id"`
	Version  int       `json:"version"` // version of the record at that time
	At       time.Time `json:"at"`
	Actor    string    `json:"actor"`
	Autosave bool      `json:"autosave"`
	Changed  []string  `json:"changed" gorm:"serializer:json"` // names of fields
}

// Whole is a Revision with the record as staff saw it.
type Whole struct {
	Revision
	Record json.RawMessage `json:"record" gorm:"serializer:json"`
}

// row is a row of a table of revisions. Letters are pieces here too.
type row struct {
	Whole
	PieceID int64
	BegunAt time.Time
}

// errMissing returns the error for an unknown revision.
func errMissing() error { return fault.Missing("Revision") }

// Of stores the revisions of one kind of record, in the kind's table.
type Of[T any] struct {
	DB     *gorm.DB
	Name   string   // of the kind; one of Kinds
	Fields []string // that a revision covers
	Key    func(T) (id int64, m editable.Meta)
	// Fit removes from a record what can't be restored and returns a sentence about that, or "". May be nil.
	Fit func(record map[string]any) (notice string)
}

func (o Of[T]) table(tx *gorm.DB) *gorm.DB { return tx.Table(o.Name + "_revisions") }

// Keep stores what a write has made of a record. An autosave is combined with
// the last revision if that has autosaves of the same person; then it isn't
// added to the audit log. Keep deletes the editor's working copy, which is now
// saved or abandoned, unless one of their tokens saved.
func (o Of[T]) Keep(tx *gorm.DB, w *editable.Write[T]) error {
	if w.Before == nil {
		return o.keep(tx, w.After, Revision{Actor: w.By.Email, Autosave: IsAutosave(w.Values), Changed: []string{}})
	}
	id, meta := o.Key(w.After)
	if w.By.TokenID == 0 {
		if err := dropCopy(tx, o.Name, id, w.By.Email); err != nil {
			return err
		}
	}
	changed, err := o.changed(*w.Before, w.After)
	if err != nil || len(changed) == 0 {
		return err
	}
	var last row
	if err := o.table(tx).Omit("record").Where("piece_id = ?", id).Order("id DESC").Limit(1).Find(&last).Error; err != nil {
		return err
	}
	if last.ID == 0 {
		if err := o.keep(tx, *w.Before, Revision{Actor: startingContent, Changed: []string{}}); err != nil {
			return err
		}
	}
	autosave := IsAutosave(w.Values)
	if !autosave || !last.Autosave || last.Actor != w.By.Email || meta.UpdatedAt.Sub(last.BegunAt) > autosaves {
		return o.keep(tx, w.After, Revision{Actor: w.By.Email, Autosave: autosave, Changed: changed})
	}
	w.Unlogged = true
	last.Version, last.At = meta.Version, meta.UpdatedAt
	for _, name := range changed {
		if !slices.Contains(last.Changed, name) {
			last.Changed = append(last.Changed, name)
		}
	}
	if last.Record, err = json.Marshal(w.After); err != nil {
		return fmt.Errorf("write a revision: %w", err)
	}
	return o.table(tx).Select("version", "at", "changed", "record").Updates(&last).Error
}

// Autosave declares the field that marks an automatic save.
func Autosave(doc string) editable.Field {
	return editable.Field{Name: "autosave", Rule: editable.Flag(), Unseen: true, Doc: doc}
}

// IsAutosave reports whether a save was automatic.
func IsAutosave(values map[string]any) bool { return values["autosave"] == true }

// fieldsOf returns a record's fields by name.
func fieldsOf(record any) (fields map[string]json.RawMessage, err error) {
	b, err := json.Marshal(record)
	if err == nil {
		err = json.Unmarshal(b, &fields)
	}
	if err != nil {
		return nil, fmt.Errorf("read the fields of a record: %w", err)
	}
	return fields, nil
}

// keep adds a record as a revision.
func (o Of[T]) keep(tx *gorm.DB, t T, r Revision) error {
	record, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("write a revision: %w", err)
	}
	id, meta := o.Key(t)
	r.Version, r.At = meta.Version, meta.UpdatedAt
	return o.table(tx).Create(&row{Whole{r, record}, id, meta.UpdatedAt}).Error
}

// changed returns the names of changed fields that restoring a revision would
// set.
func (o Of[T]) changed(before, after T) ([]string, error) {
	was, err1 := fieldsOf(before)
	is, err2 := fieldsOf(after)
	changed := []string{}
	for _, name := range o.Fields {
		if !bytes.Equal(was[name], is[name]) {
			changed = append(changed, name)
		}
	}
	return changed, errors.Join(err1, err2)
}

// find returns the revision of a record with an id.
func (o Of[T]) find(ctx context.Context, record, id int64) (r Whole, err error) {
	err = o.table(o.DB.WithContext(ctx)).Where("piece_id = ? AND id = ?", record, id).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = errMissing()
	}
	return r, err
}

// list returns the revisions of a record older than before, newest first.
func (o Of[T]) list(ctx context.Context, record, before int64, limit int) ([]Revision, error) {
	found := []Revision{}
	q := o.table(o.DB.WithContext(ctx)).Omit("record").Where("piece_id = ?", record)
	if before > 0 {
		q = q.Where("id < ?", before)
	}
	return found, q.Order("id DESC").Limit(limit).Find(&found).Error
}

// restorable returns the fields that restoring a revision sets, and a notice
// about what can't be restored. The slug, and a correction that the record has
// now, are kept.
func (o Of[T]) restorable(now T, r Whole) (body map[string]json.RawMessage, notice string, err error) {
	is, err := fieldsOf(now)
	if err != nil {
		return nil, "", err
	}
	stays := []string{"slug"}
	if correction := is["correction"]; correction != nil && string(correction) != "null" {
		stays = append(stays, "correction")
	}
	var record map[string]any
	read := json.NewDecoder(bytes.NewReader(r.Record))
	read.UseNumber()
	if err := read.Decode(&record); err != nil {
		return nil, "", fmt.Errorf("read a revision: %w", err)
	}
	if o.Fit != nil {
		notice = o.Fit(record)
	}
	body = map[string]json.RawMessage{}
	for _, name := range o.Fields {
		value, ok := record[name]
		if !ok || slices.Contains(stays, name) {
			continue
		}
		if body[name], err = json.Marshal(value); err != nil {
			return nil, "", fmt.Errorf("read a revision: %w", err)
		}
	}
	return body, notice, nil
}

// Thin keeps only the last revision of each day after 30 days, and only the
// last of each month after a year.
func Thin(ctx context.Context, db *gorm.DB) error {
	for _, kind := range Kinds() {
		err := db.WithContext(ctx).Exec(`DELETE FROM ` + kind + `_revisions r USING (
			SELECT id, row_number() OVER (PARTITION BY piece_id,
				date_trunc(CASE WHEN at > now() - interval '1 year' THEN 'day' ELSE 'month' END, at AT TIME ZONE 'UTC') ORDER BY id DESC) AS place
			FROM ` + kind + `_revisions WHERE at < now() - interval '30 days') old WHERE r.id = old.id AND old.place > 1`).Error
		if err != nil {
			return fmt.Errorf("delete old revisions: %w", err)
		}
	}
	return sweepCopies(db.WithContext(ctx))
}

// Kinds returns the names of the kinds that have revisions.
func Kinds() []string { return []string{"article", "guide", "letter"} }

// Authorship is a revision made by a person.
type Authorship struct {
	Kind    string    `json:"kind"`
	PieceID int64     `json:"pieceId"`
	At      time.Time `json:"at"`
}

// Authorships returns the revisions made by an address.
func Authorships(db *gorm.DB, email string) ([]Authorship, error) {
	all := []Authorship{}
	for _, kind := range Kinds() {
		var found []Authorship
		if err := db.Raw("SELECT ? AS kind, piece_id, at FROM "+kind+"_revisions WHERE actor = ? ORDER BY id", kind, email).Scan(&found).Error; err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// EraseAuthor removes an address from the revisions made until a time.
func EraseAuthor(tx *gorm.DB, email string, until time.Time) error {
	for _, kind := range Kinds() {
		if err := tx.Exec("UPDATE "+kind+"_revisions SET actor = ? WHERE actor = ? AND at <= ?", audit.Erased, email, until).Error; err != nil {
			return err
		}
	}
	return tx.Exec("DELETE FROM working_copies WHERE editor = ?", email).Error
}
