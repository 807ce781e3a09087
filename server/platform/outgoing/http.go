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

// Desk answers calls about the records of a kind that go out.
type Desk[T any] struct {
	Of    editable.Kind[T, T]
	State func(T) State
}

// Find returns the record that a call is about.
func (d Desk[T]) Find(c *gin.Context) (found T, err error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 {
		return found, d.Of.Missing
	}
	return d.Of.Get(c.Request.Context(), id)
}

// Turn answers the calls that only change the status, of records with one of
// some statuses; of others they say the refusal.
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

// Send answers a call that sends a record: it goes out now, or is scheduled if
// its time is still to come.
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

// Become sets the status of a record, and says why if that is trouble.
func (d Desk[T]) Become(ctx context.Context, by session.Actor, id int64, version *int, to, trouble string) (T, error) {
	return d.Of.Update(ctx, by, id, version, map[string]any{"status": to, "trouble": trouble})
}
