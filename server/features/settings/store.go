package settings

import (
	"context"

	"gorm.io/gorm"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/session"
)

// Store stores the settings.
type Store struct {
	DB       *gorm.DB
	Defaults Values
}

// Load returns the values of all settings.
func (s Store) Load(ctx context.Context) (Values, error) { return s.load(s.DB.WithContext(ctx)) }

func (s Store) load(tx *gorm.DB) (Values, error) {
	var set []struct{ Name, Value string }
	if err := tx.Raw("SELECT name, value FROM site_settings").Scan(&set).Error; err != nil {
		return nil, err
	}
	out := Values{}
	for _, d := range declared() {
		out[d.name] = s.Defaults[d.name]
	}
	for _, row := range set {
		if _, known := out[row.Name]; known && (row.Value != "" || !isInbox(row.Name)) {
			out[row.Name] = row.Value
		}
	}
	return out, nil
}

// save writes the values that changed, with an entry in the audit log, and
// returns all values.
func (s Store) save(ctx context.Context, bus *notify.Bus, values Values) (after Values, err error) {
	err = bus.TaggedTransaction(ctx, s.DB, func(tx *gorm.DB) ([]string, error) {
		// Writers take turns, so that each audit log entry has the correct
		// previous values.
		if err := tx.Exec("LOCK TABLE site_settings IN EXCLUSIVE MODE").Error; err != nil {
			return nil, err
		}
		before, err := s.load(tx)
		if err != nil {
			return nil, err
		}
		was, is := Values{}, Values{}
		for name, value := range values {
			if before[name] == value {
				continue
			}
			err := tx.Exec("INSERT INTO site_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value).Error
			if err != nil {
				return nil, err
			}
			was[name], is[name] = before[name], value
		}
		if after, err = s.load(tx); err != nil || len(is) == 0 {
			return nil, err
		}
		return []string{Tag}, audit.Write(tx, session.ActorOf(ctx), audit.Entry{Action: audit.Update, Kind: AuditKind, ID: "site", Before: was, After: is})
	})
	return after, err
}
