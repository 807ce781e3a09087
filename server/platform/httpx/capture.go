package httpx

import (
	"bytes"
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
)

// Answer is what a handler answered.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Err    error // why it is an error; nil for any other
}

// Capture runs a handler of a GET for a target, and returns its answer instead of
// sending it. The handler sees nothing of the client's request but the parameters
// of its path. c is a copy (gin.Context.Copy) if the request may end before.
func Capture(ctx context.Context, c *gin.Context, target string, h func(*gin.Context) error) (Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return Answer{}, err
	}
	w := &captured{header: http.Header{}, status: http.StatusOK}
	c.Request, c.Writer = request, w
	Handle(h)(c)
	a := Answer{Status: w.status, Header: w.header, Body: w.body.Bytes()}
	if failed := c.Errors.Last(); failed != nil {
		a.Err = failed.Err
	}
	return a, nil
}

// captured keeps an answer.
type captured struct {
	gin.ResponseWriter // for what handlers of a GET have no use for
	header             http.Header
	status             int
	body               bytes.Buffer
}

func (w *captured) Header() http.Header               { return w.header }
func (w *captured) WriteHeader(status int)            { w.status = status }
func (w *captured) WriteHeaderNow()                   {}
func (w *captured) Write(b []byte) (int, error)       { return w.body.Write(b) }
func (w *captured) WriteString(s string) (int, error) { return w.body.WriteString(s) }
func (w *captured) Status() int                       { return w.status }
func (w *captured) Size() int                         { return w.body.Len() }
func (w *captured) Written() bool                     { return w.body.Len() > 0 }
