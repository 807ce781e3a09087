package tracking

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"
)

// spoolFile returns the path of a spool file.
func (s *site) spoolFile(name string) string {
	return filepath.Join(s.o.SpoolDir, spoolName+name+spoolExt)
}

func TestAnIncompleteLastLineIsSkippedAndReported(t *testing.T) {
	t.Parallel()
	s := open(t)
	whole, torn := s.event(view), s.event(view)
	text := appendLine(appendLine(nil, &whole), &torn)
	if err := os.WriteFile(s.spoolFile("1-1"), text[:len(text)-20], 0o600); err != nil {
		t.Fatal(err)
	}
	s.inBackground()
	eventually(t, "the spool is not brought in", func() bool { return len(s.recorder.spool.files()) == 0 })
	if n := s.number("SELECT count(*) FROM events"); n != 1 {
		t.Errorf("%d events", n)
	}
	if n := testutil.ToFloat64(s.metrics.torn); n != 1 {
		t.Errorf("the metric is %v", n)
	}
}

func TestFilesWithDamagedLinesAreSetAside(t *testing.T) {
	t.Parallel()
	s := open(t)
	a, b, c := s.event(view), s.event(view), s.event(view)
	bad := appendLine(nil, &b)
	bad[30] ^= 1
	text := appendLine(append(appendLine(nil, &a), bad...), &c)
	if err := os.WriteFile(s.spoolFile("1-1"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	s.inBackground()
	eventually(t, "the file is not put aside", func() bool {
		_, err := os.Stat(filepath.Join(s.o.SpoolDir, "events-1-1.damaged"))
		return err == nil
	})
	if n := s.number("SELECT count(*) FROM events"); n != 2 {
		t.Errorf("%d events, want the 2 that can be read", n)
	}
	if n := testutil.ToFloat64(s.metrics.damaged); n != 1 {
		t.Errorf("the metric is %v", n)
	}
}

func TestUnreadableFilesAreSetAside(t *testing.T) {
	t.Parallel()
	s := open(t)
	whole := func() []byte { e := s.event(view); return appendLine(nil, &e) }
	bad := whole()
	bad[30] ^= 1
	files := map[string][]byte{
		"1": bad, // a complete line, so its event was acknowledged
		"2": append(whole(), make([]byte, 64<<10)...),
		"4": append(append(append(whole(), make([]byte, 200<<10)...), '\n'), whole()...),
		"5": whole(),
	}
	for name, text := range files {
		if err := os.WriteFile(s.spoolFile(name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(s.spoolFile("3"), 0o700); err != nil { // has our kind of name, but is a folder
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(s.spoolFile("0"), 0o600); err != nil { // opening it would block
		t.Fatal(err)
	}
	s.inBackground()
	eventually(t, "the spool is not brought in", func() bool { return len(s.recorder.spool.files()) == 0 })
	if n := s.counted(view); n != 4 {
		t.Errorf("%d counted, want the 4 readable ones", n)
	}
	s.consistent()
	for _, name := range []string{"1", "2", "4"} {
		kept, err := os.ReadFile(filepath.Join(s.o.SpoolDir, "events-"+name+".damaged"))
		if err != nil || !bytes.Equal(kept, files[name]) {
			t.Errorf("file %s changed: %d bytes, %v", name, len(kept), err)
		}
	}
	if _, err := os.Stat(filepath.Join(s.o.SpoolDir, "events-5.damaged")); err == nil {
		t.Error("an intact file was set aside")
	}
	if files, lines := testutil.ToFloat64(s.metrics.quarantined), testutil.ToFloat64(s.metrics.damaged); files != 5 || lines != 3 {
		t.Errorf("the metrics are %v files and %v lines", files, lines)
	}
}

func TestALastLineWithAFlippedBitIsSetAside(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := s.event(view)
	whole := appendLine(nil, &e)
	for name, at := range map[string]int{"1": 40, "2": len(whole) - 1} { // within the line, and its end
		text := bytes.Clone(whole)
		text[at] ^= 1
		if err := os.WriteFile(s.spoolFile(name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.inBackground()
	eventually(t, "the spool is not brought in", func() bool { return len(s.recorder.spool.files()) == 0 })
	for _, name := range []string{"1", "2"} {
		if _, err := os.Stat(filepath.Join(s.o.SpoolDir, "events-"+name+".damaged")); err != nil {
			t.Errorf("file %s was not set aside: %v", name, err)
		}
	}
}

func TestForeignFilesInTheSpoolAreUntouched(t *testing.T) {
	t.Parallel()
	s := open(t)
	foreign := map[string]string{"notes.spool": "half a line", "README": "of the operator\n", "events.spool": ""}
	for name, text := range foreign {
		if err := os.WriteFile(filepath.Join(s.o.SpoolDir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	back := s.lose()
	s.record(s.event(view))
	back()
	s.inBackground()
	eventually(t, "the event is not brought in", func() bool { return s.counted(view) == 1 && len(s.recorder.spool.files()) == 0 })
	for name, want := range foreign {
		if text, err := os.ReadFile(filepath.Join(s.o.SpoolDir, name)); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

func TestAFileThatPostgresRejectsDelaysNoOthers(t *testing.T) {
	t.Parallel()
	s := open(t)
	refused, other := s.event(view), s.event(view)
	s.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$`)
	s.exec(`CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.id = '` + refused.ID.String() + `') EXECUTE FUNCTION refuse()`)
	for name, e := range map[string]*Event{"1": &refused, "2": &other} {
		if err := os.WriteFile(s.spoolFile(name), appendLine(nil, e), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.inBackground()
	eventually(t, "the file behind it is not brought in", func() bool { return s.counted(view) == 1 })
	s.exec("DROP TRIGGER refuse ON events")
	eventually(t, "it is not brought in later", func() bool { return s.counted(view) == 2 })
}

// endless is a line of so many bytes.
type endless struct{ left int }

func (l *endless) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	n := min(l.left, len(p))
	l.left -= n
	return n, nil
}

func TestHugeLinesAreNotReadIntoMemory(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := s.event(view)
	lines := bufio.NewReaderSize(io.MultiReader(&endless{300 << 20}, strings.NewReader("\n"), bytes.NewReader(appendLine(nil, &e))), maxLine)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := nextEvent(lines); !errors.Is(err, errBadLine) {
		t.Errorf("the long line: %v", err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 100<<20 { // the rest of the program allocates too
		t.Errorf("allocated %d MB", took>>20)
	}
	if next, err := nextEvent(lines); err != nil || next.ID != e.ID {
		t.Errorf("the next line: %v", err)
	}
}

func TestReplaySpoolOfAStoppedInstance(t *testing.T) {
	t.Parallel()
	s := open(t)
	counted, waiting, held, bad := s.event(view), s.event(view), s.event(view), s.event(view)
	s.record(counted)
	gone := s.o
	gone.SpoolDir = t.TempDir()
	line := appendLine(nil, &bad)
	line[30] ^= 1
	for name, text := range map[string][]byte{"1-1": appendLine(appendLine(nil, &counted), &waiting), "2-1": appendLine(nil, &held), "3-1": line} {
		if err := os.WriteFile(filepath.Join(gone.SpoolDir, spoolName+name+spoolExt), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.Open(filepath.Join(gone.SpoolDir, spoolName+"2-1"+spoolExt))
	if err != nil {
		t.Fatal(err)
	}
	defer written.Close()
	if err := syscall.Flock(int(written.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	for _, want := range []Replayed{{Events: 2, Aside: 1, Left: 1}, {Left: 1}} {
		if done, err := ReplaySpool(t.Context(), gone); done != want || err != nil {
			t.Errorf("%+v, %v; want %+v", done, err, want)
		}
	}
	if n := s.number("SELECT count(*) FROM events"); n != 2 {
		t.Errorf("%d events", n)
	}
	if n := s.number("SELECT sum(count) FROM daily_counts"); n != 2 {
		t.Errorf("%d are counted", n)
	}
}
