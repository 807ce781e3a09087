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

// HTTP handles the public endpoint and the search page.
type HTTP struct {
	Store    *Store
	Visitor  func(r *http.Request, address string) (of uuid.UUID, human bool) // identifies a visitor for one day
	Limiter  *ratelimit.Limiter
	Location *time.Location
}

// missLimit limits the unanswered searches recorded for one network.
func missLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "empty searches per network", Most: 60, Per: time.Hour}
}

// missTimeout limits the check whether a search page had no answer.
const missTimeout = 2 * time.Second

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
	if a.isMiss() && !q.Typed && c.ClientIP() != "" { // requests from the renderer have no address
		h.note(c, q.Text)
	}
	c.JSON(http.StatusOK, a)
	return nil
}

// Page runs before the search page is rendered. It records an unanswered search
// after the visitor has received the page.
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
	ctx, cancel := context.WithTimeout(c.Request.Context(), missTimeout)
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

// note records an unanswered search. Failures neither delay nor affect the
// visitor's response.
func (h HTTP) note(c *gin.Context, text string) {
	words, kept := missOf(text)
	visitor, human := h.Visitor(c.Request, c.ClientIP())
	if !kept || !human {
		return
	}
	ctx := c.Request.Context()
	err := h.Limiter.Take(ctx, ratelimit.Use{Rule: missLimit(), By: ratelimit.Neighbourhood(c.ClientIP())})
	if err == nil {
		_ = h.Store.miss(ctx, calendar.Today(h.Location).Time, visitor, words)
	}
}
