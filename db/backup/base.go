package backup

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5/pgconn"
)

// Base is a base backup: a copy of Postgres's files that is usable with the
// write-ahead log since.
type Base struct {
	Stored
	Made    time.Time // when it was begun
	System  uint64    // the Postgres it is of
	segment string    // of the log that was written then
}

const basePrefix = "base-"

var baseFormat = regexp.MustCompile(`^base-(\d{8}T\d{6}Z)-(\d+)-([0-9A-F]{24})\.tar\.zst(\.age)?$`)

// basesIn returns the base backups among files, newest first.
func basesIn(all []Stored) (list []Base) {
	for _, f := range all {
		if parts := baseFormat.FindStringSubmatch(f.Name); parts != nil {
			b := Base{Stored: f, segment: parts[3]}
			b.Made, _ = time.Parse(nameTime, parts[1]) // on error it is long ago
			b.System, _ = strconv.ParseUint(parts[2], 10, 64)
			list = append(list, b)
		}
	}
	slices.SortFunc(list, func(a, b Base) int { return b.Made.Compare(a.Made) })
	return list
}

// makeBase stores a base backup.
func (w *WAL) makeBase(ctx context.Context, now time.Time) error {
	conn, err := connect(ctx, w.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	b := Base{Made: now.Truncate(time.Second)}
	err = conn.QueryRow(ctx, "SELECT system_identifier, pg_walfile_name(pg_current_wal_lsn()) FROM pg_control_system()").Scan(&b.System, &b.segment)
	if err != nil {
		return err
	}
	if w.chain().system != b.System {
		if err := w.setChain(chain{b.System, b.segment, b.Made}); err != nil {
			return err
		}
	}
	name := fmt.Sprintf("%s%s-%d-%s%s", basePrefix, b.Made.UTC().Format(nameTime), b.System, b.segment, ending(w.Recipients))
	err = w.Store.Put(ctx, name, func(out io.Writer) error {
		to, below, err := encode(out, w.Recipients)
		if err != nil {
			return err
		}
		return errors.Join(copyBase(ctx, w.URL, to), closeAll(below))
	})
	if err == nil {
		w.Log.Info("base backup complete", "file", w.Store.Address(name), "took", time.Since(now))
	}
	return err
}

// copyBase writes Postgres's files to a writer, as a tar.
func copyBase(ctx context.Context, url string, to io.Writer) error {
	c, err := pgconn.ParseConfig(url)
	if err != nil {
		return err
	}
	c.RuntimeParams["replication"] = "true"
	conn, err := pgconn.ConnectConfig(ctx, c)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.CopyTo(ctx, &baseWriter{to: to}, "BASE_BACKUP (LABEL 'thriftwell', CHECKPOINT 'fast', WAIT false, MANIFEST 'no')")
	return err
}

// baseWriter takes the messages of BASE_BACKUP, of a kind and a content each, and
// passes on the content of the archive.
type baseWriter struct {
	to       io.Writer
	archives int
}

func (w *baseWriter) Write(message []byte) (int, error) {
	switch message[0] {
	case 'n':
		if w.archives++; w.archives > 1 {
			return 0, errors.New("the database has tablespaces, which base backups don't support")
		}
	case 'd':
		if _, err := w.to.Write(message[1:]); err != nil {
			return 0, err
		}
	}
	return len(message), nil
}

// Bases returns the base backups that were begun until a moment, newest first; all
// if it is zero.
func (w *WAL) Bases(ctx context.Context, at time.Time) ([]Base, error) {
	all, err := w.Store.List(ctx)
	return slices.DeleteFunc(basesIn(all), func(b Base) bool { return !at.IsZero() && b.Made.After(at) }), err
}

// The batches of the log that are read for a moment end this long after it, and
// this many batches later: the first change after the moment must be among them.
const (
	batchesAfter = 10
	timeAfter    = time.Hour
)

// Fetch writes a base backup to the folder data, and the segments that are needed
// to get from there to a moment, or to the end if it is zero, to the folder log.
func (w *WAL) Fetch(ctx context.Context, b Base, at time.Time, data, log string, identities ...age.Identity) error {
	if err := unpack(ctx, w.Store, b.Name, data, identities); err != nil {
		return fmt.Errorf("%s: %w", w.Store.Address(b.Name), err)
	}
	in, batches, err := w.since(ctx, b)
	if err != nil {
		return err
	}
	after := 0
	for _, next := range batches {
		if !at.IsZero() && next.made.After(at.Add(timeAfter)) {
			after++
		}
		if after > batchesAfter {
			break
		}
		if err := unpack(ctx, in, next.Name, log, identities); err != nil {
			return fmt.Errorf("%s: %w", in.Address(next.Name), err)
		}
	}
	return nil
}

// since returns where the log is stored, and its batches since a base backup, oldest
// first.
func (w *WAL) since(ctx context.Context, b Base) (in Store, batches []batch, err error) {
	if in, err = w.Store.Within(walFolder); err != nil {
		return nil, nil, err
	}
	batches, err = listBatches(ctx, in)
	return in, slices.DeleteFunc(batches, func(next batch) bool { return next.system != b.System || next.last < b.segment }), err
}

// compression is how many times smaller than its segments the stored log is, at
// most: pages of tables in it shrink less, and what is unused takes no space.
const compression = 10

// Unpacked estimates the size of the log since a base backup, in bytes.
func (w *WAL) Unpacked(ctx context.Context, b Base) (bytes int64, err error) {
	_, batches, err := w.since(ctx, b)
	for _, next := range batches {
		bytes += compression * next.Bytes
	}
	return bytes, err
}

// unpack writes the files of a tar in a store to a folder.
func unpack(ctx context.Context, from Store, name, to string, identities []age.Identity) error {
	f, err := from.Open(ctx, name)
	if err != nil {
		return err
	}
	defer f.Close()
	plain, err := decode(f, identities)
	if err != nil {
		return err
	}
	defer plain.Close()
	for files := tar.NewReader(plain); ; {
		head, err := files.Next()
		if err == io.EOF {
			_, err = io.Copy(io.Discard, plain) // the checksum comes last
			return err
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		path := filepath.Join(to, head.Name)
		switch {
		case !filepath.IsLocal(head.Name):
			return fmt.Errorf("%w: the file %s is outside the folder", ErrDamaged, head.Name)
		case head.Typeflag == tar.TypeDir:
			err = os.MkdirAll(path, 0o700)
		case segmentName.MatchString(head.Name):
			err = unpackSegment(path, files)
		default:
			err = unpackFile(path, files)
		}
		if err != nil {
			return err
		}
	}
}

func unpackFile(path string, content io.Reader) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Close())
}

// unpackSegment leaves a hole for the end of a segment, which is often unused: a
// day may have a thousand of them.
func unpackSegment(path string, content io.Reader) error {
	all, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	used := len(all)
	for used > 0 && all[used-1] == 0 {
		used--
	}
	return errors.Join(os.WriteFile(path, all[:used], 0o600), os.Truncate(path, int64(len(all))))
}
