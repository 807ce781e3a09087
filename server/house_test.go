package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The floors of the house, top to bottom; a package imports only what lies
// below it, and no feature imports another.
func floor(pkg string) int {
	switch {
	case pkg == "server":
		return 5
	case pkg == "server/commands" || strings.HasPrefix(pkg, "server/bench"):
		return 4
	case strings.HasPrefix(pkg, "server/app"), pkg == "server/personal", strings.HasPrefix(pkg, "server/transfer"), pkg == "server/checks":
		return 3
	case pkg == "server/static", pkg == "server/development", pkg == "server/manual", pkg == "server/setup", strings.HasPrefix(pkg, "server/features/"):
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

// longest is how many lines a file of code has at most.
const longest = 400

func TestFilesAreShort(t *testing.T) {
	for _, dir := range []string{"server", "db", "ssr", "ui", "scripts"} {
		err := filepath.WalkDir(filepath.Join("..", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !isCode(path) {
				return err
			}
			text, err := os.ReadFile(path)
			if lines := bytes.Count(text, []byte("\n")); lines > longest {
				t.Errorf("%s has %d lines, and at most %d are wanted", path, lines, longest)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	program, err := filepath.Glob("app/*.go")
	if err != nil || len(program) > 30 {
		t.Errorf("app has %d files, and at most 30 are wanted: it is only the program (%v)", len(program), err)
	}
}

// isCode reports whether a person writes the file.
func isCode(path string) bool {
	name, ext := filepath.Base(path), filepath.Ext(path)
	return slices.Contains([]string{".go", ".ts", ".tsx", ".mjs", ".css"}, ext) &&
		!strings.Contains(name, ".gen.")
}

// The floors inside platform, from the ground up. A package imports only what
// lies on a lower one; those on the ground stand alone.
func platform() [][]string {
	return [][]string{
		{"address"},
		{"batch", "calendar", "catalog", "connlimit", "csvfile", "dkim", "encoding", "fairqueue", "fault", "logging", "money", "notify", "pace", "picture", "port", "queue", "renderer", "rollup", "vault", "weburl"},
		{"config", "form", "httpx", "linkcheck", "mail", "ratelimit", "session", "sms", "tracking"},
		{"audit", "bucket", "cdn", "keyset", "numbers", "pages"},
		{"editable", "markdown"},
		{"contract", "editable/editabletest", "offer", "outgoing", "revisions"},
		{"pieces"},
	}
}

func TestPlatformKeepsToItsFloors(t *testing.T) {
	floors := map[string]int{}
	for floor, packages := range platform() {
		for _, pkg := range packages {
			floors["server/platform/"+pkg] = floor
		}
	}
	for path, imports := range sources(t) {
		pkg := filepath.Dir(path)
		if !strings.HasPrefix(pkg, "server/platform/") {
			continue
		}
		own, known := floors[pkg]
		if !known {
			t.Errorf("%s has no floor; give it one in house_test.go", pkg)
		}
		for _, imported := range imports {
			ours, isOurs := strings.CutPrefix(imported, "thriftwell/")
			if floor, inside := floors[ours]; inside && floor >= own {
				t.Errorf("%s imports %s, which does not lie below it", path, ours)
			}
			if pkg == "server/platform/httpx" && ours != "server/platform/fault" && imported != "github.com/gin-gonic/gin" && (isOurs || strings.Contains(imported, ".")) {
				t.Errorf("%s imports %s; httpx needs gin and fault only", path, imported)
			}
		}
	}
}

func mayUseGin(path string) bool {
	switch filepath.Base(path) {
	case "http.go", "admin.go", "clickout.go":
		return true
	}
	return strings.HasPrefix(path, "server/app/") || strings.HasPrefix(path, "server/static/") || strings.HasPrefix(path, "server/development/") || strings.HasPrefix(path, "server/bench/") || strings.HasPrefix(path, "server/platform/httpx/")
}

func mayUseGORM(path string) bool {
	return filepath.Base(path) == "store.go" || strings.HasPrefix(path, "server/platform/") || strings.HasPrefix(path, "server/bench/") || strings.HasPrefix(path, "db/")
}

// A package with tests that look inside it is compiled anew for them. If its
// other tests start the program, so is all of the program. They are in a folder
// site then, or in the one that features share.
func TestTestsThatStartTheProgramStandApart(t *testing.T) {
	inside, starts := map[string]bool{}, map[string]string{}
	for _, dir := range []string{"features", "personal", "platform", "transfer"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			folder := filepath.Dir(path)
			inside[folder] = inside[folder] || !strings.HasSuffix(f.Name.Name, "_test")
			if slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return strings.HasPrefix(i.Path.Value, `"thriftwell/server/app`) }) {
				starts[folder] = path
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(starts) == 0 {
		t.Error("no test starts the program")
	}
	for folder, path := range starts {
		if inside[folder] {
			t.Errorf("%s starts the program, and other tests look inside %s; it belongs into the folder site there", path, folder)
		}
	}
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
