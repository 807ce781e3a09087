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

// scripts/test --all runs the race detector on the packages in concurrent.txt:
// those that start goroutines, with all below them, and those with a lock whose
// own tests start goroutines.
func TestConcurrentPackagesAreListed(t *testing.T) {
	text, err := os.ReadFile("concurrent.txt")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for path := range sources(t) {
		dir := filepath.Dir(path)
		switch {
		case strings.HasPrefix(path, "server/bench/") || strings.HasSuffix(dir, "test"):
		case has(t, path, startsGoroutine):
			found = append(found, "./"+dir+"/...")
		case has(t, path, isLock) && slices.ContainsFunc(testsIn(t, dir), func(test string) bool { return has(t, test, startsGoroutine) }):
			found = append(found, "./"+dir)
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	found = slices.DeleteFunc(found, func(pkg string) bool { return slices.Contains(found, pkg+"/...") })
	if got := strings.Fields(string(text)); !slices.Equal(got, found) {
		t.Errorf("concurrent.txt lists\n%s\nbut should list\n%s", strings.Join(got, "\n"), strings.Join(found, "\n"))
	}
}

// has reports whether a part of a file is of a kind.
func has(t *testing.T, path string, is func(ast.Node) bool) (found bool) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		found = found || is(n)
		return !found
	})
	return found
}

// startsGoroutine reports whether n is a go statement or a method Go, as of
// errgroup.Group and sync.WaitGroup.
func startsGoroutine(n ast.Node) bool {
	if call, ok := n.(*ast.SelectorExpr); ok {
		return call.Sel.Name == "Go"
	}
	_, ok := n.(*ast.GoStmt)
	return ok
}

// isLock reports whether n is sync.Mutex or sync.RWMutex.
func isLock(n ast.Node) bool {
	of, ok := n.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := of.X.(*ast.Ident)
	return ok && pkg.Name == "sync" && strings.HasSuffix(of.Sel.Name, "Mutex")
}

// testsIn returns the test files of a package.
func testsIn(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		files[i] = filepath.Join(dir, filepath.Base(files[i]))
	}
	return files
}
