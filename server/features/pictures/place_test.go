package pictures_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/features/pictures"
	"thriftwell/server/platform/config"
)

func TestReadOnlyFolderKeepsItsPlace(t *testing.T) {
	c := config.Config{DataDir: t.TempDir()}
	first, err := pictures.Place(c)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(c.DataDir, pictures.Dir)
	before, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := pictures.Place(c); err != nil || again != first {
		t.Errorf("%q, %q: %v", first, again, err)
	}
	if after, err := os.Stat(dir); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the read-only folder changed: %v", err)
	}
	if other, err := pictures.Place(config.Config{DataDir: t.TempDir()}); err != nil || other == first {
		t.Errorf("another folder: %q: %v", other, err)
	}
}

func TestInstanceWithIdleConnectionsIsGone(t *testing.T) {
	t.Parallel()
	url := dbtest.New(t)
	open := func(place string) *db.DB {
		d, err := db.OpenAs(t.Context(), url, "thriftwell.pictures."+place)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		return d
	}
	open("here")
	there := open("there")
	for silent, want := range map[time.Duration]bool{time.Hour: true, 0: false} {
		if got, err := pictures.Elsewhere(t.Context(), there.Gorm, "thriftwell.pictures.there", silent); err != nil || got != want {
			t.Errorf("silent for %s: %v %v", silent, got, err)
		}
	}
}
