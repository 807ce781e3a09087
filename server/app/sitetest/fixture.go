package sitetest

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// Fixture makes something once for all tests of a package: what takes long to
// make, and what no test changes. TestMain calls its Run.
type Fixture[T any] struct {
	Make func(testing.TB) T // called by the first test that asks

	once  sync.Once
	made  bool
	value T
	owner owner
}

// Of returns what was made for all tests.
func (f *Fixture[T]) Of(t testing.TB) T {
	t.Helper()
	f.once.Do(func() {
		f.owner.TB = t
		f.value = f.Make(&f.owner)
		f.made = true
	})
	if !f.made {
		t.Fatal("what this package's tests share could not be made; see the first test that failed")
	}
	return f.value
}

// Run runs the tests of a package, cleans up after them, and returns the code
// to exit with.
func (f *Fixture[T]) Run(m *testing.M) int {
	code := m.Run()
	for _, clean := range slices.Backward(f.owner.cleanups) {
		clean()
	}
	if f.owner.failed {
		return 1
	}
	return code
}

// owner stands in for the test that asked first, and outlives it.
type owner struct {
	testing.TB
	cleanups []func()
	failed   bool
}

// Cleanup implements testing.TB.
func (o *owner) Cleanup(clean func()) { o.cleanups = append(o.cleanups, clean) }

// Context implements testing.TB.
func (o *owner) Context() context.Context { return context.Background() }

// Error implements testing.TB, as do the next three. They are called while
// cleaning up too, when the test that asked first is over.
func (o *owner) Error(args ...any) {
	o.failed = true
	fmt.Fprintln(os.Stderr, args...)
}

// Errorf implements testing.TB.
func (o *owner) Errorf(format string, args ...any) { o.Error(fmt.Sprintf(format, args...)) }

// Fatal implements testing.TB.
func (o *owner) Fatal(args ...any) {
	o.Error(args...)
	runtime.Goexit()
}

// Fatalf implements testing.TB.
func (o *owner) Fatalf(format string, args ...any) { o.Fatal(fmt.Sprintf(format, args...)) }

// TempDir implements testing.TB.
func (o *owner) TempDir() string {
	dir, err := os.MkdirTemp("", "thriftwell-test-")
	if err != nil {
		o.Fatal(err)
	}
	o.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
