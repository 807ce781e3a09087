// Package editabletest provides tests with the calls of a Kind, on a database
// of their own and without the rest of the site.
package editabletest

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gin-gonic/gin"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/session"
)

// Desk answers calls.
type Desk struct {
	testing.TB
	DB   *db.DB
	Site editable.Site
	By   session.Actor // who makes the calls

	engine *gin.Engine
	told   *memory
}

// Open returns a Desk on a new database, where an editor works.
func Open(t testing.TB) *Desk {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	gin.SetMode(gin.TestMode)
	told := &memory{}
	site := editable.Site{DB: d.Gorm, Bus: notify.New(slog.New(slog.DiscardHandler), told)}
	editor := session.Actor{UserID: 1, Email: "editor@site.example", Role: session.Editor}
	return &Desk{TB: t, DB: d, Site: site, By: editor, engine: gin.New(), told: told}
}

// Edit answers the calls of a Kind.
func (d *Desk) Edit(kind editable.Records) {
	for _, call := range kind.Calls() {
		d.Answer(call.Method, call.Path, call.Handle)
	}
}

// Answer answers a call by a handler.
func (d *Desk) Answer(method, path string, handle func(*gin.Context) error) {
	d.engine.Handle(method, path, func(c *gin.Context) {
		c.Request = c.Request.WithContext(session.With(c.Request.Context(), d.By))
		httpx.Handle(handle)(c)
	})
}

// Answer is the answer to a call.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Call makes a call; body is what its JSON is made of, or nil.
func (d *Desk) Call(method, path string, body any) Answer {
	d.Helper()
	text := ""
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			d.Fatal(err)
		}
		text = string(b)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	d.engine.ServeHTTP(w, r)
	return Answer{w.Code, w.Header(), w.Body.String()}
}

// Must makes a call that has to work, and returns its answer's JSON.
func Must[T any](d *Desk, method, path string, body any) (out T) {
	d.Helper()
	a := d.Call(method, path, body)
	if a.Status >= 300 {
		d.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	if err := json.Unmarshal([]byte(a.Body), &out); err != nil {
		d.Fatalf("%s %s: %v in %s", method, path, err, a.Body)
	}
	return out
}

// Exec runs a statement.
func (d *Desk) Exec(sql string, args ...any) {
	d.Helper()
	if _, err := d.DB.Pool.Exec(d.Context(), sql, args...); err != nil {
		d.Fatal(err)
	}
}

// Count returns the number that a query selects.
func (d *Desk) Count(sql string, args ...any) (n int) {
	d.Helper()
	if err := d.DB.Pool.QueryRow(d.Context(), sql, args...).Scan(&n); err != nil {
		d.Fatal(err)
	}
	return n
}

// Told returns the tags that were made old since the last time, sorted.
func (d *Desk) Told() string {
	d.told.mu.Lock()
	defer d.told.mu.Unlock()
	tags := d.told.tags
	d.told.tags = nil
	slices.Sort(tags)
	return strings.Join(tags, " ")
}

// memory notes the tags that it is told of.
type memory struct {
	mu   sync.Mutex
	tags []string
}

// Invalidate implements notify.Subscriber.
func (m *memory) Invalidate(tags ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tags = append(m.tags, tags...)
}

// InvalidateAll implements notify.Subscriber.
func (m *memory) InvalidateAll() {}

// MarkAllStale implements notify.Subscriber.
func (m *memory) MarkAllStale() {}
