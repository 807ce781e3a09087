package sitetest

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// Fixture makes a value once for all tests of a package. It is for values that
// take long to make and that no test changes. TestMain must call Run.
type Fixture[T any] struct {
	Make func(testing.TB) T // called by the first test that needs the value

	once  sync.Once
	made  bool
	value T
	owner owner
}

// Of returns the shared value.
func (f *Fixture[T]) Of(t testing.TB) T {
	t.Helper()
	f.once.Do(func() {
		f.owner.TB = t
		f.value = f.Make(&f.owner)
		f.made = true
	})
	if !f.made {
		t.Fatal("the shared fixture could not be made; see the first failed test")
	}
	return f.value
}

// Run runs the tests of a package, cleans up, and returns the exit code.
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

// owner stands in for the first test, and outlives it.
type owner struct {
	testing.TB
	cleanups []func()
	failed   bool
}

// Cleanup implements testing.TB.
func (o *owner) Cleanup(clean func()) { o.cleanups = append(o.cleanups, clean) }

// Context implements testing.TB.
func (o *owner) Context() context.Context { return context.Background() }

// Output implements testing.TB. What a shared site logs belongs to no test.
func (o *owner) Output() io.Writer { return io.Discard }

// Error implements testing.TB. It may be called during cleanup, when the first
// test is over.
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
