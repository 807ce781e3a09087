// Package notify tells what is kept in memory, on this instance and on every
// other, which of it a write has made old.
//
// A write names tags. This instance applies them before the write returns; the
// others hear of them by a Postgres notification that is part of the write's
// transaction. An instance ignores its own notifications.
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

// maxPayload is the most bytes that NOTIFY takes: "shorter than 8000".
const maxPayload = 7999

// Subscriber keeps in memory something that writes can make old. Its methods
// return without waiting for anything.
type Subscriber interface {
	// Invalidate takes whatever carries one of the tags out of service.
	Invalidate(tags ...string)
	// InvalidateAll takes everything out of service.
	InvalidateAll()
	// MarkAllStale is called when writes may have been missed.
	MarkAllStale()
}

// Bus carries the tags of writes to its subscribers. Make one with New.
type Bus struct {
	log         *slog.Logger
	instance    atomic.Pointer[string] // names this instance to the others
	subscribers []Subscriber
	note        func(tx *gorm.DB, tags []string) error
	gathered    map[string]struct{} // tags that wait for the end of Together; nil outside of it
}

// New makes a Bus. Subscribers are told in their order, so what others are made
// of comes first.
func New(log *slog.Logger, subscribers ...Subscriber) *Bus {
	b := &Bus{log: log, subscribers: subscribers}
	b.rename()
	return b
}

// Note has each write call note in its transaction, for whoever is not in the
// memory of an instance.
func (b *Bus) Note(note func(tx *gorm.DB, tags []string) error) { b.note = note }

func (b *Bus) rename() {
	name := rand.Text()
	b.instance.Store(&name)
}

// message is the payload of a notification. Without tags it is about
// everything.
type message struct {
	From string   `json:"from"`
	Tags []string `json:"tags,omitempty"`
}

// Transaction runs write in a transaction and, when it is committed, has made
// everything that carries one of the tags old, here at once and on the other
// instances as soon as they hear of it.
func (b *Bus) Transaction(ctx context.Context, db *gorm.DB, tags []string, write func(tx *gorm.DB) error) error {
	return b.TaggedTransaction(ctx, db, func(tx *gorm.DB) ([]string, error) { return tags, write(tx) })
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
		// The commit may have gone through all the same, now or later. Under
		// another name this instance then hears of it like the others.
		b.rename()
	}
	b.Invalidate(tags...)
	return err
}

// Together runs many writes in one transaction, each by the Bus that it is given,
// and tells of them all at its end: Postgres keeps kilobytes for each savepoint in
// which a notification was sent, until the end of the transaction.
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

// receive applies what another instance has sent. What can't be read is about
// everything.
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

// Invalidate tells the subscribers of this instance that whatever carries one
// of the tags is old.
func (b *Bus) Invalidate(tags ...string) {
	for _, s := range b.subscribers {
		s.Invalidate(tags...)
	}
}

// InvalidateAll tells them that everything is.
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
