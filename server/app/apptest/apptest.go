// Package apptest runs the whole program without its front end, for tests of
// what features answer, store and email.
package apptest

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/db/seed"
	"thriftwell/server/app"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
)

// Open starts a site with the settings added to the defaults, on a free port
// and with its own database. Its pages answer 503, as no renderer runs.
func Open(t *testing.T, settings ...string) *sitetest.Site {
	t.Helper()
	return OpenLogged(t, sitetest.Warnings(t), settings...)
}

// OpenLogged is like Open, with a log.
func OpenLogged(t *testing.T, log io.Writer, settings ...string) *sitetest.Site {
	t.Helper()
	c, err := config.Load(append([]string{
		"PORT=0", "BASE_URL=https://localhost", "RENDERER_URL=http://127.0.0.1:1", "RENDER_DEADLINE=100ms", "SHUTDOWN_WAIT=0s",
		"DATA_DIR=" + sitetest.DataDir(t), "DATABASE_URL=" + dbtest.NewWithContent(t, loadContent),
	}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(context.Background(), app.Options{Config: c, Log: slog.New(slog.NewTextHandler(log, nil)), Root: EmptyRoot(t), CommitWait: time.Minute, CatalogWait: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		a.Close(context.Background())
	})
	s := &sitetest.Site{T: t, Address: a.URL(), Config: c, DB: a.DB()}
	if s.People, err = personal.Open(t.Context(), c, s.DB); err != nil {
		t.Fatal(err)
	}
	s.Auth = app.NewAuth(c, s.DB, nil)
	return s
}

// EmptyRoot returns a root for the program whose front end has only the
// built-in pictures. Pictures can be uploaded.
func EmptyRoot(t *testing.T) string {
	t.Helper()
	root, checkout := t.TempDir(), sitetest.Checkout(t)
	dist := filepath.Join(root, "dist")
	for _, dir := range []string{"client", "ssr"} {
		if err := os.MkdirAll(filepath.Join(dist, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dist, "manifest.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{
		"dist/client/images": "ui/public/images", "dist/ssr/pictures.js": "ssr/pictures.ts", "dist/ssr/share.js": "ssr/share.ts", "node_modules": "node_modules",
	} {
		if err := os.Symlink(filepath.Join(checkout, to), filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// loadContent loads the starting content, as a site's first start does.
func loadContent(ctx context.Context, d *db.DB) error {
	_, err := app.LoadContent(ctx, d, seed.Content{})
	return err
}
