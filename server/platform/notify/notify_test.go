package notify

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// memory is a subscriber that records its calls.
type memory struct {
	mu   sync.Mutex
	told []string
}

func (m *memory) note(what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.told = append(m.told, what)
}

func (m *memory) Invalidate(tags ...string) { m.note(strings.Join(tags, " ")) }
func (m *memory) InvalidateAll()            { m.note("all") }
func (m *memory) MarkAllStale()             { m.note("stale") }

// calls returns the calls since the last time.
func (m *memory) calls() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	told := m.told
	m.told = nil
	return told
}

// instance is one of several that share a database.
type instance struct {
	*Bus
	*memory
	t  *testing.T
	db *db.DB
}

func newBus() (*Bus, *memory) {
	m := &memory{}
	return New(slog.New(slog.DiscardHandler), m), m
}

func open(t *testing.T, url string) instance {
	t.Helper()
	d, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	b, m := newBus()
	i := instance{b, m, t, d}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.Listen(ctx, nil, func(ctx context.Context) (*pgx.Conn, error) { return pgx.Connect(ctx, url) })
	}()
	t.Cleanup(func() { stop(); <-ended })
	return i
}

// pair opens two instances that listen.
func pair(t *testing.T) (writer, other instance) {
	t.Helper()
	url := dbtest.NewEmpty(t)
	writer, other = open(t, url), open(t, url)
	for _, i := range []instance{writer, other} {
		eventually(t, func() bool { return slices.Contains(i.calls(), "stale") })
	}
	return writer, other
}

func eventually(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("timeout")
		}
	}
}

func (i instance) write(tags []string, write func(*gorm.DB) error) error {
	return i.Transaction(i.t.Context(), i.db.Gorm, tags, write)
}

func nothing(*gorm.DB) error { return nil }

// received returns what this instance has received of the other's writes.
func (i instance) received(of instance) []string {
	i.t.Helper()
	last, told := rand.Text(), []string{}
	if err := of.write([]string{last}, nothing); err != nil {
		i.t.Fatal(err)
	}
	eventually(i.t, func() bool {
		told = append(told, i.calls()...)
		return slices.Contains(told, last)
	})
	return slices.DeleteFunc(told, func(s string) bool { return s == last })
}

func wantCalls(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWritesInvalidateHereAtOnceAndElsewhereOnce(t *testing.T) {
	writer, other := pair(t)
	if err := writer.write([]string{"a", "x"}, nothing); err != nil {
		t.Fatal(err)
	}
	wantCalls(t, writer.calls(), "a x")
	wantCalls(t, other.received(writer), "a x")
}

func TestInstancesIgnoreTheirOwnNotifications(t *testing.T) {
	writer, other := pair(t)
	for range 3 {
		if err := writer.write([]string{"a"}, nothing); err != nil {
			t.Fatal(err)
		}
	}
	wantCalls(t, writer.received(other), "a", "a", "a") // by its own writes, and not again
}

func TestNotificationsAreSentAtCommit(t *testing.T) {
	writer, other := pair(t)
	third := open(t, writer.db.Pool.Config().ConnString())
	err := writer.write([]string{"a"}, func(tx *gorm.DB) error {
		if err := writer.send(tx, []string{"early"}); err != nil {
			return err
		}
		wantCalls(t, other.received(third))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wantCalls(t, other.received(writer), "early", "a")
}

func TestRolledBackWritesAreNotNotified(t *testing.T) {
	writer, other := pair(t)
	if err := writer.write([]string{"a"}, func(*gorm.DB) error { return errors.New("no") }); err == nil {
		t.Fatal("no error")
	}
	wantCalls(t, writer.calls())
	wantCalls(t, other.received(writer))
}

// If the commit fails, it is unknown whether it succeeded, and its notification
// may still come.
func TestAfterAFailedCommitAnInstanceAcceptsItsOwnNotification(t *testing.T) {
	writer, other := pair(t)
	name := *writer.instance.Load()
	err := writer.write([]string{"a"}, func(tx *gorm.DB) error {
		return tx.Exec(`CREATE TABLE doubt (n int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO doubt VALUES (1), (1)`).Error
	})
	if err == nil {
		t.Fatal("the commit did not fail")
	}
	wantCalls(t, writer.calls(), "a")
	writer.receive(`{"from":"` + name + `","tags":["a"]}`)
	wantCalls(t, writer.calls(), "a")
	wantCalls(t, other.received(writer))
}

func TestTooManyTagsInvalidateEverything(t *testing.T) {
	writer, other := pair(t)
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprint("guide:", i))
	}
	for tags, want := range map[int]string{500: strings.Join(many[:500], " "), 1000: "all"} {
		if err := writer.write(many[:tags], nothing); err != nil {
			t.Fatal(err)
		}
		wantCalls(t, other.received(writer), want)
	}
}

func TestTheLargestPayloadIsAccepted(t *testing.T) {
	writer, other := pair(t)
	frame := len(`{"from":"","tags":[""]}`) + len(*writer.instance.Load())
	tag := strings.Repeat("x", maxPayload-frame)
	if err := writer.write([]string{tag}, nothing); err != nil {
		t.Fatal(err)
	}
	wantCalls(t, other.received(writer), tag)
}

func TestALostConnectionMarksEverythingStale(t *testing.T) {
	writer, other := pair(t)
	var cut int
	err := writer.db.Pool.QueryRow(t.Context(), `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN%'`).Scan(&cut)
	if err != nil || cut != 2 {
		t.Fatalf("%d connections cut: %v", cut, err)
	}
	eventually(t, func() bool { return slices.Contains(other.calls(), "stale") })
	if err := writer.write([]string{"a"}, nothing); err != nil {
		t.Fatal(err)
	}
	wantCalls(t, other.received(writer), "a")
}

func TestNothingIsMissedOrReloadedAfterStart(t *testing.T) {
	url := dbtest.NewEmpty(t)
	connect := func(ctx context.Context) (*pgx.Conn, error) { return pgx.Connect(ctx, url) }
	writer := open(t, url)
	for _, lost := range []bool{false, true} {
		conn, err := connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		Start(t.Context(), conn)
		if err := writer.write([]string{"early"}, nothing); err != nil {
			t.Fatal(err)
		}
		want := "early"
		if lost {
			want = "stale"
			if _, err := writer.db.Pool.Exec(t.Context(), "SELECT pg_terminate_backend($1)", conn.PgConn().PID()); err != nil {
				t.Fatal(err)
			}
		}
		b, m := newBus()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			b.Listen(ctx, conn, connect)
		}()
		var told []string
		eventually(t, func() bool {
			told = append(told, m.calls()...)
			return slices.Contains(told, want)
		})
		stop()
		<-ended
		if !lost {
			wantCalls(t, told, "early")
		}
	}
}

func TestReconnectingBacksOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, m := newBus()
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		var at []time.Duration
		began := time.Now()
		b.Listen(ctx, nil, func(context.Context) (*pgx.Conn, error) {
			at = append(at, time.Since(began).Round(time.Millisecond))
			return nil, errors.New("no route")
		})
		const ms = time.Millisecond
		want := []time.Duration{0, 100 * ms, 300 * ms, 700 * ms, 1500 * ms, 2500 * ms, 3500 * ms, 4500 * ms}
		if !slices.Equal(at, want) {
			t.Errorf("at %v, want %v", at, want)
		}
		wantCalls(t, m.calls()) // marked stale when the database is back
	})
}

func TestMalformedNotificationsInvalidateEverything(t *testing.T) {
	b, m := newBus()
	for _, payload := range []string{"", "all", `{"a":1}`, `["a"]`, `{"from":"x","tags":[7]}`} {
		b.receive(payload)
		wantCalls(t, m.calls(), "all")
	}
}

func TestTogetherNotifiesAtTheEnd(t *testing.T) {
	writer, other := pair(t)
	for _, commit := range []error{errors.New("taken back"), nil} {
		err := writer.Together(t.Context(), writer.db.Gorm, func(tx *gorm.DB, each *Bus) error {
			for n := range 60 {
				if err := each.Transaction(t.Context(), tx, []string{fmt.Sprintf("t%02d", n), "all"}, nothing); err != nil {
					return err
				}
			}
			return commit
		})
		if !errors.Is(err, commit) {
			t.Fatal(err)
		}
	}
	all := strings.Fields(strings.Join(other.received(writer), " "))
	if len(all) != 61 || all[0] != "all" || all[60] != "t59" {
		t.Errorf("%d: %q", len(all), all)
	}
	if here := writer.calls(); len(here) == 0 || !strings.HasPrefix(here[0], "all t00 ") {
		t.Errorf("the writing instance: %q", here)
	}
}
