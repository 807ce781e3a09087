package contact

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/keyset"
	"thriftwell/server/platform/session"
)

// Admin handles staff requests.
type Admin struct {
	Store  *Store
	Months int // how many months messages are kept
}

// List handles GET /api/admin/messages?state=&q=&after=&limit=. X-Next-Cursor
// is the value of after for the next part, if there is one.
func (a Admin) List(c *gin.Context) error {
	p, err := partOf(c)
	if err != nil {
		return err
	}
	messages, next, err := a.Store.inbox(c.Request.Context(), p)
	if err != nil {
		return err
	}
	keyset.SetNext(c, next)
	c.JSON(http.StatusOK, messages)
	return nil
}

func partOf(c *gin.Context) (p part, err error) {
	switch state := c.Query("state"); state {
	case "":
	case "open", "answered":
		answered := state == "answered"
		p.answered = &answered
	default:
		return p, fault.New(fault.Invalid, "Choose open or answered.")
	}
	if q := c.Query("q"); q != "" {
		var check form.Checker
		p.sender = check.Email("q", q)
		if err := check.Err(); err != nil {
			return p, err
		}
	}
	p.Part, err = keyset.Query(c)
	return p, err
}

// Summary handles GET /api/admin/messages/summary.
func (a Admin) Summary(c *gin.Context) error {
	open, late, err := a.Store.Waiting(c.Request.Context())
	return httpx.JSON(c, Summary{Open: open, Late: late, LateHours: int(LateAfter.Hours()), KeptMonths: a.Months}, err)
}

// Mark handles PUT /api/admin/messages/:id.
func (a Admin) Mark(c *gin.Context) error {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return errNotFound
	}
	var m Mark
	if err := httpx.ReadStrictJSON(c, &m); err != nil {
		return err
	}
	if err := m.check(); err != nil {
		return err
	}
	ctx := c.Request.Context()
	after, err := a.Store.mark(ctx, session.ActorOf(ctx), id, m)
	return httpx.JSON(c, after, err)
}
