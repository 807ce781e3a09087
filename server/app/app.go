// Package app is the whole program: it opens the database, the renderer and
// the page cache, wires every feature to its URL and its jobs, and serves. It
// is the only package that knows every feature.
package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"thriftwell/db"
	"thriftwell/db/seed"
	"thriftwell/server/features/auth"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/pagecache"
	"thriftwell/server/platform/renderer"
)

// Timeouts of the HTTP servers, and how long a shutdown may take.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 30 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 120 * time.Second
	shutdownTimeout   = 10 * time.Second
	maxHeaderBytes    = 64 << 10
)

// nodeOptions keep a renderer's young generation small: on a machine with much
// memory Node would let it grow, and a page leaves nothing behind that is worth
// keeping.
const nodeOptions = "--max-semi-space-size=16"

// App is the running site.
type App struct {
	config   config.Config
	log      *slog.Logger
	step     func(string)
	postgres *db.Embedded // nil with DATABASE_URL
	db       *db.DB
	url      string // the database's
	counting counting
	runDir   string // sockets
	renderer *renderer.Pool
	searches chan struct{} // holds one for each search that is being rendered
	cache    *pagecache.Cache
	reads    reads
	auth     *auth.Service
	people   people
	dist     distribution
	api      *http.Server // for the renderer's loaders, on a unix socket
	site     *http.Server
	listener net.Listener
	stopping chan struct{} // closed when the shutdown begins
}

// Options are what an App needs besides its settings.
type Options struct {
	Config config.Config
	Log    *slog.Logger
	Root   string            // the folder that holds dist and node_modules
	Step   func(name string) // told of each step of the start; may be nil
}

// Open starts everything but the listening: Postgres, migrations, starting
// content, renderer. When it fails, what it had started is stopped again.
func Open(ctx context.Context, o Options) (_ *App, err error) {
	a := &App{config: o.Config, log: o.Log, step: o.Step, stopping: make(chan struct{})}
	if a.step == nil {
		a.step = func(string) {}
	}
	defer func() {
		if err != nil {
			a.Close(context.WithoutCancel(ctx))
		}
	}()
	if a.listener, err = net.Listen("tcp", o.Config.Addr()); err != nil {
		return nil, fmt.Errorf("PORT %d can't be used: %w", o.Config.Port, err)
	}
	if err := a.openDatabase(ctx, o); err != nil {
		return nil, err
	}
	if err := a.openSignIn(ctx); err != nil {
		return nil, err
	}
	if a.people, err = openPeople(ctx, a.config, a.db); err != nil {
		return nil, err
	}
	if a.counting, err = openCounting(ctx, a.db, o); err != nil {
		return nil, err
	}
	if a.dist, err = openDistribution(filepath.Join(o.Root, "dist")); err != nil {
		return nil, err
	}
	if a.runDir, err = makeRunDir(); err != nil {
		return nil, err
	}
	if err := a.openRenderer(o.Root); err != nil {
		return nil, err
	}
	return a, a.wire()
}

// openDatabase starts the bundled Postgres unless DATABASE_URL names another,
// and brings schema and content up to date.
func (a *App) openDatabase(ctx context.Context, o Options) (err error) {
	a.step("database")
	a.url, a.postgres, err = Database(ctx, o)
	if err != nil {
		return err
	}
	if a.db, err = db.Open(ctx, a.url); err != nil {
		return err
	}
	a.step("migrations")
	if err := db.Migrate(ctx, a.url); err != nil {
		return err
	}
	a.step("content")
	n, err := seed.Load(ctx, a.db.Pool)
	if err != nil {
		return err
	}
	a.log.Info("content is loaded", "new_files", n)
	return nil
}

// Database gives the address of the site's Postgres. Without DATABASE_URL it
// starts the bundled one, or attaches to it when it runs already; whoever calls
// must stop it.
func Database(ctx context.Context, o Options) (url string, postgres *db.Embedded, err error) {
	if o.Config.DatabaseURL != "" {
		return o.Config.DatabaseURL, nil, nil
	}
	postgres, err = db.StartEmbedded(ctx, db.EmbeddedOptions{
		DataDir: o.Config.DataDir, Binaries: filepath.Join(o.Root, "node_modules"), Log: o.Log,
	})
	if err != nil {
		return "", nil, fmt.Errorf("start the bundled Postgres: %w", err)
	}
	return postgres.URL(db.EmbeddedDatabase), postgres, nil
}

func (a *App) openRenderer(root string) error {
	a.step("renderer")
	node, err := renderer.FindNode(root)
	if err != nil && len(a.config.RendererURLs) == 0 {
		return err
	}
	site, err := json.Marshal(siteConfig(a.config))
	if err != nil {
		return err
	}
	a.renderer, err = renderer.Start(renderer.Options{
		Node: node, Script: filepath.Join(root, "dist", "ssr", "server.js"), Dir: a.runDir,
		Workers: a.config.RenderWorkers, URLs: a.config.RendererURLs, Deadline: a.config.RenderDeadline, Log: a.log,
		// Nothing else of the environment: it holds secrets that pages have no use for.
		Env: []string{"PATH=" + os.Getenv("PATH"), "API_SOCKET=" + a.apiSocket(), "SITE_CONFIG=" + string(site), "NODE_ENV=production", "NODE_OPTIONS=" + nodeOptions},
	})
	return err
}

func (a *App) apiSocket() string { return filepath.Join(a.runDir, "api.sock") }

// wire makes the page cache and the two HTTP servers.
func (a *App) wire() error {
	a.searches = make(chan struct{}, searchesPerWorker*max(a.config.RenderWorkers, len(a.config.RendererURLs)))
	a.cache = pagecache.New(pagecache.Options{
		MaxBytes: int64(a.config.PageCacheMB) << 20, Render: a.render, Fallback: a.withoutPage, Invalidated: a.invalidated, Log: a.log,
	})
	engine, err := a.routes()
	if err != nil {
		return err
	}
	a.site = newServer(engine)
	a.site.RegisterOnShutdown(func() { close(a.stopping) })
	a.api = newServer(engine)
	return nil
}

func newServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
}

// Run serves until ctx ends, then shuts down gracefully: no new requests, the
// running ones finish. The error says why it could not go on serving.
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
	serve(a.site, a.listener)
	group.Go(func() error {
		a.background(ctx)
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		a.drain(context.WithoutCancel(ctx))
		return nil
	})
	go a.announce(ctx)
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
	a.cache.Close()
	a.reads.cache.Close()
	if err := a.renderer.Close(ctx); err != nil {
		a.log.Warn("renders were cut off", "error", err)
	}
	_ = a.api.Close() // nobody is left to ask it
}

// announce says when pages can be served.
func (a *App) announce(ctx context.Context) {
	if a.renderer.WaitReady(ctx) == nil {
		a.step("ready: " + a.config.BaseURL)
		debug.FreeOSMemory() // migrations and content took what serving does not need
	}
}

// URL is where this instance listens.
func (a *App) URL() string { return "http://" + a.listener.Addr().String() }

// Close gives back everything that Open took. It may be called after Run, or
// instead of it.
func (a *App) Close(ctx context.Context) {
	stop, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	if a.listener != nil {
		_ = a.listener.Close()
	}
	if a.cache != nil {
		a.cache.Close()
	}
	if a.reads.cache != nil {
		a.reads.cache.Close()
	}
	if a.renderer != nil {
		_ = a.renderer.Close(stop)
	}
	if a.counting.tracking != nil {
		a.counting.tracking.Close(stop)
	}
	if a.db != nil {
		a.db.Close()
	}
	if a.postgres != nil {
		if err := a.postgres.Stop(stop); err != nil {
			a.log.Error("the bundled Postgres did not stop", "error", err)
		}
	}
	if a.runDir != "" {
		_ = os.RemoveAll(a.runDir)
	}
}
