package site_test

import (
	"errors"
	"fmt"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/discovery"
)

func TestPageHasAShareImage(t *testing.T) {
	t.Parallel()
	keys := "DATA_KEYS=shared:" + strings.Repeat("A", 43) + "="
	s := apptest.Open(t, keys)
	ed := s.As("editor")
	ed.Edit("POST", "/api/admin/authors", sitetest.M{"name": "Kim Poe", "slug": "kim-poe", "bio": "Writes."})
	bowls := publish(ed, "bowls", sitetest.M{"title": "Bowls & <b>jars</b>", "imageUrl": "/images/articles/avoid-overdraft-fees.svg"})
	publish(ed, "long", sitetest.M{"title": strings.Repeat("WW ", 66)})
	publish(ed, "draft", sitetest.M{"status": "draft"})
	for _, path := range []string{"/share/articles/bowls-1.jpg", "/share/articles/long-1.jpg", "/share/topics/pets-1.jpg", "/share/topics/travel-1.jpg", "/share/authors/kim-poe-1.jpg", "/share/site/home-1.jpg"} {
		a := s.Get(path)
		shown, err := jpeg.DecodeConfig(strings.NewReader(a.Body))
		if err != nil || shown.Width != 1200 || shown.Height != 630 || len(a.Body) > 150_000 {
			t.Errorf("%s: %d, %v, %v, %d bytes", path, a.Status, shown, err, len(a.Body))
		}
		if a.Header.Get("Cache-Control") != "public, max-age=86400" || a.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: %v", path, a.Header)
		}
	}
	for _, path := range []string{"/share/articles/draft-1.jpg", "/share/articles/none-1.jpg", "/share/articles/bowls.jpg", "/share/users/ada-1.jpg", "/share/topics/none-1.jpg", "/share/site/other-1.jpg", "/share/newsletter/none-1.jpg", "/share/articles/..-1.jpg"} {
		if a := s.Get(path); a.Status != 404 {
			t.Errorf("%s: %d", path, a.Status)
		}
	}

	before := s.Get("/share/articles/bowls-1.jpg")
	ed.Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", bowls.ID), sitetest.M{"version": bowls.Version, "title": "Bowls"})
	after := s.Get("/share/articles/bowls-2.jpg")
	if after.Body == before.Body || after.Header.Get("ETag") == before.Header.Get("ETag") {
		t.Error("a new title did not change the image")
	}
	other := apptest.Open(t, keys, "DATABASE_URL="+s.Config.DatabaseURL) // with its own DATA_DIR
	if a := other.Get("/share/articles/bowls-2.jpg"); a.Body != after.Body || a.Header.Get("ETag") != after.Header.Get("ETag") {
		t.Errorf("another instance responds differently: %d, %d bytes", a.Status, len(a.Body))
	}
	kept, err := filepath.Glob(filepath.Join(s.Config.DataDir, "share", "articles-bowls-*"))
	if err != nil || len(kept) != 1 {
		t.Errorf("stored: %v, %v", kept, err)
	}
}

func TestSweepRemovesOldShareImages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{"articles-old-1.jpg": 31 * 24 * time.Hour, "articles-new-1.jpg": 29 * 24 * time.Hour} {
		path := filepath.Join(dir, name)
		made := time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, made, made)); err != nil {
			t.Fatal(err)
		}
	}
	for _, in := range []string{dir, filepath.Join(dir, "none")} {
		if err := (&discovery.ShareImages{Dir: in}).Sweep(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 || filepath.Base(left[0]) != "articles-new-1.jpg" {
		t.Errorf("remaining: %v", left)
	}
}
