package backup

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"filippo.io/age"
	"golang.org/x/sys/unix"
)

// WAL keeps what brings a bundled Postgres back to any moment: base backups, and
// Postgres's write-ahead log since the oldest of them, in batches of segments.
type WAL struct {
	Store      Store
	Folder     string // where Postgres copies its segments
	URL        string // of the database
	Recipients []age.Recipient
	Report     func(failure error) // if set, told of failures, and of the first success after them
	Log        *slog.Logger

	isFine bool // as Report was told last
}

// walFolder is the folder of the batches in the store.
const walFolder = "wal"

// batchSize is the most segments in a batch. They have 1 MB each.
const batchSize = 64

// maxWaiting is how much may wait to be stored before it is given up, so that it
// doesn't fill the disk. In bytes.
const maxWaiting = 1 << 30

// Run stores what Postgres has copied.
func (w *WAL) Run(ctx context.Context) error {
	err := cmp.Or(w.Ship(ctx), w.copyFailure(ctx))
	if ctx.Err() == nil && (err != nil || !w.isFine) {
		if w.isFine = err == nil; w.Report != nil {
			w.Report(err)
		}
	}
	return err
}

// copyFailure returns an error if Postgres can't copy its segments. They then
// stay in its own folder.
func (w *WAL) copyFailure(ctx context.Context) error {
	conn, err := connect(ctx, w.URL)
	if err != nil {
		return nil // others report that
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var fails bool
	err = conn.QueryRow(ctx, "SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) FROM pg_stat_archiver").Scan(&fails)
	if err == nil && fails {
		err = fmt.Errorf("Postgres couldn't copy its log to %s (see postgres.log in DATA_DIR)", w.Folder)
	}
	return err
}

// Ship moves the copied segments to the store. Only one process does so at a
// time.
func (w *WAL) Ship(ctx context.Context) error {
	lock, err := os.Open(w.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // Postgres hasn't copied any
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX); err != nil {
		return err
	}
	to, err := w.Store.Within(walFolder)
	for err == nil {
		var batch []segment
		if batch, err = w.waiting(); err != nil || len(batch) == 0 {
			break
		}
		err = w.ship(ctx, to, batch)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("store the write-ahead log in %s: %w", w.Store.Address(walFolder), err), w.giveUp())
	}
	return nil
}

// segment is a file of the write-ahead log.
type segment struct {
	name   string // timeline, and number in two parts
	system uint64 // the Postgres that wrote it
	size   uint32
}

var (
	segmentName = regexp.MustCompile(`^[0-9A-F]{24}$`)
	labelName   = regexp.MustCompile(`^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$`)
)

// next returns the name of the segment after s.
func (s segment) next() string {
	high, _ := strconv.ParseUint(s.name[8:16], 16, 32)
	low, _ := strconv.ParseUint(s.name[16:], 16, 32)
	n := high*(1<<32/uint64(s.size)) + low + 1
	return fmt.Sprintf("%s%08X%08X", s.name[:8], n/(1<<32/uint64(s.size)), n%(1<<32/uint64(s.size)))
}

// waiting returns the next segments of one Postgres that are to be stored.
func (w *WAL) waiting() (batch []segment, err error) {
	entries, err := os.ReadDir(w.Folder) // sorted
	for _, e := range entries {
		switch {
		case labelName.MatchString(e.Name()): // of a base backup, which has its own copy
			err = errors.Join(err, os.Remove(filepath.Join(w.Folder, e.Name())))
			continue
		case !segmentName.MatchString(e.Name()) || len(batch) == batchSize:
			continue
		}
		s, err := readSegment(filepath.Join(w.Folder, e.Name()))
		if err != nil {
			return nil, err
		}
		if len(batch) == 0 || s.system == batch[0].system {
			batch = append(batch, s)
		}
	}
	return batch, err
}

// readSegment reads the first page's header, XLogLongPageHeaderData in
// src/include/access/xlog_internal.h.
func readSegment(file string) (segment, error) {
	f, err := os.Open(file)
	if err != nil {
		return segment{}, err
	}
	defer f.Close()
	header := make([]byte, 36)
	if _, err := io.ReadFull(f, header); err != nil {
		return segment{}, err
	}
	s := segment{filepath.Base(file), binary.NativeEndian.Uint64(header[24:]), binary.NativeEndian.Uint32(header[32:])}
	if s.size < 1<<20 || s.size > 1<<30 {
		return s, fmt.Errorf("%s isn't a segment of the write-ahead log", file)
	}
	return s, nil
}

func (w *WAL) ship(ctx context.Context, to Store, batch []segment) error {
	first, last, now := batch[0], batch[len(batch)-1], time.Now()
	name := fmt.Sprintf("%s%s-%d-%s-%s%s", batchPrefix, now.UTC().Format(nameTime), first.system, first.name, last.name, ending(w.Recipients))
	err := to.Put(ctx, name, func(out io.Writer) error {
		a, err := newArchive(out, now, w.Recipients)
		for _, s := range batch {
			var content []byte
			if err == nil {
				content, err = os.ReadFile(filepath.Join(w.Folder, s.name))
			}
			if err == nil {
				err = a.add(s.name, content)
			}
		}
		if err != nil {
			return err
		}
		return a.Close()
	})
	if err != nil {
		return err
	}
	if err := w.advance(batch); err != nil {
		return err
	}
	for _, s := range batch {
		err = errors.Join(err, os.Remove(filepath.Join(w.Folder, s.name)))
	}
	return err
}

// giveUp removes what waits if it threatens to fill the disk. Then segments are
// missing, so a base backup is made once the store works again.
func (w *WAL) giveUp() error {
	files, err := filepath.Glob(filepath.Join(w.Folder, "*"))
	var waiting, free int64
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			waiting += info.Size()
		}
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(w.Folder, &disk); err == nil {
		free = int64(disk.Bavail) * int64(disk.Bsize)
	}
	if waiting <= min(maxWaiting, free) {
		return err
	}
	w.Log.Error("deleted the part of the write-ahead log that couldn't be stored, to keep the disk from filling up", "megabytes", waiting>>20)
	for _, f := range files {
		err = errors.Join(err, os.Remove(f))
	}
	return err
}

// chain is an uninterrupted sequence of segments that were stored.
type chain struct {
	system uint64
	next   string    // segment
	since  time.Time // only base backups since then are part of it
}

// chainFile is in Folder. Without it there is no chain.
const chainFile = ".chain"

func (w *WAL) chain() (c chain) {
	text, _ := os.ReadFile(filepath.Join(w.Folder, chainFile))
	var seconds int64
	if _, err := fmt.Sscan(string(text), &c.system, &c.next, &seconds); err != nil {
		return chain{}
	}
	c.since = time.Unix(seconds, 0)
	return c
}

func (w *WAL) setChain(c chain) error {
	return putFile(filepath.Join(w.Folder, chainFile), func(to io.Writer) error {
		_, err := fmt.Fprintln(to, c.system, c.next, c.since.Unix())
		return err
	})
}

// advance adds stored segments to the chain, or ends it if some are missing in
// between.
func (w *WAL) advance(batch []segment) error {
	c := w.chain()
	if c.system == 0 {
		return nil
	}
	for _, s := range batch {
		if s.system != c.system || s.name > c.next {
			w.Log.Warn("part of the write-ahead log is missing; making a new base backup", "from", c.next, "to", s.name)
			return os.Remove(filepath.Join(w.Folder, chainFile))
		}
		c.next = max(c.next, s.next())
	}
	return w.setChain(c)
}

// needsBase reports whether no base backup is part of the chain.
func (w *WAL) needsBase(bases []Base) bool {
	c := w.chain()
	return !slices.ContainsFunc(bases, func(b Base) bool { return b.System == c.system && !b.Made.Before(c.since) })
}

// prune removes base backups older than the oldest backup, except the newest,
// and the log from before them.
func (w *WAL) prune(ctx context.Context, bases []Base, kept []Kept) (err error) {
	var left []Base
	for i, b := range bases {
		if i > 0 && (len(kept) == 0 || b.Made.Before(kept[len(kept)-1].Made)) {
			err = errors.Join(err, w.Store.Remove(ctx, b.Name))
			continue
		}
		left = append(left, b)
	}
	in, failed := w.Store.Within(walFolder)
	if failed != nil {
		return errors.Join(err, failed)
	}
	batches, failed := listBatches(ctx, in)
	for _, old := range batches {
		if !slices.ContainsFunc(left, func(b Base) bool { return b.System == old.system && b.segment <= old.last }) {
			err = errors.Join(err, in.Remove(ctx, old.Name))
		}
	}
	return errors.Join(err, failed, in.Sweep(ctx))
}

const batchPrefix = "wal-"

// batch is a file of segments in the store.
type batch struct {
	Stored
	made   time.Time
	system uint64
	last   string // segment
}

var batchFormat = regexp.MustCompile(`^wal-(\d{8}T\d{6}Z)-(\d+)-[0-9A-F]{24}-([0-9A-F]{24})\.tar\.zst(\.age)?$`)

// listBatches returns the batches in a store, oldest first.
func listBatches(ctx context.Context, in Store) (list []batch, err error) {
	all, err := in.List(ctx)
	for _, f := range all {
		if parts := batchFormat.FindStringSubmatch(f.Name); parts != nil {
			b := batch{Stored: f, last: parts[3]}
			b.made, _ = time.Parse(nameTime, parts[1]) // on error it is long ago
			b.system, _ = strconv.ParseUint(parts[2], 10, 64)
			list = append(list, b)
		}
	}
	slices.SortFunc(list, func(a, b batch) int { return cmp.Or(a.made.Compare(b.made), cmp.Compare(a.last, b.last)) })
	return list, err
}
