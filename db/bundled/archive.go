package bundled

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// archiveEnding is the ending of the folder for archived segments, beside the
// data folder.
const archiveEnding = "-wal"

// ArchiveFolder returns the folder where the Postgres of a data folder copies
// its write-ahead log.
func ArchiveFolder(dataDir string) string {
	return realPath(filepath.Join(dataDir, "postgres")) + archiveEnding
}

// archiving returns the settings that make Postgres copy its write-ahead log. A
// segment gets its name once it is complete and on disk. It needs no shell and no
// cp, which an image may lack.
func (c *cluster) archiving() ([]string, error) {
	if !c.o.Archive || c.o.Throwaway {
		return nil, nil
	}
	folder := c.data + archiveEnding
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if err := c.chown(folder); err != nil {
		return nil, err
	}
	unfinished, _ := filepath.Glob(filepath.Join(folder, "archtemp.*")) // of a Postgres that was killed
	for _, name := range unfinished {
		if err := os.Remove(name); err != nil {
			return nil, err
		}
	}
	return []string{"-c", "archive_mode=on", "-c", "archive_timeout=60s", "-c", "archive_library=basic_archive", "-c", "basic_archive.archive_directory=" + folder}, nil
}

// ErrTooEarly is returned by Recover for a moment before the base backup was
// complete.
var ErrTooEarly = errors.New("the base backup wasn't complete at that moment")

// TooLateError is returned by Recover for a moment after what was recorded.
type TooLateError struct{ Last time.Time } // the last change, if known

func (e *TooLateError) Error() string { return "the recorded changes end before that moment" }

// Recover starts a Postgres on a copy of earlier data, as it was at a moment, or
// at the end of what was recorded if that is zero. It calls fill with two
// folders: for the files of a base backup, and, in it, for the segments of the
// write-ahead log since. Then it calls use with the address of the database, and
// removes everything. DataDir is a folder for these files.
func Recover(ctx context.Context, o Options, at time.Time, fill func(data, log string) error, use func(url string) error) error {
	runtime.LockOSThread() // Linux ends a child when the thread that started it ends
	defer runtime.UnlockOSThread()
	if err := makeOpen(o.DataDir); err != nil {
		return err
	}
	c, err := newCluster(o, "")
	if err != nil {
		return err
	}
	home, err := c.home()
	if err != nil {
		return err
	}
	if home != realPath(o.DataDir) {
		defer os.RemoveAll(home)
	}
	c.data = filepath.Join(home, "recovered")
	defer os.RemoveAll(c.data)
	if err := errors.Join(os.RemoveAll(c.data), os.Mkdir(c.data, 0o700)); err != nil {
		return err
	}
	if err := fill(c.data, filepath.Join(c.data, "pg_wal")); err != nil {
		return err
	}
	version, err := os.ReadFile(filepath.Join(c.data, "PG_VERSION"))
	if err != nil {
		return err
	}
	if v := strings.TrimSpace(string(version)); v != c.major {
		return fmt.Errorf("the base backup is of PostgreSQL %s, but PostgreSQL %s is bundled: use the release that made it", v, c.major)
	}
	p, err := c.replay(ctx, at)
	if err != nil {
		return err
	}
	defer p.stop()
	return use(socketURL(c.sockets, Database))
}

// lastChange is in Postgres's log at the end of a recovery.
var lastChange = regexp.MustCompile(`last completed transaction was at log time (\S+ \S+)`)

// replay starts Postgres on a base backup and waits until it has replayed the
// log.
func (c *cluster) replay(ctx context.Context, at time.Time) (*process, error) {
	if err := os.WriteFile(filepath.Join(c.data, "recovery.signal"), nil, 0o600); err != nil {
		return nil, err
	}
	err := c.chown(c.data)
	if err != nil {
		return nil, err
	}
	if c.sockets, err = c.socketFolder(); err != nil {
		return nil, err
	}
	// It must have a restore_command, though the segments are already in its log's folder.
	settings := []string{"hot_standby=off", "fsync=off", "restore_command=exit 1", "recovery_target_timeline=current"}
	if !at.IsZero() {
		settings = append(settings, "recovery_target_time="+at.UTC().Format("2006-01-02 15:04:05.999999+00"), "recovery_target_action=promote")
	}
	var args []string
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	p, err := c.serve(ctx, args...)
	switch {
	case err == nil:
		return p, nil
	case strings.Contains(err.Error(), "before consistent recovery point"):
		return nil, ErrTooEarly
	case !strings.Contains(err.Error(), "recovery ended before configured recovery target was reached"):
		return nil, err
	}
	said, _ := os.ReadFile(filepath.Join(c.o.DataDir, "postgres.log"))
	late := new(TooLateError)
	if found := lastChange.FindSubmatch(said); found != nil {
		late.Last, _ = time.Parse("2006-01-02 15:04:05.999999-07", string(found[1])) // on error it stays unknown
	}
	return nil, late
}
