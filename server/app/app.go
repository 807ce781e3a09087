// Package app is the whole program: it opens the database, the renderer and the
// page cache, connects every feature to its routes and jobs, and serves. It is
// the only package that imports every feature.
package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/db/bundled"
	"thriftwell/server/checks"
	"thriftwell/server/features/health"
	"thriftwell/server/features/settings"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/connlimit"
	"thriftwell/server/platform/pages"
	"thriftwell/server/platform/port"
	"thriftwell/server/platform/renderer"
	"thriftwell/server/platform/tracking"
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

// App is the running site: what Open starts and Close stops.
type App struct {
	config   config.Config
	log      *slog.Logger
	root     string // the folder with dist and node_modules
	started  time.Time
	stopping chan struct{} // closed when the shutdown begins
	ready    *readiness
	health   *health.Watch

	postgres *bundled.Server // nil with DATABASE_URL
	url      string          // of the database
	db       *db.DB
	// listening gets the notifications of other instances from before the first
	// read until its job takes over.
	listening *pgx.Conn
	tracing   *tracing // nil without OTEL_EXPORTER_OTLP_ENDPOINT
	tracking  *tracking.Tracking
	runDir    string // for sockets
	renderer  *renderer.Pool
	pages     *pages.Pages
	backups   *backup.Schedule // nil if no backups are scheduled
	jobs      []job

	visitors *connlimit.Limiter
	listener net.Listener
	site     *http.Server
	api      *http.Server // for the renderer's loaders, on a Unix socket
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
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	return s.App, nil
}

func open(ctx context.Context, o Options) (_ *services, err error) {
	listener, err := port.Listen(o.Config.Addr())
	if err != nil {
		return nil, err
	}
	a := &App{config: o.Config, log: o.Log, root: o.Root, started: time.Now(), stopping: make(chan struct{}), listener: listener}
	defer func() {
		if err != nil {
			a.Close(context.WithoutCancel(ctx))
		}
	}()
	s, err := openServices(ctx, o, a)
	if err != nil {
		return nil, err
	}
	engine, err := newEngine(s, routes(s))
	if err != nil {
		return nil, err
	}
	a.jobs = jobs(s)
	a.visitors = &connlimit.Limiter{Max: maxConnections, Network: networkOf(a.config.Proxies)}
	a.site, a.api = newServer(engine), newServer(engine)
	a.site.ConnState = a.visitors.Watch
	a.site.RegisterOnShutdown(func() { close(a.stopping) })
	return s, nil
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
		a.runJobs(working)
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

// DB returns the open database.
func (a *App) DB() *db.DB { return a.db }

// step logs a step of the start.
func (a *App) step(name string) {
	a.log.Info("starting", "step", name, "after", time.Since(a.started).Round(time.Millisecond))
}

// Close releases what Open acquired. Call it after Run or instead of it.
func (a *App) Close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	_ = a.listener.Close()
	if a.pages != nil {
		a.pages.Close()
	}
	if a.renderer != nil {
		_ = a.renderer.Close(ctx)
	}
	if a.tracking != nil {
		a.tracking.Close(ctx)
	}
	if a.listening != nil {
		_ = a.listening.Close(ctx)
	}
	if a.db != nil {
		a.db.Close()
	}
	if err := a.tracing.close(ctx); err != nil {
		a.log.Warn("traces were not sent", "error", err)
	}
	if a.postgres != nil {
		if err := a.postgres.Stop(ctx); err != nil {
			a.log.Error("the bundled Postgres did not stop", "error", err)
		}
	}
	if a.runDir != "" {
		_ = os.RemoveAll(a.runDir)
	}
}

// Tagline is shown under the brand (specification, section 1).
const Tagline = "Smart Money. Smart Choices."

// site is the configuration that every page contains, so it has nothing secret.
// Renderers read the settings that staff change with each page (GET /api/site);
// these are for the shell.
type site struct {
	SiteName string `json:"siteName"`
	Tagline  string `json:"tagline"`
	BaseURL  string `json:"baseUrl"`
	Timezone string `json:"timezone"`
	Currency string `json:"currency"`
	Env      string `json:"env"`
	SignIn   bool   `json:"signIn"` // at least one way to sign in exists
	Texts    bool   `json:"texts"`  // text messages can be sent
	settings.Site
}

func siteConfig(c config.Config, signIn bool) site {
	env := "production"
	if c.Developing() {
		env = "development"
	}
	return site{
		SiteName: c.SiteName, Tagline: Tagline, BaseURL: c.BaseURL, Timezone: c.Timezone, Currency: c.SiteCurrency, Env: env, SignIn: signIn, Texts: c.Twilio.IsSet() || c.Developing(),
		Site: defaults(c).Site(c.PostalAddress),
	}
}

// defaults returns the values of settings that staff haven't set.
func defaults(c config.Config) settings.Values {
	values := settings.Values{
		settings.Support: c.SupportEmail, settings.Affiliate: c.AffiliateEmail, settings.Advertising: c.AdvertisingEmail,
		settings.WelcomeSeries: settings.On,
		"social.facebook":      c.FacebookURL, "social.x": c.XURL, "social.instagram": c.InstagramURL, "social.youtube": c.YouTubeURL,
	}
	maps.Copy(values, settings.Cards())
	if !c.Production() {
		maps.Copy(values, settings.Figures())
	}
	return values
}

// nodeOptions keep a renderer's young generation small. On a machine with much
// memory Node would let it grow, though renders leave nothing worth keeping.
const nodeOptions = "--max-semi-space-size=8"

func (s *services) openRenderer(node string) error {
	s.step("renderer")
	site, err := json.Marshal(siteConfig(s.config, s.byEmail != nil || len(s.auth.Providers) > 0))
	if err != nil {
		return err
	}
	s.renderer, err = renderer.Start(renderer.Options{
		Node: node, Script: filepath.Join(s.dist.Dir, "ssr", "server.js"), Dir: s.runDir,
		Workers: s.config.RenderWorkers, URLs: s.config.RendererURLs, Deadline: s.config.RenderDeadline, Log: s.log,
		// Don't pass on the environment: it holds secrets. MALLOC_ARENA_MAX
		// limits the C library to two heaps; with one for each thread it would
		// return little memory.
		Env: []string{"PATH=" + os.Getenv("PATH"), "API_SOCKET=" + s.apiSocket(), "SITE_CONFIG=" + string(site), "NODE_ENV=production", "NODE_OPTIONS=" + nodeOptions, "MALLOC_ARENA_MAX=2", "NODE_COMPILE_CACHE=" + filepath.Join(s.runDir, "compiled")},
	})
	return err
}

// apiSocket returns the path of the socket where page loaders call the API.
func (a *App) apiSocket() string { return filepath.Join(a.runDir, "api.sock") }
