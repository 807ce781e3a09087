package site_test

import (
	"image/color"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func picturesAreStoredInTheDataFolder(t *testing.T, s *sitetest.Site) {
	_, p := upload(s.As("editor"), "jar.png", drawing(t, 33, 20, color.Black))
	if _, err := os.Stat(filepath.Join(s.Config.DataDir, p.URL)); err != nil {
		t.Error(err)
	}
}

func TestPicturesAreStoredInABucket(t *testing.T) {
	t.Parallel()
	backend := s3mem.New()
	store := httptest.NewServer(gofakes3.New(backend).Server())
	defer store.Close()
	if err := backend.CreateBucket("magazine"); err != nil {
		t.Fatal(err)
	}
	s := apptest.Open(t, "S3_ENDPOINT="+store.URL, "S3_BUCKET=magazine", "S3_ACCESS_KEY_ID=key", "S3_SECRET_ACCESS_KEY=secret")
	ed := s.As("editor")
	a, p := upload(ed, "jar.png", drawing(t, 500, 20, color.Black))
	if a.Status != 201 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if _, err := backend.HeadObject("magazine", p.URL[1:]); err != nil {
		t.Error(p.URL, err)
	}
	shown := s.Get(p.URL)
	if shown.Status != 200 || shown.Header.Get("Content-Type") != "image/jpeg" || http.DetectContentType([]byte(shown.Body)) != "image/jpeg" {
		t.Errorf("%d %v", shown.Status, shown.Header)
	}
	if a := s.Get(strings.Replace(p.URL, "-500.", "-499.", 1)); a.Status != 404 {
		t.Errorf("a missing picture: %d", a.Status)
	}
	if _, err := os.Stat(filepath.Join(s.Config.DataDir, "pictures")); err == nil {
		t.Error("the data folder has pictures too")
	}
}
