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

// floor returns the layer of a package. A package imports only lower layers,
// and no feature imports another.
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

func TestImportsFollowTheLayers(t *testing.T) {
	files := 0
	for path, imports := range sources(t) {
		files++
		pkg := filepath.Dir(path)
		for _, imported := range imports {
			ours, isOurs := strings.CutPrefix(imported, "thriftwell/")
			switch {
			case isOurs && floor(ours) > floor(pkg):
				t.Errorf("%s imports %s, which is in a higher layer", path, ours)
			case isOurs && strings.HasPrefix(ours, "server/features/") && floor(pkg) == 2 && ours != pkg:
				t.Errorf("%s imports the feature %s; pass it in from app instead", path, ours)
			case imported == "github.com/gin-gonic/gin" && !mayUseGin(path):
				t.Errorf("%s imports gin; that belongs in http.go, admin.go, clickout.go, app, platform/httpx and bench", path)
			case strings.HasPrefix(imported, "gorm.io/") && !mayUseGORM(path):
				t.Errorf("%s imports GORM; that belongs in store.go, the platform's writers, db and bench", path)
			}
		}
	}
	if files < 10 {
		t.Fatalf("found only %d Go files: the test looks in the wrong folder", files)
	}
}

// longest is the maximum number of lines in a source file.
const longest = 400

func TestFilesAreShort(t *testing.T) {
	for _, dir := range []string{"server", "db", "ssr", "ui", "scripts"} {
		err := filepath.WalkDir(filepath.Join("..", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !isCode(path) {
				return err
			}
			text, err := os.ReadFile(path)
			if lines := bytes.Count(text, []byte("\n")); lines > longest {
				t.Errorf("%s has %d lines; the limit is %d", path, lines, longest)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	program, err := filepath.Glob("app/*.go")
	if err != nil || len(program) > 30 {
		t.Errorf("app has %d files; the limit is 30, because it is only the program (%v)", len(program), err)
	}
}

// isCode reports whether the file is handwritten code.
func isCode(path string) bool {
	name, ext := filepath.Base(path), filepath.Ext(path)
	return slices.Contains([]string{".go", ".ts", ".tsx", ".mjs", ".css"}, ext) &&
		!strings.Contains(name, ".gen.")
}

// platform returns the layers inside platform, lowest first. A package imports
// only lower layers; those in the lowest import none.
func platform() [][]string {
	return [][]string{
		{"address"},
		{"calendar", "catalog", "connlimit", "dkim", "encoding", "fairqueue", "fault", "logging", "money", "notify", "picture", "port", "queue", "renderer", "rollup", "throttle", "vault", "weburl"},
		{"config", "csvfile", "form", "httpx", "linkcheck", "mail", "ratelimit", "session", "sms", "tracking"},
		{"audit", "bucket", "cdn", "keyset", "numbers", "pages"},
		{"editable", "markdown", "pages/reads"},
		{"contract", "editable/editabletest", "offer", "revisions"},
		{"pieces"},
	}
}

func TestPlatformImportsFollowTheLayers(t *testing.T) {
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
			t.Errorf("%s has no layer; add it in house_test.go", pkg)
		}
		for _, imported := range imports {
			ours, isOurs := strings.CutPrefix(imported, "thriftwell/")
			if floor, inside := floors[ours]; inside && floor >= own {
				t.Errorf("%s imports %s, which is not in a lower layer", path, ours)
			}
			if pkg == "server/platform/httpx" && ours != "server/platform/fault" && imported != "github.com/gin-gonic/gin" && (isOurs || strings.Contains(imported, ".")) {
				t.Errorf("%s imports %s; httpx may import only gin and fault", path, imported)
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

// A package whose tests are inside it is compiled again for them. If its other
// tests start the program, the whole program is compiled again too. Such tests
// belong in a folder site, or in the one that features share.
func TestTestsThatStartTheProgramAreSeparate(t *testing.T) {
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
			t.Errorf("%s starts the program, and other tests are inside %s; move it to the folder site there", path, folder)
		}
	}
}

// sources returns our Go files without tests, and the imports of each.
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
