package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// scripts/test --all runs the race detector on the packages in concurrent.txt.
func TestConcurrentPackagesAreListed(t *testing.T) {
	text, err := os.ReadFile("concurrent.txt")
	if err != nil {
		t.Fatal(err)
	}
	var start []string
	for path := range sources(t) {
		pkg := "./" + filepath.Dir(path) + "/..."
		if !strings.HasPrefix(path, "server/bench/") && !strings.HasSuffix(filepath.Dir(path), "test") && startsGoroutine(t, path) {
			start = append(start, pkg)
		}
	}
	slices.Sort(start)
	start = slices.Compact(start)
	if got := strings.Fields(string(text)); !slices.Equal(got, start) {
		t.Errorf("concurrent.txt lists\n%s\nbut goroutines start in\n%s", strings.Join(got, "\n"), strings.Join(start, "\n"))
	}
}

// startsGoroutine reports whether a file has a go statement or calls a method
// Go, as of errgroup.Group and sync.WaitGroup.
func startsGoroutine(t *testing.T, path string) (found bool) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "Go"
		}
		return !found
	})
	return found
}
