package pieces

import (
	"context"
	"crypto/hmac"
	"encoding/base32"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// Anyone with its link can read a preview: that of a saved piece for a week,
// that of unsaved changes for some minutes.
const (
	linkLifetime  = 7 * 24 * time.Hour
	typedLifetime = 15 * time.Minute
)

// Kinds of tokens.
const (
	savedPiece = 's' // id is that of a piece
	typedPiece = 't' // id is that of a row in previews
)

// token identifies a preview. As text, it looks like the slugs of other pages.
type token struct {
	what    byte
	id      int64
	expires int64 // Unix seconds; 0 if it is in the row
}

const macSize = 16

func encoding() *base32.Encoding { return base32.StdEncoding.WithPadding(base32.NoPadding) }

// sign returns a token as text, valid for one kind of piece.
func (s Site) sign(kind string, t token) string {
	body := t.body()
	return strings.ToLower(encoding().EncodeToString(append(body, s.mac(kind, body)...)))
}

func (t token) body() []byte {
	body := binary.BigEndian.AppendUint64([]byte{t.what}, uint64(t.id))
	return binary.BigEndian.AppendUint64(body, uint64(t.expires))
}

func (s Site) mac(kind string, body []byte) []byte {
	return s.Secret.MAC("preview", []byte(kind), body)[:macSize]
}

// open verifies and parses a token made by sign.
func (s Site) open(kind, text string) (t token, err error) {
	raw, err := encoding().DecodeString(strings.ToUpper(text))
	if size := len(t.body()); err != nil || len(raw) != size+macSize || !hmac.Equal(raw[size:], s.mac(kind, raw[:size])) {
		return t, fault.Missing("Preview")
	}
	t = token{raw[0], int64(binary.BigEndian.Uint64(raw[1:])), int64(binary.BigEndian.Uint64(raw[9:]))}
	if t.expires > 0 && time.Now().Unix() > t.expires {
		return t, errExpired()
	}
	return t, nil
}

func errExpired() error {
	return fault.New(fault.Gone, "This preview has expired. Ask for a new link.")
}

// link is the address of a preview and when it expires.
type link struct {
	URL       string    `json:"url"`
	ExpiresAt time.Time `json:"expiresAt"`
}

func (s Site) link(kind string, t token, until time.Time) link {
	return link{s.BaseURL + "/preview/" + kind + "s/" + s.sign(kind, t), until}
}

// linkToSaved makes a link to a saved piece. A link made in the second of a
// revocation is valid from the next second.
func (s Site) linkToSaved(ctx context.Context, kind string, id int64) (link, error) {
	var begins time.Time
	err := s.DB.WithContext(ctx).Raw(`SELECT greatest(now(),
		(SELECT revoked_at + interval '1 second' FROM preview_revocations WHERE kind = ? AND piece_id = ?))`, kind, id).Row().Scan(&begins)
	until := begins.Add(linkLifetime).Truncate(time.Second)
	return s.link(kind, token{savedPiece, id, until.Unix()}, until), err
}

// checkRevoked fails if links to a saved piece were revoked after the token was
// made.
func (s Site) checkRevoked(ctx context.Context, kind string, t token) error {
	made := time.Unix(t.expires, 0).Add(-linkLifetime)
	var n int64
	err := s.DB.WithContext(ctx).Table("preview_revocations").
		Where("kind = ? AND piece_id = ? AND date_trunc('second', revoked_at) >= ?", kind, t.id, made).Count(&n).Error
	if err == nil && n > 0 {
		err = fault.New(fault.Gone, "This preview is no longer shared. Ask for a new link.")
	}
	return err
}

// revoke ends all links to previews of a piece, saved or not.
func (s Site) revoke(ctx context.Context, by session.Actor, kind string, p Piece) (at time.Time, err error) {
	err = s.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		err := tx.Raw(`INSERT INTO preview_revocations (kind, piece_id, revoked_at) VALUES (?, ?, now())
			ON CONFLICT (kind, piece_id) DO UPDATE SET revoked_at = excluded.revoked_at RETURNING revoked_at`, kind, p.ID).Row().Scan(&at)
		if err != nil {
			return err
		}
		if err := tx.Exec("DELETE FROM previews WHERE kind = ? AND piece_id = ?", kind, p.ID).Error; err != nil {
			return err
		}
		return audit.Write(tx, by, audit.Entry{Action: audit.Delete, Kind: kind + " preview link", ID: p.ID, Before: map[string]string{"title": p.Title}})
	})
	return at, err
}

// linkToTyped stores what a piece with unsaved changes would show and makes a
// link to it. It replaces the user's previous preview.
func (s Site) linkToTyped(ctx context.Context, by session.Actor, kind string, piece int64, shown any) (link, error) {
	b, err := json.Marshal(shown)
	if err != nil {
		return link{}, fmt.Errorf("write a preview: %w", err)
	}
	until := time.Now().Add(typedLifetime).Truncate(time.Second)
	var id int64
	err = s.DB.WithContext(ctx).Raw(`INSERT INTO previews (kind, piece_id, keeper, shown, expires_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (kind, piece_id, keeper) DO UPDATE SET shown = excluded.shown, expires_at = excluded.expires_at RETURNING id`,
		kind, piece, fmt.Sprintf("user %d, token %d", by.UserID, by.TokenID), string(b), until).Scan(&id).Error
	return s.link(kind, token{typedPiece, id, 0}, until), err
}

// typed returns what linkToTyped stored.
func (s Site) typed(ctx context.Context, kind string, id int64) (json.RawMessage, error) {
	var row struct {
		Shown string
	}
	err := s.DB.WithContext(ctx).Table("previews").Where("id = ? AND kind = ? AND expires_at > now()", id, kind).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = errExpired()
	}
	return json.RawMessage(row.Shown), err
}

// SweepPreviews deletes expired previews, and revocations whose links have all
// expired.
func SweepPreviews(ctx context.Context, db *gorm.DB) error {
	if err := db.WithContext(ctx).Exec("DELETE FROM previews WHERE expires_at < now()").Error; err != nil {
		return err
	}
	return db.WithContext(ctx).Exec("DELETE FROM preview_revocations WHERE revoked_at < ?", time.Now().Add(-linkLifetime-time.Minute)).Error
}
