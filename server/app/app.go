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
	"strings"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/errgroup"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/db/bundled"
	"thriftwell/db/seed"
	"thriftwell/server/checks"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/cspreport"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/health"
	"thriftwell/server/features/letters"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/reports"
	"thriftwell/server/features/settings"
	"thriftwell/server/features/texts"
	"thriftwell/server/personal"
	"thriftwell/server/platform/cdn"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/connlimit"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/pages"
	"thriftwell/server/platform/port"
	"thriftwell/server/platform/renderer"
	"thriftwell/server/static"
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
	config   config.Config
	log      *slog.Logger
	root     string // the folder that holds dist and node_modules
	started  time.Time
	postgres *bundled.Server // nil with DATABASE_URL
	db       *db.DB
	url      string // the database's
	counting counting
	runDir   string // sockets
	renderer *renderer.Pool
	pages    *pages.Pages
	bus      *notify.Bus
	metrics  metrics
	tracing  *tracing // nil without OTEL_EXPORTER_OTLP_ENDPOINT
	auth     *auth.Service
	byMail   *auth.ByMail // sign-in by mail; nil without MAIL_SIGN_IN
	people   personal.Data
	backups  *backup.Schedule // nil where the site does not back itself up
	health   *health.Watch
	outward  *letters.Links // of letters to other sites
	adder    *reports.Adder
	dist     static.Build
	pictures pictures.Service
	zones    *texts.Zones
	api      *http.Server // for the renderer's loaders, on a unix socket
	site     *http.Server
	visitors *connlimit.Limiter // of site
	listener net.Listener
	ran      atomic.Bool   // it has been ready once
	unready  atomic.Bool   // as /readyz said last since then
	leaving  atomic.Bool   // the shutdown has begun
	stopping chan struct{} // closed when the shutdown begins
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
func Open(ctx context.Context, o Options) (_ *App, err error) {
	a := &App{config: o.Config, log: o.Log, root: o.Root, started: time.Now(), stopping: make(chan struct{})}
	defer func() {
		if err != nil {
			a.Close(context.WithoutCancel(ctx))
		}
	}()
	if a.listener, err = port.Listen(o.Config.Addr()); err != nil {
		return nil, err
	}
	a.step("checks")
	var found checks.Machine
	if err := a.preflight(ctx, found.Checks(o.Config, o.Root)); err != nil {
		return nil, err
	}
	a.dist = found.Dist
	if a.tracing, err = openTracing(ctx, o); err != nil {
		return nil, err
	}
	if err := a.openDatabase(ctx, o); err != nil {
		return nil, err
	}
	if a.people, err = personal.Open(ctx, a.config, a.db); err != nil {
		return nil, err
	}
	if err := a.openSignIn(ctx); err != nil {
		return nil, err
	}
	if a.counting, err = openCounting(ctx, a.db, o, a.fixedPaths()); err != nil {
		return nil, err
	}
	if a.backups, err = newSchedule(o, a.url); err != nil {
		return nil, err
	}
	a.adder = &reports.Adder{Store: reports.NewStore(a.db.Gorm)}
	a.health = newHealth(a)
	a.outward = &letters.Links{Check: a.checkLink}
	// Without Node there are no uploads, which is no reason not to serve.
	if a.pictures, err = pictures.Open(o.Config, found.Node, filepath.Join(a.dist.Dir, "ssr", "pictures.js")); err != nil {
		return nil, err
	}
	if a.zones, err = texts.ReadZones(); err != nil {
		return nil, err
	}
	if a.runDir, err = port.SocketFolder(); err != nil {
		return nil, err
	}
	if err := a.openRenderer(found.Node); err != nil {
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
	if err := a.checkDatabase(ctx); err != nil {
		return err
	}
	if err := a.openPool(ctx); err != nil {
		return err
	}
	a.step("migrations")
	if err := db.Migrate(ctx, a.url); err != nil {
		return err
	}
	a.step("content")
	n, err := LoadContent(ctx, a.db, a.config.Production())
	if err != nil {
		return err
	}
	a.log.Info("content is loaded", "new_files", n)
	return nil
}

// LoadContent loads the starting content that was not loaded before, and the
// files of again once more, renders whatever of articles and guides has to be, and
// has searches find it. It returns how many files were new.
func LoadContent(ctx context.Context, d *db.DB, production bool, again ...string) (loaded int, err error) {
	if loaded, err = seed.Load(ctx, d.Pool, production); err != nil {
		return loaded, err
	}
	if err := seed.Again(ctx, d.Pool, production, again...); err != nil {
		return loaded, err
	}
	if err := errors.Join(articles.NewStore(d.Gorm).Render(ctx), guides.NewStore(d.Gorm).Render(ctx)); err != nil {
		return loaded, err
	}
	return loaded, index(ctx, d, indexWait)
}

func (a *App) openRenderer(node string) error {
	a.step("renderer")
	site, err := json.Marshal(siteConfig(a.config, a.byMail != nil || len(a.auth.Providers) > 0))
	if err != nil {
		return err
	}
	a.renderer, err = renderer.Start(renderer.Options{
		Node: node, Script: filepath.Join(a.dist.Dir, "ssr", "server.js"), Dir: a.runDir,
		Workers: a.config.RenderWorkers, URLs: a.config.RendererURLs, Deadline: a.config.RenderDeadline, Log: a.log, Site: a.counting.told.Get,
		// Nothing else of the environment: it holds secrets. The C library keeps two heaps for all threads: of one for each it gives little back.
		Env: []string{"PATH=" + os.Getenv("PATH"), "API_SOCKET=" + a.apiSocket(), "SITE_CONFIG=" + string(site), "NODE_ENV=production", "NODE_OPTIONS=" + nodeOptions, "MALLOC_ARENA_MAX=2", "NODE_COMPILE_CACHE=" + filepath.Join(a.runDir, "compiled")},
	})
	return err
}

// wire makes the caches, the bus that notifies them of writes, and the two HTTP
// servers.
func (a *App) wire() error {
	gin.SetMode(gin.ReleaseMode)
	render := a.renderer.Render
	if a.tracing != nil {
		render = a.tracing.rendering(render)
	}
	a.pages = pages.New(pages.Options{
		MaxBytes: int64(a.config.PageCacheMB) << 20, Render: render, Shell: a.renderer.Shell, Workers: max(a.config.RenderWorkers, len(a.config.RendererURLs)), Wait: a.config.RenderDeadline,
		Policy: pagePolicy, Tag: settings.Tag, TagHeaders: cdn.Of(a.config).TagHeaders(map[string]string{}), Log: a.log,
	})
	var inMemory []notify.Subscriber
	for _, k := range a.counting.all() {
		inMemory = append(inMemory, k)
	}
	a.bus = cdn.Of(a.config).Watch(notify.New(a.log, append(inMemory, a.pages)...))
	var err error
	if a.metrics, err = a.newMetrics(); err != nil {
		return err
	}
	table := a.routes()
	engine, err := a.engine(table)
	if err != nil {
		return err
	}
	a.site = newServer(engine)
	a.visitors = &connlimit.Limiter{Max: maxConnections, Network: networkOf(a.config.Proxies)}
	a.site.ConnState = a.visitors.Watch
	a.site.RegisterOnShutdown(func() { close(a.stopping) })
	a.api = newServer(engine)
	return nil
}

// pagePolicy is the policy of what a page may load; only those of previews may be
// framed.
func pagePolicy(target string, body []byte) string {
	policy := cspreport.Policy(body)
	if strings.HasPrefix(target, "/preview/") {
		policy = cspreport.Framed(policy)
	}
	return policy
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
		a.background(working)
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		a.leaving.Store(true)
		time.Sleep(*a.config.ShutdownWait)
		stop()
		a.drain(context.WithoutCancel(ctx))
		return nil
	})
	go a.announce(ctx)
	if a.config.Production() {
		go a.preflight(ctx, checks.Around(a.config, signInProviders(a.config))) // none is fatal
	}
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
		a.ran.Store(true)
		a.log.Info("ready", "url", a.config.BaseURL, "after", time.Since(a.started).Round(time.Millisecond))
		debug.FreeOSMemory() // migrations and content took what serving does not need
	}
}

// step tells of a step of the start.
func (a *App) step(name string) {
	a.log.Info("starting", "step", name, "after", time.Since(a.started).Round(time.Millisecond))
}

// URL returns the address that this instance listens on.
func (a *App) URL() string { return "http://" + a.listener.Addr().String() }

// Close releases what Open acquired. It may be called after Run or instead of
// it.
func (a *App) Close(ctx context.Context) {
	stop, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	if a.listener != nil {
		_ = a.listener.Close()
	}
	if a.pages != nil {
		a.pages.Close()
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
	if err := a.tracing.close(stop); err != nil {
		a.log.Warn("traces were not sent", "error", err)
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
