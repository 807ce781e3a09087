package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The floors of the house, top to bottom; a package imports only what lies
// below it, and no feature imports another.
func floor(pkg string) int {
	switch {
	case pkg == "server" || strings.HasPrefix(pkg, "server/bench"):
		return 4
	case strings.HasPrefix(pkg, "server/app"):
		return 3
	case strings.HasPrefix(pkg, "server/features/"):
		return 2
	case strings.HasPrefix(pkg, "server/platform/"):
		return 1
	case pkg == "db" || strings.HasPrefix(pkg, "db/"):
		return 0
	}
	return -1
}

func TestImportsKeepToTheHouse(t *testing.T) {
	files := 0
	for path, imports := range sources(t) {
		files++
		pkg := filepath.Dir(path)
		for _, imported := range imports {
			ours, isOurs := strings.CutPrefix(imported, "thriftwell/")
			switch {
			case isOurs && floor(ours) > floor(pkg):
				t.Errorf("%s imports %s, which lies above it", path, ours)
			case isOurs && strings.HasPrefix(ours, "server/features/") && floor(pkg) == 2 && ours != pkg:
				t.Errorf("%s imports the feature %s; hand it in from app instead", path, ours)
			case imported == "github.com/gin-gonic/gin" && !mayUseGin(path):
				t.Errorf("%s imports gin; that belongs to http.go, admin.go, clickout.go, app, platform/httpx and bench", path)
			case strings.HasPrefix(imported, "gorm.io/") && !mayUseGORM(path):
				t.Errorf("%s imports GORM; that belongs to store.go, the platform's writers, db and bench", path)
			}
		}
	}
	if files < 10 {
		t.Fatalf("found only %d Go files: the test looks in the wrong place", files)
	}
}

func mayUseGin(path string) bool {
	switch filepath.Base(path) {
	case "http.go", "admin.go", "clickout.go":
		return true
	}
	return strings.HasPrefix(path, "server/app/") || strings.HasPrefix(path, "server/bench/") || strings.HasPrefix(path, "server/platform/httpx/")
}

func mayUseGORM(path string) bool {
	return filepath.Base(path) == "store.go" || strings.HasPrefix(path, "server/platform/") || strings.HasPrefix(path, "server/bench/") || strings.HasPrefix(path, "db/")
}

// sources gives each Go file of ours but tests, with what it imports.
func sources(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, dir := range []string{"server", "db"} {
		err := filepath.WalkDir(filepath.Join("..", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			name := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
			out[name] = nil
			for _, i := range f.Imports {
				imported, _ := strconv.Unquote(i.Path.Value)
				out[name] = append(out[name], imported)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}
