// Package app is the whole program: it opens the database, the renderer and the
// page cache, connects every feature to its routes and jobs, and serves. It is
// the only package that imports every feature.
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

// Limits of the HTTP servers, and of a shutdown.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 30 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 120 * time.Second
	shutdownTimeout   = 10 * time.Second
	maxHeaderBytes    = 64 << 10
	maxConnections    = 12_000 // as many slow ones as fit in the memory of a small machine
)

// App is the running site.
type App struct {
	*services
	site     *http.Server
	api      *http.Server // for the renderer's loaders, on a Unix socket
	listener net.Listener
}

// Options configure an App beyond its settings.
type Options struct {
	Config config.Config
	Log    *slog.Logger
	Root   string // the folder with dist and node_modules
	// Version is the program's version.
	Version string
	// CommitWait is tracking.Options.CommitWait.
	CommitWait time.Duration
	// CatalogWait, if positive, replaces the usual timeout for loading a
	// catalog. When it passes, the previous catalog stays in use.
	CatalogWait time.Duration
}

// Open starts everything except serving: Postgres, migrations, starting
// content, renderer. It changes nothing until the checks have passed. On
// failure it stops what it started.
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

// Run serves until ctx ends, then shuts down gracefully: for SHUTDOWN_WAIT it
// reports that it isn't ready but keeps serving, then it accepts no new
// requests and finishes the running ones. It returns the error that ended
// serving, if any.
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
	go a.preflight(ctx, around) // only logs: no problem is fatal now
	return group.Wait()
}

// drain waits for the running requests and cuts them off at the timeout. It
// closes from the outside in: requests need a renderer until the last page is
// done, and the renderer needs the API.
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
	_ = a.api.Close() // no renderer is left to call it
}

// announce logs when the site can serve pages.
func (a *App) announce(ctx context.Context) {
	if a.renderer.WaitReady(ctx) == nil {
		a.ready.ran.Store(true)
		a.log.Info("ready", "url", a.config.BaseURL, "after", time.Since(a.started).Round(time.Millisecond))
		debug.FreeOSMemory() // returns what migrations and content needed
	}
}

// URL returns the address that this instance listens on.
func (a *App) URL() string { return "http://" + a.listener.Addr().String() }

// Close releases what Open acquired. Call it after Run or instead of it.
func (a *App) Close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	_ = a.listener.Close()
	a.services.close(ctx)
}
