package subscribers

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

// rowsAtOnce is the number of rows of an export read at once: few, to delay
// other queries little.
const rowsAtOnce = 100

// size returns the number of rows of an export.
func (s *Store) size(ctx context.Context) (n int, err error) {
	return n, s.DB.Gorm.WithContext(ctx).Raw("SELECT count(*) FROM subscribers").Scan(&n).Error
}

// exportAll writes all subscribers in the columns of exportColumns, keeping
// rowsAtOnce in memory. It records the export in the audit log first, and calls
// progress with the rows written so far.
func (s *Store) exportAll(ctx context.Context, by session.Actor, write func(row ...any) error, progress func(done int)) error {
	err := audit.Write(s.DB.Gorm.WithContext(ctx), by, audit.Entry{Action: "export", Kind: PersonKind, ID: listID})
	if err != nil {
		return err
	}
	done := 0
	for last, n := uuid.Nil, rowsAtOnce; n == rowsAtOnce; {
		var rows []struct {
			Record     record `gorm:"embedded"`
			Suppressed string
			AgreedAt   *time.Time
			AgreedOn   string
			TextsAt    *time.Time
		}
		err := s.DB.Gorm.WithContext(ctx).Raw(`SELECT s.*, coalesce(x.reason, '') AS suppressed, c.created_at AS agreed_at, coalesce(c.page, '') AS agreed_on, t.created_at AS texts_at
			FROM subscribers s LEFT JOIN suppressions x ON x.address_hash = s.address_hash
			LEFT JOIN LATERAL (SELECT created_at, page FROM consents WHERE subscriber_id = s.id AND channel = ? AND action = ? ORDER BY id DESC LIMIT 1) c ON true
			LEFT JOIN LATERAL (SELECT created_at FROM consents WHERE s.sms_allowed AND subscriber_id = s.id AND channel = ? AND action = ? ORDER BY id DESC LIMIT 1) t ON true
			WHERE s.id > ? ORDER BY s.id LIMIT ?`, channelEmail, granted, channelSMS, granted, last, rowsAtOnce).Scan(&rows).Error
		if err != nil {
			return fmt.Errorf("export subscribers: %w", err)
		}
		for _, r := range rows {
			for _, p := range s.readable(ctx, []record{r.Record}) {
				on := p.State == stateActive && r.Suppressed == mail.NotSuppressed
				err := write(p.Email, p.FirstName, p.LastName, on, utc(r.AgreedAt), r.AgreedOn, p.Phone, p.SMSAllowed, utc(r.TextsAt),
					strings.Join(p.Topics, ";"), p.Frequency, p.State, r.Suppressed, utc(&p.CreatedAt), utc(p.LeftAt))
				if err != nil {
					return err
				}
			}
		}
		if n = len(rows); n > 0 {
			last = rows[n-1].Record.ID
		}
		done += n
		progress(done)
	}
	return nil
}

// utc returns a time as in exported files; "" for nil.
func utc(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
