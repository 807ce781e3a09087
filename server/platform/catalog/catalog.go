// Package catalog keeps something small of the database whole in memory, so
// that it can be looked up without Postgres, or while Postgres is away.
package catalog

import (
	"context"
	"sync"
	"sync/atomic"
)

// Of is a catalog of one kind. Make it with New.
type Of[T any] struct {
	load    func(context.Context) (T, error)
	loading sync.Mutex
	value   atomic.Pointer[T]
}

// New makes a catalog that load fills. It is empty, the zero T, until Refresh.
func New[T any](load func(context.Context) (T, error)) *Of[T] {
	c := &Of[T]{load: load}
	c.value.Store(new(T))
	return c
}

// Get gives what was loaded last. It is shared: nobody may write into it.
func (c *Of[T]) Get() T { return *c.value.Load() }

// Refresh loads anew. What was there stays when that fails.
func (c *Of[T]) Refresh(ctx context.Context) error {
	c.loading.Lock()
	defer c.loading.Unlock()
	v, err := c.load(ctx)
	if err == nil {
		c.value.Store(&v)
	}
	return err
}
