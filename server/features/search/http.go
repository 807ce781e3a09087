package search

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
)

// HTTP handles the public call and the page.
type HTTP struct {
	Store    *Store
	Visitor  func(r *http.Request, address string) (of uuid.UUID, human bool) // tells the visitors of a day apart
	Limiter  *ratelimit.Limiter
	Location *time.Location
}

// missesOfNetwork bounds what one network has us keep.
func missesOfNetwork() ratelimit.Rule {
	return ratelimit.Rule{Name: "empty searches per network", Most: 60, Per: time.Hour}
}

// longestLook bounds the look for whether a page was a search in vain.
const longestLook = 2 * time.Second

// Find handles GET /api/search?q=&page=&typed=&exact=.
func (h HTTP) Find(c *gin.Context) error {
	q, err := read(c)
	if err != nil {
		return err
	}
	a, err := h.Store.Find(c.Request.Context(), q)
	if err != nil {
		return err
	}
	if a.isMiss() && !q.Typed && c.ClientIP() != "" { // the renderer has no address
		h.note(c, q.Text)
	}
	c.JSON(http.StatusOK, a)
	return nil
}

// Page comes before the page of a search. It notes one in vain, once
// its visitor has the page.
func (h HTTP) Page(c *gin.Context) error {
	c.Next()
	q, err := read(c)
	if err != nil || q.Text == "" || c.Request.Method != http.MethodGet || c.Writer.Status() != http.StatusOK {
		return nil
	}
	if _, kept := missOf(q.Text); !kept {
		return nil
	}
	if _, human := h.Visitor(c.Request, c.ClientIP()); !human {
		return nil
	}
	q.Typed = false
	ctx, cancel := context.WithTimeout(c.Request.Context(), longestLook)
	defer cancel()
	if a, err := h.Store.Find(ctx, q); err == nil && a.isMiss() {
		h.note(c, q.Text)
	}
	return nil
}

func read(c *gin.Context) (q Query, err error) {
	if q.Text, err = httpx.QueryText(c, "q"); err != nil {
		return q, err
	}
	if q.Typed, err = httpx.QueryBool(c, "typed"); err != nil {
		return q, err
	}
	if q.Exact, err = httpx.QueryBool(c, "exact"); err != nil {
		return q, err
	}
	q.Page, err = httpx.QueryInt(c, "page", 1, 1, MaxPages)
	return q, err
}

// note keeps a search in vain. No visitor is kept waiting or refused
// for what goes wrong with it.
func (h HTTP) note(c *gin.Context, text string) {
	words, kept := missOf(text)
	visitor, human := h.Visitor(c.Request, c.ClientIP())
	if !kept || !human {
		return
	}
	ctx := c.Request.Context()
	err := h.Limiter.Take(ctx, ratelimit.Use{Rule: missesOfNetwork(), By: ratelimit.Neighbourhood(c.ClientIP())})
	if err == nil {
		_ = h.Store.miss(ctx, calendar.Today(h.Location).Time, visitor, words)
	}
}
