package tracking

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"thriftwell/server/platform/calendar"
)

// exported reads the exported events of a day.
func exported(t *testing.T, dir string, day calendar.Day) []ExportedEvent {
	t.Helper()
	rows, err := parquet.ReadFile[ExportedEvent](filepath.Join(dir, "events-"+day.String()+".parquet"))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestExportHasNoVisitors(t *testing.T) {
	t.Parallel()
	s, dir := open(t), t.TempDir()
	day, noon := s.ago(5)
	e := s.forged(s.event(Hit{Subject: ContentOffer, ID: 2, Action: Click, Earns: 7}), noon, noon)
	e.Network, e.Page = 1, 9
	e.Visit = &Visit{First: Origin{Source: "ads"}, Last: Origin{Source: "letter", Campaign: "spring"}}
	s.write(e, s.forged(s.event(view), noon, noon))
	if n, err := s.archive.Export(t.Context(), day, dir); n != 2 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	rows := exported(t, dir, day)
	if len(rows) != 2 {
		t.Fatalf("%+v", rows)
	}
	got := rows[0]
	if got.Subject != string(ContentOffer) {
		got = rows[1]
	}
	if got.ID != e.ID || got.SubjectID != 2 || got.Action != "click" || got.Reason != "human" || got.Earned != 7 || *got.PageID != 9 ||
		got.Source != "letter" || got.Campaign != "spring" || got.FirstSource != "ads" || int64(got.Day) != day.Unix()/86400 || !got.At.Equal(e.At.Truncate(time.Microsecond)) {
		t.Errorf("%+v of %+v", got, e)
	}
	if _, err := s.archive.Export(t.Context(), day.Add(-300), dir); !errors.Is(err, ErrNoEvents) {
		t.Errorf("a day without events: %v", err)
	}
}

func TestOldEventsAreDroppedOnceExported(t *testing.T) {
	t.Parallel()
	s, dir := open(t), t.TempDir()
	day, noon := s.ago(5)
	s.write(s.forged(s.event(view), noon, noon))
	archive := s.archive
	archive.Dir = filepath.Join(dir, "none")
	if _, err := archive.Drop(t.Context(), day.Add(1)); err == nil || s.number("SELECT count(*) FROM events WHERE day = $1", day.Time) != 1 {
		t.Errorf("dropped although the export failed: %v", err)
	}
	archive.Dir = dir
	if _, err := archive.Drop(t.Context(), day.Add(1)); err != nil || s.number("SELECT count(*) FROM events WHERE day = $1", day.Time) != 0 {
		t.Errorf("not dropped: %v", err)
	}
	if rows := exported(t, dir, day); len(rows) != 1 {
		t.Errorf("%+v", rows)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%v", left)
	}
}
