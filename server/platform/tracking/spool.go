package tracking

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// spool keeps events in files while Postgres is away: a line an event, with a
// checksum, appended and synced before anybody is told that the event is kept.
// The file that is being written is locked; one that is not locked waits to be
// brought in, by whichever process comes first.
type spool struct {
	dir      string
	create   func(path string) (*os.File, error)
	requests chan spoolRequest
	stop     chan struct{}

	mu   sync.Mutex // guards what follows
	file *os.File   // nil: none is open
	size int64      // of file, whole lines only
}

type spoolRequest struct {
	lines []byte
	done  chan error
}

// spoolEnding marks the spool's files; newEnding one that is not locked yet;
// damagedEnding those that hold lines nobody can read, kept for a person to
// look at.
const (
	spoolEnding   = ".spool"
	newEnding     = ".new"
	damagedEnding = ".damaged"
)

var errSpoolClosed = errors.New("the spool is closed")

func openSpool(dir string) (*spool, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the spool: %w", err)
	}
	s := &spool{dir: dir, create: createLocked, requests: make(chan spoolRequest, 1024), stop: make(chan struct{})}
	go s.run()
	return s, nil
}

// createLocked makes a file that is locked before anybody can find it under its
// name: an empty one without a lock would be taken for done and removed.
func createLocked(path string) (*os.File, error) {
	f, err := os.OpenFile(path+newEnding, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		err = os.Rename(path+newEnding, path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// append returns when the events are on the disk.
func (s *spool) append(events ...Event) error {
	var lines []byte
	for i := range events {
		lines = appendLine(lines, &events[i])
	}
	request := spoolRequest{lines, make(chan error, 1)}
	select {
	case s.requests <- request:
	case <-s.stop:
		return errSpoolClosed
	}
	select {
	case err := <-request.done:
		return err
	case <-s.stop:
		return errSpoolClosed
	}
}

// run writes with one sync what has been asked for meanwhile.
func (s *spool) run() {
	for {
		var group []spoolRequest
		select {
		case r := <-s.requests:
			group = append(group, r)
		case <-s.stop:
			s.rotate()
			return
		}
		lines := group[0].lines
		for len(s.requests) > 0 {
			r := <-s.requests
			group = append(group, r)
			lines = append(lines, r.lines...)
		}
		err := s.write(lines)
		for _, r := range group {
			r.done <- err
		}
	}
}

func (s *spool) write(lines []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		name := fmt.Sprintf("events-%d-%d%s", time.Now().UnixNano(), os.Getpid(), spoolEnding)
		f, err := s.create(filepath.Join(s.dir, name))
		if err != nil {
			return fmt.Errorf("open the spool: %w", err)
		}
		s.file, s.size = f, 0
		syncDir(s.dir)
	}
	_, err := s.file.Write(lines)
	if err == nil {
		if err = s.file.Sync(); err == nil {
			s.size += int64(len(lines))
			return nil
		}
	}
	// What stands after the last whole line must not run into the next one. A
	// file that failed to sync is not written to again.
	_ = s.file.Truncate(s.size)
	s.seal()
	return fmt.Errorf("write to the spool: %w", err)
}

// rotate ends the file that is being written, so that it can be brought in.
func (s *spool) rotate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seal()
}

func (s *spool) seal() {
	if s.file != nil {
		_ = s.file.Close()
		s.file = nil
	}
}

// bytes is how much waits in the spool, of all processes that share it.
func (s *spool) bytes() (total int64) {
	for _, path := range s.files() {
		if info, err := os.Stat(path); err == nil {
			total += info.Size()
		}
	}
	return total
}

func (s *spool) files() []string {
	files, _ := filepath.Glob(filepath.Join(s.dir, "*"+spoolEnding))
	return files
}

func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}

// castagnoli is the polynomial of the lines' checksums.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendLine writes an event as a line: checksum in hex, a space, JSON.
func appendLine(to []byte, e *Event) []byte {
	text, _ := json.Marshal(e) // of plain values only
	to = fmt.Appendf(to, "%08x ", crc32.Checksum(text, castagnoli))
	to = append(to, text...)
	return append(to, '\n')
}

var errLine = errors.New("not a line of the spool")

// readLine reads what appendLine wrote.
func readLine(line []byte) (e Event, err error) {
	line, whole := bytes.CutSuffix(line, []byte("\n"))
	if !whole || len(line) < 9 || line[8] != ' ' {
		return e, errLine
	}
	sum, err := strconv.ParseUint(string(line[:8]), 16, 32)
	if err != nil || uint32(sum) != crc32.Checksum(line[9:], castagnoli) {
		return e, errLine
	}
	decoder := json.NewDecoder(bytes.NewReader(line[9:]))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&e); err != nil {
		return e, fmt.Errorf("%w: %w", errLine, err)
	}
	if _, err := decoder.Token(); err != io.EOF || !e.valid() {
		return e, errLine
	}
	return e, nil
}

// valid reports whether an event is one that Postgres takes.
func (e *Event) valid() bool {
	if e.ID.Version() != 7 || len(e.Facts) == 0 || !sane(e.At) || !sane(e.Day.Time) {
		return false
	}
	switch e.Reason {
	case Human, Robot, Prefetch, Duplicate:
	default:
		return false
	}
	for _, f := range e.Facts {
		if !f.valid() {
			return false
		}
	}
	return true
}

func (f Fact) valid() bool {
	switch f.Subject {
	case Page, Offer, ContentOffer, DailyOffer, StaticOffer, Question:
	default:
		return false
	}
	switch f.Action {
	case View, Click, Skip, ClickOut, Yes, No, Continue, Unknown:
		return true
	}
	return false
}

// sane bounds the times that a line may hold to what Postgres can keep.
func sane(t time.Time) bool { return t.Year() >= 2000 && t.Year() < 3000 }
