package httpx

import (
	"bytes"
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
)

// Answer is a handler's answer.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Err    error // the cause if it is an error
}

// Capture runs the handler of a GET with a target and returns its answer
// instead of sending it. Of the client's request, the handler sees only the
// parameters of the path. If the request may end earlier, c must be a copy
// (gin.Context.Copy).
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

// captured records an answer.
type captured struct {
	gin.ResponseWriter // for methods that handlers of a GET don't need
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
