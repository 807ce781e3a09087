// Package editabletest serves the calls of a Kind to tests, with a database of
// their own but without the rest of the site.
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

// Desk serves calls.
type Desk struct {
	testing.TB
	DB   *db.DB
	Site editable.Site
	By   session.Actor // makes the calls

	engine *gin.Engine
	told   *memory
}

// Open returns a Desk with a new database, used by an editor.
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

// Edit serves the calls of a Kind.
func (d *Desk) Edit(kind editable.Records) {
	for _, call := range kind.Calls() {
		d.Answer(call.Method, call.Path, call.Handle)
	}
}

// Answer serves a call with a handler.
func (d *Desk) Answer(method, path string, handle func(*gin.Context) error) {
	d.engine.Handle(method, path, func(c *gin.Context) {
		c.Request = c.Request.WithContext(session.With(c.Request.Context(), d.By))
		httpx.Handle(handle)(c)
	})
}

// Answer is the response to a call.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Call makes a call with body as JSON; nil means no body.
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

// Must makes a call, fails the test unless it succeeds, and returns its decoded
// body.
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

// Exec executes a statement.
func (d *Desk) Exec(sql string, args ...any) {
	d.Helper()
	if _, err := d.DB.Pool.Exec(d.Context(), sql, args...); err != nil {
		d.Fatal(err)
	}
}

// Count returns the number selected by a query.
func (d *Desk) Count(sql string, args ...any) (n int) {
	d.Helper()
	if err := d.DB.Pool.QueryRow(d.Context(), sql, args...).Scan(&n); err != nil {
		d.Fatal(err)
	}
	return n
}

// Told returns the tags invalidated since the previous call, sorted.
func (d *Desk) Told() string {
	d.told.mu.Lock()
	defer d.told.mu.Unlock()
	tags := d.told.tags
	d.told.tags = nil
	slices.Sort(tags)
	return strings.Join(tags, " ")
}

// memory records invalidated tags.
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
