package revisions

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// copyLifetime is how long a working copy is kept.
const copyLifetime = 30 * 24 * time.Hour

// WorkingCopy is an editor's unsaved changes to a record.
type WorkingCopy struct {
	Draft   json.RawMessage `json:"draft" gorm:"serializer:json"` // in the form's format; null if none
	SavedAt *time.Time      `json:"savedAt"`
}

// workingCopy returns an editor's working copy; its draft is null if there is
// none.
func (o Of[T]) workingCopy(ctx context.Context, record int64, editor string) (WorkingCopy, error) {
	found := WorkingCopy{Draft: json.RawMessage("null")}
	err := o.DB.WithContext(ctx).Table("working_copies").Where("kind = ? AND piece_id = ? AND editor = ?", o.Name, record, editor).Limit(1).Find(&found).Error
	if err != nil {
		return found, fmt.Errorf("read a working copy: %w", err)
	}
	return found, nil
}

// keepCopy stores an editor's working copy.
func (o Of[T]) keepCopy(ctx context.Context, record int64, editor string, draft map[string]json.RawMessage) error {
	typed, err := json.Marshal(draft)
	if err != nil {
		return err
	}
	err = o.DB.WithContext(ctx).Exec(`INSERT INTO working_copies (kind, piece_id, editor, draft) VALUES (?, ?, ?, ?::jsonb)
		ON CONFLICT (kind, piece_id, editor) DO UPDATE SET draft = excluded.draft, saved_at = now()`, o.Name, record, editor, string(typed)).Error
	if err != nil {
		return fmt.Errorf("save a working copy: %w", err)
	}
	return nil
}

// dropCopy deletes an editor's working copy.
func dropCopy(tx *gorm.DB, kind string, id int64, editor string) error {
	return tx.Exec("DELETE FROM working_copies WHERE kind = ? AND piece_id = ? AND editor = ?", kind, id, editor).Error
}

// sweepCopies deletes expired working copies.
func sweepCopies(tx *gorm.DB) error {
	return tx.Exec("DELETE FROM working_copies WHERE saved_at < ?", time.Now().Add(-copyLifetime)).Error
}
