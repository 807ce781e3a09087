package contact

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/keyset"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/vault"
)

// AuditKind is the audit log's name for a message.
const AuditKind = "message"

// maxNote is the maximum length of a note, in characters.
const maxNote = 2000

// Received is a message as shown to staff.
type Received struct {
	ID uuid.UUID `json:"id"`
	Kept
	AnsweredBy *string `json:"answeredBy"`
	Version    int     `json:"version"`
	Late       bool    `json:"late"` // unanswered for longer than LateAfter
}

// LateAfter is how long a message may wait before staff are warned. The site
// promises an answer within 24 hours.
const LateAfter = 20 * time.Hour

func (k Kept) late() bool { return k.AnsweredAt == nil && time.Since(k.CreatedAt) >= LateAfter }

// Summary counts messages.
type Summary struct {
	Open       int `json:"open"`
	Late       int `json:"late"` // of those, unanswered for longer than LateAfter
	LateHours  int `json:"lateHours"`
	KeptMonths int `json:"keptMonths"`
}

// Mark is a change to a message; nil means no change.
type Mark struct {
	Answered *bool   `json:"answered"`
	Note     *string `json:"note"`
	Version  int     `json:"version"` // the version the user saw
}

// check validates the note and normalizes it.
func (m *Mark) check() error {
	if m.Note == nil {
		return nil
	}
	note, wrong := form.Text(*m.Note, maxNote)
	if wrong != "" {
		return fault.Form([]fault.Field{{Field: "note", Message: wrong}})
	}
	m.Note = &note
	return nil
}

// errChanged is the error for a mark of an old version. It includes the current
// message.
func errChanged(now Received) error {
	f := fault.New(fault.Conflict, "Someone else changed this message. Reload it and try again.")
	f.Current = now
	return f
}

// part selects messages: with one state or all, from one sender or all, older
// than a message or the newest.
type part struct {
	answered *bool
	sender   string
	keyset.Part
}

// inbox returns part of the messages, newest first, and where the next part
// begins, or uuid.Nil after the last one. It skips messages that none of the
// keys can decrypt.
func (s *Store) inbox(ctx context.Context, p part) (messages []Received, next uuid.UUID, err error) {
	where, args := "true", []any{}
	if p.answered != nil {
		where += map[bool]string{true: " AND answered_at IS NOT NULL", false: " AND answered_at IS NULL"}[*p.answered]
	}
	if p.sender != "" {
		where, args = where+" AND address_hash = ?", append(args, s.Secret.AddressHash(p.sender))
	}
	if p.Before != uuid.Nil {
		where, args = where+" AND id < ?", append(args, p.Before)
	}
	rows, err := s.rows(s.DB.Gorm.WithContext(ctx), where+" ORDER BY id DESC LIMIT ?", append(args, p.Limit)...)
	if len(rows) == p.Limit {
		next = rows[len(rows)-1].ID
	}
	messages = []Received{}
	for _, r := range rows {
		m, err := s.open(r)
		if err != nil {
			slog.ErrorContext(ctx, "skipped a message that can't be decrypted", "id", r.ID, "error", err)
			continue
		}
		messages = append(messages, m)
	}
	return messages, next, err
}

// Waiting returns the number of unanswered messages, and how many of them are
// due soon or overdue.
func (s *Store) Waiting(ctx context.Context) (open, late int, err error) {
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT count(*), count(*) FILTER (WHERE created_at <= ?) FROM contact_messages WHERE answered_at IS NULL",
		time.Now().Add(-LateAfter)).Row().Scan(&open, &late)
	if err != nil {
		err = fmt.Errorf("count unanswered messages: %w", err)
	}
	return open, late, err
}

// mark writes a change to a message, with an entry in the audit log. The entry
// says that a note was written, but not its text, which may be about the
// sender.
func (s *Store) mark(ctx context.Context, by session.Actor, id uuid.UUID, m Mark) (out Received, err error) {
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		found, err := s.list(tx.DB, "id = ? FOR UPDATE", id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return errNotFound
		}
		out = found[0]
		if m.Version != out.Version {
			return errChanged(out)
		}
		was, is := map[string]any{}, map[string]any{}
		if m.Answered != nil && *m.Answered != (out.AnsweredAt != nil) {
			was["answered"], is["answered"] = !*m.Answered, *m.Answered
			out.AnsweredAt, out.AnsweredBy = nil, nil
			if *m.Answered {
				now := time.Now()
				out.AnsweredAt, out.AnsweredBy = &now, &by.Email
			}
		}
		if m.Note != nil && *m.Note != out.Note {
			out.Note, is["note"] = *m.Note, "changed"
		}
		if len(is) == 0 {
			return nil
		}
		out.Version++
		out.Late = out.late()
		return s.write(tx, by, out, audit.Entry{Action: audit.Update, Kind: AuditKind, ID: id, Before: was, After: is})
	})
	return out, err
}

func (s *Store) write(tx db.Tx, by session.Actor, r Received, line audit.Entry) error {
	sealed, err := vault.SealJSON(s.Keys, sealedMessage{r.Message, r.Note}, about(r.ID))
	if err != nil {
		return err
	}
	err = tx.Exec("UPDATE contact_messages SET letter = ?, answered_at = ?, answered_by = ?, version = ? WHERE id = ?",
		sealed, r.AnsweredAt, r.AnsweredBy, r.Version, r.ID).Error
	if err != nil {
		return fmt.Errorf("mark a message: %w", err)
	}
	return audit.Write(tx.DB, by, line)
}

// Answerers returns every address that EraseAnswerer could remove.
func (s *Store) Answerers(ctx context.Context) (out []string, err error) {
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT DISTINCT answered_by FROM contact_messages WHERE answered_by <> ?", audit.Erased).Scan(&out).Error
	return out, err
}

// EraseAnswerer removes an address from the messages it answered before until.
func (s *Store) EraseAnswerer(ctx context.Context, email string, until time.Time) error {
	return s.DB.Gorm.WithContext(ctx).Exec("UPDATE contact_messages SET answered_by = ? WHERE answered_by = ? AND answered_at <= ?",
		audit.Erased, email, until).Error
}
