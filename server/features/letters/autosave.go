package letters

import (
	"strconv"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
)

// autosaves is for how long autosaves of one person have one line in the audit
// log.
const autosaves = 5 * time.Minute

// isAutosave reports whether a save was made by itself.
func isAutosave(values map[string]any) bool { return values["autosave"] == true }

// written leaves an autosave out of the audit log that follows a save of the same
// person.
func written(tx *gorm.DB, w *editable.Write[Letter]) error {
	if w.Before == nil || !isAutosave(w.Values) {
		return nil
	}
	return tx.Raw(`SELECT coalesce((SELECT actor = ? AND action IN ('create', 'update') AND at > ? FROM audit_log
		WHERE kind = ? AND subject_id = ? ORDER BY id DESC LIMIT 1), false)`,
		w.By.Email, time.Now().Add(-autosaves), KindName, strconv.FormatInt(w.After.ID, 10)).Scan(&w.Unlogged).Error
}
