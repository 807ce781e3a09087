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
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// spool stores events in files while Postgres is down: one line for each event,
// with a checksum, appended and synced before the event is acknowledged. A file
// being written is locked; an unlocked one is replayed by the first process
// that gets to it.
type spool struct {
	dir      string
	ballast  ballast
	create   func(path string) (*os.File, error)
	requests chan spoolRequest
	stop     chan struct{}

	synced, unsynced spoolFile
}

// spoolFile is a file being written.
type spoolFile struct {
	mu   sync.Mutex // guards what follows
	file *os.File   // nil if none is open
	size int64      // of complete lines in file
}

type spoolRequest struct {
	lines []byte
	pays  bool // has a click-out, for which ballast is freed
	done  chan error
}

// Names of the spool's files.
const (
	spoolName  = "events-" // starts the names; other files aren't the spool's
	spoolExt   = ".spool"
	newExt     = ".new"     // added until the file is locked
	damagedExt = ".damaged" // set aside: can't be read completely
)

var errSpoolClosed = errors.New("the spool is closed")

func openSpool(dir string) (*spool, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the spool: %w", err)
	}
	s := &spool{
		dir: dir, create: createLocked, requests: make(chan spoolRequest, 1024), stop: make(chan struct{}),
		ballast: ballast{path: dir + ballastExt, size: ballastSize, free: freeOn},
	}
	go s.run()
	return s, nil
}

// createLocked makes a file and locks it before it gets its name. Another
// process would replay and remove an unlocked empty file.
func createLocked(path string) (*os.File, error) {
	f, err := os.OpenFile(path+newExt, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		err = os.Rename(path+newExt, path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// append returns when the events are synced to disk.
func (s *spool) append(events ...Event) error {
	request := spoolRequest{done: make(chan error, 1)}
	for i := range events {
		request.lines = appendLine(request.lines, &events[i])
		request.pays = request.pays || events[i].pays()
	}
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

// run writes the requests that arrive during one sync with the next (group
// commit).
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
		lines, pays := group[0].lines, group[0].pays
		for len(s.requests) > 0 {
			r := <-s.requests
			group = append(group, r)
			lines, pays = append(lines, r.lines...), pays || r.pays
		}
		err := s.write(&s.synced, lines)
		for isFull(err) && pays && s.ballast.release(len(lines)) {
			err = s.write(&s.synced, lines)
		}
		for _, r := range group {
			r.done <- err
		}
	}
}

// keep writes an event without a sync, which may be slow. The event survives
// the process, but perhaps not the machine.
func (s *spool) keep(e Event) error { return s.write(&s.unsynced, appendLine(nil, &e)) }

func (s *spool) write(to *spoolFile, lines []byte) error {
	to.mu.Lock()
	defer to.mu.Unlock()
	sync := to == &s.synced
	if to.file == nil {
		name := fmt.Sprintf("%s%d-%d-%t%s", spoolName, time.Now().UnixNano(), os.Getpid(), sync, spoolExt)
		f, err := s.create(filepath.Join(s.dir, name))
		if err != nil {
			return fmt.Errorf("open the spool: %w", err)
		}
		to.file, to.size = f, 0
		if sync {
			syncDir(s.dir)
		}
	}
	_, err := to.file.Write(lines)
	if err == nil && sync {
		err = to.file.Sync()
	}
	if err == nil {
		to.size += int64(len(lines))
		return nil
	}
	// A partial line must not run into the next one. A file that failed to sync is not written again.
	_ = to.file.Truncate(to.size)
	to.close()
	return fmt.Errorf("write to the spool: %w", err)
}

// rotate closes the files being written, so that they can be replayed.
func (s *spool) rotate() {
	for _, f := range []*spoolFile{&s.synced, &s.unsynced} {
		f.mu.Lock()
		f.close()
		f.mu.Unlock()
	}
}

func (f *spoolFile) close() {
	if f.file != nil {
		_ = f.file.Close()
		f.file = nil
	}
}

// bytes returns the size of the spool, including files of other processes.
func (s *spool) bytes() (total int64) {
	for _, path := range s.files() {
		if info, err := os.Stat(path); err == nil {
			total += info.Size()
		}
	}
	return total
}

// oldest returns the time since the least recently written file was written.
func (s *spool) oldest() (age time.Duration) {
	for _, path := range s.files() {
		if info, err := os.Stat(path); err == nil {
			age = max(age, time.Since(info.ModTime()))
		}
	}
	return age
}

func (s *spool) files() []string {
	files, _ := filepath.Glob(filepath.Join(s.dir, spoolName+"*"+spoolExt))
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

// appendLine appends an event as a line: checksum in hex, a space, JSON.
func appendLine(to []byte, e *Event) []byte {
	text, _ := json.Marshal(e) // has plain values only
	to = fmt.Appendf(to, "%08x ", crc32.Checksum(text, castagnoli))
	to = append(to, text...)
	return append(to, '\n')
}

var errBadLine = errors.New("not a line of the spool")

// readLine parses a line written by appendLine.
func readLine(line []byte) (e Event, err error) {
	line, whole := bytes.CutSuffix(line, []byte("\n"))
	if !whole || len(line) < 9 || line[8] != ' ' {
		return e, errBadLine
	}
	sum, err := strconv.ParseUint(string(line[:8]), 16, 32)
	if err != nil || uint32(sum) != crc32.Checksum(line[9:], castagnoli) {
		return e, errBadLine
	}
	decoder := json.NewDecoder(bytes.NewReader(line[9:]))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&e); err != nil {
		return e, fmt.Errorf("%w: %w", errBadLine, err)
	}
	if _, err := decoder.Token(); err != io.EOF || !e.valid() {
		return e, errBadLine
	}
	return e, nil
}

// valid reports whether Postgres would accept the event.
func (e *Event) valid() bool {
	if e.ID.Version() != 7 || len(e.Hits) == 0 || !plausible(e.At) || !plausible(e.received()) || !plausible(e.Day.Time) {
		return false
	}
	switch e.Reason {
	case Human, Robot, Prefetch, Embedded, Staff, Duplicate:
	default:
		return false
	}
	for _, h := range e.Hits {
		if !h.valid() {
			return false
		}
	}
	return true
}

func (h Hit) valid() bool {
	switch h.Subject {
	case Page, Article, Guide, Author, Newsletter, Path, Offer, ContentOffer, DailyOffer, StaticOffer, Question:
	default:
		return false
	}
	switch h.Action {
	case View, Read, Click, Skip, ClickOut, Yes, No, Continue, Unknown, Signup, Contact:
		return true
	}
	return false
}

// pays reports whether a partner may pay for the event.
func (e *Event) pays() bool {
	return slices.ContainsFunc(e.Hits, func(h Hit) bool { return h.Action == ClickOut })
}

// plausible reports whether Postgres can store the time of a line.
func plausible(t time.Time) bool { return t.Year() >= 2000 && t.Year() < 3000 }
