package outgoing

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// Desk handles calls about records that are sent.
type Desk[T any] struct {
	Of    editable.Kind[T, T]
	State func(T) State
}

// Find returns the record of a call.
func (d Desk[T]) Find(c *gin.Context) (found T, err error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 {
		return found, d.Of.Missing
	}
	return d.Of.Get(c.Request.Context(), id)
}

// Turn returns a handler that sets a status if the record has one of the
// statuses in from, and otherwise answers with refusal.
func (d Desk[T]) Turn(to, refusal string, from ...string) func(*gin.Context) error {
	return func(c *gin.Context) error {
		found, err := d.Find(c)
		if err != nil {
			return err
		}
		if !slices.Contains(from, d.State(found).Status) {
			return fault.New(fault.Conflict, refusal)
		}
		return d.Answer(c, d.Of.Key(found).ID, nil, to)
	}
}

// Send sends a record now, or schedules it if its time is in the future.
func (d Desk[T]) Send(c *gin.Context, found T, version *int) error {
	to := Sending
	if at := d.State(found).ScheduledAt; at != nil && at.After(time.Now()) {
		to = Scheduled
	}
	return d.Answer(c, d.Of.Key(found).ID, version, to)
}

// Answer sets the status of a record and answers with it.
func (d Desk[T]) Answer(c *gin.Context, id int64, version *int, to string) error {
	ctx := c.Request.Context()
	after, err := d.Become(ctx, session.ActorOf(ctx), id, version, to, "")
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, after)
	return nil
}

// Become sets the status of a record, and why if there is trouble.
func (d Desk[T]) Become(ctx context.Context, by session.Actor, id int64, version *int, to, trouble string) (T, error) {
	return d.Of.Update(ctx, by, id, version, map[string]any{"status": to, "trouble": trouble})
}
