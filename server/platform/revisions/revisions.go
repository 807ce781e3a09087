// Package revisions keeps what long records were after each save, shows it, and
// brings it back.
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

// autosaves is for how long autosaves of one person go into one revision.
const autosaves = 5 * time.Minute

// startingContent is the actor of what was there before revisions were kept.
const startingContent = "starting content"

// Revision is a record as it was after a save.
type Revision struct {
	ID       int64     `json:"id"`
	Version  int       `json:"version"` // of the record then
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

// row is a row of a table of revisions. A letter is a piece to it as well.
type row struct {
	Whole
	PieceID int64
	BegunAt time.Time
}

// errMissing is the error for an id that no revision of a record has.
func errMissing() error { return fault.Missing("Revision") }

// Of keeps the revisions of one kind of record, in the table that has its name.
type Of[T any] struct {
	DB     *gorm.DB
	Name   string   // of the kind; one of Kinds
	Fields []string // that a revision is about
	Key    func(T) (id int64, m editable.Meta)
	// Fit leaves out of a record what can't be brought back, and says so in a
	// sentence, or "". It may be nil.
	Fit func(record map[string]any) (notice string)
}

func (o Of[T]) table(tx *gorm.DB) *gorm.DB { return tx.Table(o.Name + "_revisions") }

// Keep keeps what a write has made of a record. An autosave goes into the
// last revision if that holds autosaves of the same person, and has no line of
// its own in the audit log then. What its editor had kept as a working copy is
// saved by now, or given up, but not when a token of theirs saves.
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

// Autosave declares the field by which a body says that it was saved by itself.
func Autosave(doc string) editable.Field {
	return editable.Field{Name: "autosave", Rule: editable.Flag(), Unseen: true, Doc: doc}
}

// IsAutosave reports whether a save was made by itself.
func IsAutosave(values map[string]any) bool { return values["autosave"] == true }

// fieldsOf gives a record's fields by their names.
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

// changed names the fields that a restored revision would set and that differ.
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

// find gives the revision of a record that has an id.
func (o Of[T]) find(ctx context.Context, record, id int64) (r Whole, err error) {
	err = o.table(o.DB.WithContext(ctx)).Where("piece_id = ? AND id = ?", record, id).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = errMissing()
	}
	return r, err
}

// list gives the revisions of a record older than before, the newest first.
func (o Of[T]) list(ctx context.Context, record, before int64, limit int) ([]Revision, error) {
	found := []Revision{}
	q := o.table(o.DB.WithContext(ctx)).Omit("record").Where("piece_id = ?", record)
	if before > 0 {
		q = q.Where("id < ?", before)
	}
	return found, q.Order("id DESC").Limit(limit).Find(&found).Error
}

// restorable gives what a revision sets when it is restored, and what is said of
// what it can't bring back. The slug stays, and so does a correction that the
// record has now.
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

// Thin deletes revisions that are older than 30 days but the last of
// each day, and those older than a year but the last of each month.
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

// Authorship is a revision of a person's.
type Authorship struct {
	Kind    string    `json:"kind"`
	PieceID int64     `json:"pieceId"`
	At      time.Time `json:"at"`
}

// Authorships returns the revisions that an address has made.
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

// EraseAuthor takes an address out of the revisions made until a moment.
func EraseAuthor(tx *gorm.DB, email string, until time.Time) error {
	for _, kind := range Kinds() {
		if err := tx.Exec("UPDATE "+kind+"_revisions SET actor = ? WHERE actor = ? AND at <= ?", audit.Erased, email, until).Error; err != nil {
			return err
		}
	}
	return tx.Exec("DELETE FROM working_copies WHERE editor = ?", email).Error
}
