package pieces

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

// Revision is a piece as it was after a save.
type Revision struct {
	ID       int64     `json:"id"`
	Version  int       `json:"version"` // of the piece then
	At       time.Time `json:"at"`
	Actor    string    `json:"actor"`
	Autosave bool      `json:"autosave"`
	Changed  []string  `json:"changed" gorm:"serializer:json"` // names of fields
}

// WholeRevision is a Revision with the piece as staff saw it.
type WholeRevision struct {
	Revision
	Record json.RawMessage `json:"record" gorm:"serializer:json"`
}

// revisionRow is a row of a table of revisions.
type revisionRow struct {
	WholeRevision
	PieceID int64
	BegunAt time.Time
}

// errNoRevision is the error for an id that no revision of a piece has.
func errNoRevision() error { return fault.Missing("Revision") }

func (d Declaration[T]) revisions(tx *gorm.DB) *gorm.DB { return tx.Table(d.Name + "_revisions") }

// checkpoint keeps what a write has made of a piece. An autosave goes into the
// last revision if that holds autosaves of the same person, and has no line of
// its own in the audit log then.
func (d Declaration[T]) checkpoint(tx *gorm.DB, w *editable.Write[T]) error {
	if w.Before == nil {
		return d.keep(tx, w.After, Revision{Actor: w.By.Email, Autosave: isAutosave(w.Values), Changed: []string{}})
	}
	changed, err := d.changed(*w.Before, w.After)
	if err != nil || len(changed) == 0 {
		return err
	}
	p := w.After.common()
	var last revisionRow
	if err := d.revisions(tx).Omit("record").Where("piece_id = ?", p.ID).Order("id DESC").Limit(1).Find(&last).Error; err != nil {
		return err
	}
	if last.ID == 0 {
		if err := d.keep(tx, *w.Before, Revision{Actor: startingContent, Changed: []string{}}); err != nil {
			return err
		}
	}
	autosave := isAutosave(w.Values)
	if !autosave || !last.Autosave || last.Actor != w.By.Email || p.UpdatedAt.Sub(last.BegunAt) > autosaves {
		return d.keep(tx, w.After, Revision{Actor: w.By.Email, Autosave: autosave, Changed: changed})
	}
	w.Unlogged = true
	last.Version, last.At = p.Version, p.UpdatedAt
	for _, name := range changed {
		if !slices.Contains(last.Changed, name) {
			last.Changed = append(last.Changed, name)
		}
	}
	if last.Record, err = json.Marshal(w.After); err != nil {
		return fmt.Errorf("write a revision: %w", err)
	}
	return d.revisions(tx).Select("version", "at", "changed", "record").Updates(&last).Error
}

// isAutosave reports whether a save was made by itself.
func isAutosave(values map[string]any) bool { return values["autosave"] == true }

// keep adds a piece as a revision.
func (d Declaration[T]) keep(tx *gorm.DB, t T, r Revision) error {
	record, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("write a revision: %w", err)
	}
	p := t.common()
	r.Version, r.At = p.Version, p.UpdatedAt
	return d.revisions(tx).Create(&revisionRow{WholeRevision{r, record}, p.ID, p.UpdatedAt}).Error
}

// changed names the fields that a restored revision would set and that differ.
func (d Declaration[T]) changed(before, after T) ([]string, error) {
	was, err1 := fieldsOf(before)
	is, err2 := fieldsOf(after)
	changed := []string{}
	for _, name := range d.kept {
		if !bytes.Equal(was[name], is[name]) {
			changed = append(changed, name)
		}
	}
	return changed, errors.Join(err1, err2)
}

// find gives the revision of a piece that has an id.
func (d Declaration[T]) find(ctx context.Context, piece, id int64) (r WholeRevision, err error) {
	err = d.revisions(d.DB.WithContext(ctx)).Where("piece_id = ? AND id = ?", piece, id).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = errNoRevision()
	}
	return r, err
}

// list gives the revisions of a piece older than before, the newest first.
func (d Declaration[T]) list(ctx context.Context, piece, before int64, limit int) ([]Revision, error) {
	found := []Revision{}
	q := d.revisions(d.DB.WithContext(ctx)).Omit("record").Where("piece_id = ?", piece)
	if before > 0 {
		q = q.Where("id < ?", before)
	}
	return found, q.Order("id DESC").Limit(limit).Find(&found).Error
}

// restorable gives what a revision sets when it is restored. Pictures that are
// no longer there are left out and counted.
func (d Declaration[T]) restorable(r WholeRevision) (body map[string]json.RawMessage, lost int, err error) {
	var record map[string]any
	read := json.NewDecoder(bytes.NewReader(r.Record))
	read.UseNumber()
	if err := read.Decode(&record); err != nil {
		return nil, 0, fmt.Errorf("read a revision: %w", err)
	}
	if d.Pieces.IsPicture != nil {
		lost = d.Pieces.leaveOutLost(record)
	}
	body = map[string]json.RawMessage{}
	for _, name := range d.kept {
		value, ok := record[name]
		if !ok || name == "slug" {
			continue
		}
		if body[name], err = json.Marshal(value); err != nil {
			return nil, 0, fmt.Errorf("read a revision: %w", err)
		}
	}
	return body, lost, nil
}

// leaveOutLost empties each imageUrl at which there is no picture, with the
// words that stand for it, and returns how many there were.
func (s Site) leaveOutLost(value any) (lost int) {
	switch v := value.(type) {
	case []any:
		for _, held := range v {
			lost += s.leaveOutLost(held)
		}
	case map[string]any:
		if path, ok := v["imageUrl"].(string); ok && path != "" && !s.IsPicture(path) {
			v["imageUrl"] = nil
			if _, ok := v["imageAlt"]; ok {
				v["imageAlt"] = ""
			}
			lost++
		}
		for _, held := range v {
			lost += s.leaveOutLost(held)
		}
	}
	return lost
}

// lostPictures says that pictures were left out.
func lostPictures(n int) string {
	if n == 1 {
		return "A picture of this revision has been deleted since, so it was left out."
	}
	return fmt.Sprintf("%d pictures of this revision have been deleted since, so they were left out.", n)
}

// ThinRevisions deletes revisions that are older than 30 days but the last of
// each day, and those older than a year but the last of each month.
func ThinRevisions(ctx context.Context, db *gorm.DB) error {
	for _, kind := range Kinds() {
		err := db.WithContext(ctx).Exec(`DELETE FROM ` + kind + `_revisions r USING (
			SELECT id, row_number() OVER (PARTITION BY piece_id,
				date_trunc(CASE WHEN at > now() - interval '1 year' THEN 'day' ELSE 'month' END, at AT TIME ZONE 'UTC') ORDER BY id DESC) AS place
			FROM ` + kind + `_revisions WHERE at < now() - interval '30 days') old WHERE r.id = old.id AND old.place > 1`).Error
		if err != nil {
			return fmt.Errorf("thin out the revisions: %w", err)
		}
	}
	return nil
}

// Kinds are those that have revisions.
func Kinds() []string { return []string{"article", "guide"} }

// Authorship is a revision of a person's.
type Authorship struct {
	Kind    string    `json:"kind"`
	PieceID int64     `json:"pieceId"`
	At      time.Time `json:"at"`
}

// Authorships gives the revisions that an address has made.
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
	return nil
}
