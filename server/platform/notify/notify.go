// Package notify invalidates what instances keep in memory when it is written.
//
// A write has tags. This instance applies them before the write returns. Other
// instances get them by a Postgres notification in the write's transaction. An
// instance ignores its own notifications.
package notify

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"

	"gorm.io/gorm"
)

// channel is the Postgres notification channel that instances share.
const channel = "page_invalidation"

// maxPayload is the largest payload of NOTIFY: "shorter than 8000" bytes.
const maxPayload = 7999

// Subscriber keeps data in memory that writes can invalidate. Its methods must
// not block.
type Subscriber interface {
	// Invalidate takes everything with one of the tags out of service.
	Invalidate(tags ...string)
	// InvalidateAll takes everything out of service.
	InvalidateAll()
	// MarkAllStale is called when notifications may have been missed.
	MarkAllStale()
}

// Bus sends the tags of writes to its subscribers. Create one with New.
type Bus struct {
	log         *slog.Logger
	instance    atomic.Pointer[string] // name of this instance in notifications
	subscribers []Subscriber
	note        func(tx *gorm.DB, tags []string) error
	gathered    map[string]struct{} // tags collected within Together; nil outside of it
}

// New returns a Bus. It calls subscribers in order, so those that others depend
// on come first.
func New(log *slog.Logger, subscribers ...Subscriber) *Bus {
	b := &Bus{log: log, subscribers: subscribers}
	b.rename()
	return b
}

// Note makes each write call note in its transaction, for caches outside the
// instances' memory.
func (b *Bus) Note(note func(tx *gorm.DB, tags []string) error) { b.note = note }

func (b *Bus) rename() {
	name := rand.Text()
	b.instance.Store(&name)
}

// message is the payload of a notification. Without tags it means everything.
type message struct {
	From string   `json:"from"`
	Tags []string `json:"tags,omitempty"`
}

// Transaction runs write in a transaction. When it is committed, everything
// with one of the tags is invalidated: here before Transaction returns, on
// other instances when they get the notification.
func (b *Bus) Transaction(ctx context.Context, db *gorm.DB, tags []string, write func(tx *gorm.DB) error) error {
	return b.TaggedTransaction(ctx, db, func(tx *gorm.DB) ([]string, error) { return tags, write(tx) })
}

// InvalidateEverywhere invalidates everything with one of the tags, here, on
// other instances and in the caches of Note, without a write.
func (b *Bus) InvalidateEverywhere(ctx context.Context, db *gorm.DB, tags ...string) error {
	return b.Transaction(ctx, db, tags, func(*gorm.DB) error { return nil })
}

// TaggedTransaction is Transaction for a write that returns its tags.
func (b *Bus) TaggedTransaction(ctx context.Context, db *gorm.DB, write func(tx *gorm.DB) (tags []string, _ error)) error {
	var tags []string
	written := false
	err := db.WithContext(ctx).Transaction(func(tx *gorm.DB) (err error) {
		if tags, err = write(tx); err != nil {
			return err
		}
		written = true
		return b.send(tx, tags)
	})
	if !written {
		return err
	}
	if err != nil {
		// The commit may still succeed or have succeeded. With another name, this instance then gets its own
		// notification.
		b.rename()
	}
	b.Invalidate(tags...)
	return err
}

// Together runs many writes in one transaction, each with the Bus passed to
// write, and notifies of all of them at the end. Otherwise Postgres would keep
// kilobytes, until the end of the transaction, for each savepoint with a
// notification.
func (b *Bus) Together(ctx context.Context, db *gorm.DB, write func(tx *gorm.DB, each *Bus) error) error {
	return b.TaggedTransaction(ctx, db, func(tx *gorm.DB) ([]string, error) {
		each := &Bus{log: b.log, gathered: map[string]struct{}{}}
		err := write(tx, each)
		return slices.Sorted(maps.Keys(each.gathered)), err
	})
}

// send notifies the other instances when the transaction is committed.
func (b *Bus) send(tx *gorm.DB, tags []string) error {
	if b.gathered != nil {
		for _, tag := range tags {
			b.gathered[tag] = struct{}{}
		}
		return nil
	}
	if len(tags) == 0 {
		return nil
	}
	payload, err := json.Marshal(message{*b.instance.Load(), tags})
	if err == nil && len(payload) > maxPayload {
		payload, err = json.Marshal(message{From: *b.instance.Load()})
	}
	if err != nil {
		return fmt.Errorf("encode a write: %w", err)
	}
	if err := tx.Exec("SELECT pg_notify(?, ?)", channel, string(payload)).Error; err != nil {
		return fmt.Errorf("notify the other instances: %w", err)
	}
	if b.note != nil {
		if err := b.note(tx, tags); err != nil {
			return fmt.Errorf("record a write: %w", err)
		}
	}
	return nil
}

// receive applies a notification of another instance. One that can't be parsed
// means everything.
func (b *Bus) receive(payload string) {
	var m message
	err := json.Unmarshal([]byte(payload), &m)
	switch {
	case err != nil:
		b.InvalidateAll()
	case m.From == *b.instance.Load():
	case len(m.Tags) == 0:
		b.InvalidateAll()
	default:
		b.Invalidate(m.Tags...)
	}
}

// Invalidate invalidates everything with one of the tags on this instance.
func (b *Bus) Invalidate(tags ...string) {
	for _, s := range b.subscribers {
		s.Invalidate(tags...)
	}
}

// InvalidateAll invalidates everything on this instance.
func (b *Bus) InvalidateAll() {
	for _, s := range b.subscribers {
		s.InvalidateAll()
	}
}

func (b *Bus) markAllStale() {
	for _, s := range b.subscribers {
		s.MarkAllStale()
	}
}
