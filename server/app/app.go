// Package app is the whole program: it opens the database, the renderer and
// the page cache, wires every feature to its URL and its jobs, and serves. It
// is the only package that knows every feature.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"thriftwell/server/checks"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/port"
)

// Timeouts of the HTTP servers, and how long a shutdown may take.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 30 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 120 * time.Second
	shutdownTimeout   = 10 * time.Second
	maxHeaderBytes    = 64 << 10
	maxConnections    = 12_000 // what the memory of a small machine holds when all of them are slow
)

// nodeOptions keep a renderer's young generation small: on a machine with much
// memory Node would let it grow, and a page leaves nothing behind that is worth
// keeping.
const nodeOptions = "--max-semi-space-size=8"

// App is the running site.
type App struct {
	*services
	site     *http.Server
	api      *http.Server // for the renderer's loaders, on a unix socket
	listener net.Listener
}

// Options configure an App beyond its settings.
type Options struct {
	Config config.Config
	Log    *slog.Logger
	Root   string // the folder that holds dist and node_modules
	// Version is that of the program.
	Version string
	// CommitWait is that of tracking.Options.
	CommitWait time.Duration
	// CatalogWait is how long a catalog may take to be loaded, if it is not as
	// usual: after that, what was there before is used on.
	CatalogWait time.Duration
}

// Open starts everything but the listener: Postgres, migrations, starting
// content, renderer. It changes nothing before the checks have passed. When it fails, it stops what it had started.
func Open(ctx context.Context, o Options) (*App, error) {
	listener, err := port.Listen(o.Config.Addr())
	if err != nil {
		return nil, err
	}
	a := &App{listener: listener}
	if a.services, err = openServices(ctx, o); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	engine, err := newEngine(a.services, routes(a.services))
	if err != nil {
		a.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	a.site, a.api = newServer(engine), newServer(engine)
	a.site.ConnState = a.visitors.Watch
	a.site.RegisterOnShutdown(func() { close(a.stopping) })
	return a, nil
}

func newServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
}

// Run serves until ctx ends, then shuts down gracefully: for SHUTDOWN_WAIT it is
// not ready but goes on, then there are no new requests, and the running ones
// finish. It returns why it could not go on serving.
func (a *App) Run(ctx context.Context) error {
	api, err := net.Listen("unix", a.apiSocket())
	if err != nil {
		return fmt.Errorf("listen for the renderer: %w", err)
	}
	group, ctx := errgroup.WithContext(ctx)
	serve := func(s *http.Server, l net.Listener) {
		group.Go(func() error {
			if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				return err
			}
			return nil
		})
	}
	serve(a.api, api)
	serve(a.site, a.visitors.Listen(a.listener))
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	group.Go(func() error {
		runJobs(working, a.services)
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		a.ready.leaving.Store(true)
		time.Sleep(*a.config.ShutdownWait)
		stop()
		a.drain(context.WithoutCancel(ctx))
		return nil
	})
	go a.announce(ctx)
	around := checks.Buckets(a.config)
	if a.config.Production() {
		around = checks.Around(a.config, signInProviders(a.config))
	}
	go a.preflight(ctx, around) // none is fatal
	return group.Wait()
}

// drain lets the running requests finish, or cuts them off when they take too
// long. It goes from the outside inwards: until the last page is made, that
// needs a renderer, and the renderer the API.
func (a *App) drain(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	if err := a.site.Shutdown(ctx); err != nil {
		a.log.Warn("requests were cut off", "error", err)
		_ = a.site.Close()
	}
	a.pages.Close()
	if err := a.renderer.Close(ctx); err != nil {
		a.log.Warn("renders were cut off", "error", err)
	}
	_ = a.api.Close() // nobody is left to ask it
}

// announce logs when pages can be served.
func (a *App) announce(ctx context.Context) {
	if a.renderer.WaitReady(ctx) == nil {
		a.ready.ran.Store(true)
		a.log.Info("ready", "url", a.config.BaseURL, "after", time.Since(a.started).Round(time.Millisecond))
		debug.FreeOSMemory() // migrations and content took what serving does not need
	}
}

// URL returns the address that this instance listens on.
func (a *App) URL() string { return "http://" + a.listener.Addr().String() }

// Close releases what Open acquired. It may be called after Run or instead of
// it.
func (a *App) Close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	_ = a.listener.Close()
	a.services.close(ctx)
}
