package tracking

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/parquet-go/parquet-go"

	"thriftwell/server/platform/calendar"
)

// ExportedEvent is a row of an exported day: a hit and the origins of its
// visit. It has no visitor or network, so it can't be linked to a person.
type ExportedEvent struct {
	ID        uuid.UUID `parquet:"id,uuid"`
	Day       int32     `parquet:"day,date"`                  // days since 1970, in the site's time zone
	At        time.Time `parquet:"at,timestamp(microsecond)"` // by the client's clock, if credible
	Subject   string    `parquet:"subject,dict"`
	SubjectID int64     `parquet:"subject_id"`
	Action    string    `parquet:"action,dict"`
	Reason    string    `parquet:"reason,dict"`
	PageID    *int64    `parquet:"page_id,optional"` // the content page it happened on

	Place   string `parquet:"place,dict"` // the page it happened on
	PlaceID int64  `parquet:"place_id"`
	Piece   string `parquet:"piece,dict"` // the last article or guide opened
	PieceID int64  `parquet:"piece_id"`

	Source    string `parquet:"source,dict"` // of the last origin, which reports credit
	Medium    string `parquet:"medium,dict"`
	Campaign  string `parquet:"campaign,dict"`
	Content   string `parquet:"content,dict"`
	Referrer  string `parquet:"referrer,dict"`
	LinkID    int64  `parquet:"link_id"`
	Landing   string `parquet:"landing,dict"`
	LandingID int64  `parquet:"landing_id"`

	FirstSource   string `parquet:"first_source,dict"`
	FirstMedium   string `parquet:"first_medium,dict"`
	FirstCampaign string `parquet:"first_campaign,dict"`
	FirstLinkID   int64  `parquet:"first_link_id"`

	Earned          int64  `parquet:"earned"`      // in the smallest unit of the site's currency
	ForeignPay      int64  `parquet:"foreign_pay"` // in the smallest unit of foreign_currency
	ForeignCurrency string `parquet:"foreign_currency,dict"`
}

// rowsInGroup is how many rows are buffered before they are written as a group.
const rowsInGroup = 50_000

const readDay = `
	SELECT e.id, e.day - date '1970-01-01', e.at, e.subject::text, e.subject_id, e.action::text, e.reason::text, e.page_id,
		coalesce(c.place, ''), coalesce(c.place_id, 0), coalesce(c.piece, ''), coalesce(c.piece_id, 0),
		coalesce(l.source, ''), coalesce(l.medium, ''), coalesce(l.campaign, ''), coalesce(l.content, ''), coalesce(l.referrer, ''),
		coalesce(l.link_id, 0), coalesce(l.landing, ''), coalesce(l.landing_id, 0),
		coalesce(f.source, ''), coalesce(f.medium, ''), coalesce(f.campaign, ''), coalesce(f.link_id, 0),
		coalesce(e.earned, 0), coalesce(e.foreign_pay, 0), coalesce(e.foreign_currency, '')
	FROM events e LEFT JOIN contexts c ON c.id = e.context_id LEFT JOIN origins l ON l.id = c.last_id LEFT JOIN origins f ON f.id = c.first_id
	WHERE e.day = $1`

// Export writes a day's raw events to dir as the Parquet file
// events-DAY.parquet (https://parquet.apache.org) and returns their number. The
// file appears under its name when it is complete. If the day has no raw
// events, Export returns ErrNoEvents.
func (a Archive) Export(ctx context.Context, day calendar.Day, dir string) (rows int64, err error) {
	days, err := Old(ctx, a.Pool, day.Add(1))
	if err != nil {
		return 0, fmt.Errorf("list the days of events: %w", err)
	}
	if len(days) == 0 || !days[len(days)-1].Equal(day.Time) {
		return 0, ErrNoEvents
	}
	err = pgx.BeginTxFunc(ctx, a.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		rows, err = export(ctx, tx, day, dir)
		return err
	})
	return rows, err
}

func export(ctx context.Context, tx pgx.Tx, day calendar.Day, dir string) (rows int64, err error) {
	to, err := os.CreateTemp(dir, ".events-*")
	if err != nil {
		return 0, fmt.Errorf("make the file of %s: %w", day, err)
	}
	defer os.Remove(to.Name())
	buffered := bufio.NewWriter(to)
	rows, err = writeDay(ctx, tx, day, buffered)
	if err = errors.Join(err, buffered.Flush(), to.Chmod(0o640), to.Sync(), to.Close()); err != nil {
		return 0, fmt.Errorf("write the events of %s: %w", day, err)
	}
	if err := os.Rename(to.Name(), filepath.Join(dir, "events-"+day.String()+".parquet")); err != nil {
		return 0, err
	}
	syncDir(dir) // the day may be dropped next
	return rows, nil
}

func writeDay(ctx context.Context, tx pgx.Tx, day calendar.Day, w io.Writer) (written int64, err error) {
	file := parquet.NewGenericWriter[ExportedEvent](w, parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(rowsInGroup))
	events, err := tx.Query(ctx, readDay, day.Time)
	if err != nil {
		return 0, err
	}
	defer events.Close()
	for events.Next() {
		e, err := pgx.RowToStructByPos[ExportedEvent](events)
		if err == nil {
			_, err = file.Write([]ExportedEvent{e})
		}
		if err != nil {
			return written, errors.Join(err, file.Close())
		}
		written++
	}
	return written, errors.Join(events.Err(), file.Close())
}
