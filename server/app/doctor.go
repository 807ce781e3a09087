package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/config"
	"thriftwell/server/platform/renderer"
)

// leastDisk is the free space below which the doctor warns, in bytes.
const leastDisk = 1 << 30

// ErrUnhealthy is Doctor's error when it found something wrong.
var ErrUnhealthy = errors.New("the doctor found something to mend")

// complaint is one thing that is wrong, with its mend.
type complaint struct{ what, mend string }

// Doctor names everything that is wrong with the settings or the machine, each
// with its mend, and changes nothing.
func Doctor(ctx context.Context, out io.Writer, root string, c config.Config, settings error) error {
	checks := []struct {
		name  string
		check func() *complaint
	}{
		{"settings", func() *complaint { return complain(settings, "Correct these variables; README.md lists them all.") }},
		{"node", func() *complaint {
			_, err := renderer.FindNode(root)
			return complain(err, "Run ./scripts/start, which installs Node 24 beside the project.")
		}},
		{"front end", func() *complaint {
			_, err := openDistribution(filepath.Join(root, "dist"))
			return complain(err, "Run ./scripts/build.")
		}},
		{"data folder", func() *complaint {
			return complain(writable(c.DataDir), "Give this user the right to write there, or set DATA_DIR to another folder.")
		}},
		{"disk", func() *complaint { return diskComplaint(c.DataDir) }},
		{"port", func() *complaint {
			return complain(portFree(c), "Stop the program that listens there, or set PORT to another number.")
		}},
		{"database", func() *complaint { return databaseComplaint(ctx, c, root) }},
	}
	sick := false
	for _, check := range checks {
		found := check.check()
		if found == nil {
			fmt.Fprintf(out, "ok    %s\n", check.name)
			continue
		}
		sick = true
		fmt.Fprintf(out, "WRONG %s: %s\n      mend: %s\n", check.name, found.what, found.mend)
	}
	if sick {
		return ErrUnhealthy
	}
	return nil
}

func complain(err error, mend string) *complaint {
	if err == nil {
		return nil
	}
	return &complaint{err.Error(), mend}
}

func writable(dir string) error {
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
	}
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

func diskComplaint(dir string) *complaint {
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
	}
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return complain(err, "Check the disk that holds DATA_DIR.")
	}
	if free := s.Bavail * uint64(s.Bsize); free < leastDisk {
		return &complaint{fmt.Sprintf("only %d MB are free", free>>20), "Free at least 1 GB, or set DATA_DIR to a larger disk."}
	}
	return nil
}

// portFree tries to listen where the site would.
func portFree(c config.Config) error {
	l, err := net.Listen("tcp", c.Addr())
	if err != nil {
		return err
	}
	return l.Close()
}

func databaseComplaint(ctx context.Context, c config.Config, root string) *complaint {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	o := Options{Config: c, Log: slog.New(slog.DiscardHandler), Root: root}
	url, postgres, err := Database(ctx, o)
	if err != nil {
		return complain(err, "Run ./scripts/start to install the bundled Postgres, or set DATABASE_URL to one that runs.")
	}
	if postgres != nil {
		defer postgres.Stop(context.WithoutCancel(ctx))
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return complain(err, "Check that the server of DATABASE_URL runs and that user, password and database are right.")
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var version int
	if err := conn.QueryRow(ctx, "SELECT current_setting('server_version_num')::int").Scan(&version); err != nil {
		return complain(err, "Check the database's log.")
	}
	if version < 150000 {
		return &complaint{fmt.Sprintf("Postgres %d is too old", version/10000), "Use Postgres 15 or newer."}
	}
	return nil
}
