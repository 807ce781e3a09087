package pagecache

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"

	"thriftwell/db/dbtest"
)

// instance is a cache that listens, with the database through which others
// write. Its pages have one tag each: "/a" has "a".
func instance(t *testing.T) (*Cache, *sql.DB) {
	t.Helper()
	url := dbtest.NewEmpty(t)
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c := newSite(t, func(_ context.Context, target string) (Page, error) { return html(target, target[1:]), nil })
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		Listen(ctx, func(ctx context.Context) (*pgx.Conn, error) { return pgx.Connect(ctx, url) }, c)
	}()
	t.Cleanup(func() { stop(); <-ended })
	awaitHearing(t, c, db)
	return c, db
}

// awaitHearing returns when the cache obeys what others notify, and with that
// has obeyed all that was notified before.
func awaitHearing(t *testing.T, c *Cache, db Execer) {
	t.Helper()
	marker := rand.Text()
	get(c, "/"+marker)
	eventually(t, func() bool {
		notify(t, db, marker)
		return standing(c, "/"+marker) == "invalid"
	})
}

func notify(t *testing.T, db Execer, tags ...string) {
	t.Helper()
	if err := Notify(t.Context(), db, tags...); err != nil {
		t.Fatal(err)
	}
}

func standing(c *Cache, key string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	switch e := c.peek(key); {
	case e == nil:
		return "absent"
	case e.invalid.Load():
		return "invalid"
	case e.freshAt(c.now()):
		return "fresh"
	}
	return "stale"
}

func wantStanding(t *testing.T, c *Cache, key, want string) {
	t.Helper()
	if got := standing(c, key); got != want {
		t.Errorf("%s is %s, want %s", key, got, want)
	}
}

func eventually(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not happen")
		}
	}
}

func begin(t *testing.T, db *sql.DB) *sql.Tx {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

func TestAnotherInstanceHearsOfAWriteWhenItIsCommitted(t *testing.T) {
	c, db := instance(t)
	get(c, "/a")
	get(c, "/b")
	tx := begin(t, db)
	notify(t, tx, "a", "x")
	awaitHearing(t, c, db)
	wantStanding(t, c, "/a", "fresh") // not committed yet
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return standing(c, "/a") == "invalid" })
	wantStanding(t, c, "/b", "fresh")
}

func TestAWriteThatIsRolledBackInvalidatesNothing(t *testing.T) {
	c, db := instance(t)
	get(c, "/a")
	tx := begin(t, db)
	notify(t, tx, "a")
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	awaitHearing(t, c, db)
	wantStanding(t, c, "/a", "fresh")
}

func TestMoreTagsThanANotificationHoldsMeanAllPages(t *testing.T) {
	c, db := instance(t)
	get(c, "/a")
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprint("guide:", i))
	}
	notify(t, db, many[:500]...)
	awaitHearing(t, c, db)
	wantStanding(t, c, "/a", "fresh")
	notify(t, db, many...)
	eventually(t, func() bool { return standing(c, "/a") == "invalid" })
}

func TestTheLargestNotificationThatPostgresTakesIsSent(t *testing.T) {
	c, db := instance(t)
	get(c, "/a")
	notify(t, db, string(slices.Repeat([]byte("x"), maxPayload-len(`[""]`))))
	awaitHearing(t, c, db)
	wantStanding(t, c, "/a", "fresh")
}

func TestAfterALostConnectionAllPagesAreStaleAndItListensAgain(t *testing.T) {
	c, db := instance(t)
	get(c, "/a")
	var cut int
	err := db.QueryRow(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'`).Scan(&cut)
	if err != nil || cut != 1 {
		t.Fatalf("%d connections cut: %v", cut, err)
	}
	eventually(t, func() bool { return standing(c, "/a") == "stale" })
	awaitHearing(t, c, db)
}

func TestWithoutADatabaseItAsksAgainEverMoreSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, editions())
		get(c, "/a")
		ctx, stop := context.WithTimeout(t.Context(), 19*time.Second)
		defer stop()
		var at []time.Duration
		began := time.Now()
		Listen(ctx, func(context.Context) (*pgx.Conn, error) {
			at = append(at, time.Since(began).Round(time.Millisecond))
			return nil, errors.New("no route")
		}, c)
		const ms = time.Millisecond
		want := []time.Duration{0, 100 * ms, 300 * ms, 700 * ms, 1500 * ms, 3100 * ms, 6300 * ms, 11300 * ms, 16300 * ms}
		if !slices.Equal(at, want) {
			t.Errorf("at %v, want %v", at, want)
		}
		wantStanding(t, c, "/a", "fresh") // marked when it is back
	})
}

func TestANotificationThatCannotBeReadMeansAllPages(t *testing.T) {
	for _, payload := range []string{"", "all", `{"a":1}`, `["a"`, `[7]`} {
		c := newSite(t, editions("x"))
		get(c, "/a")
		c.obey(payload)
		if got := standing(c, "/a"); got != "invalid" {
			t.Errorf("%q: the page is %s", payload, got)
		}
	}
}
