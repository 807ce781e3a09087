package renderer

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// A client asks one worker over HTTP/1.1. It writes and reads on the goroutine
// of whoever asks; a transport of net/http would hand each request and each
// answer from one goroutine to another, which costs more than the rest.
type client struct {
	network, address string

	mu     sync.Mutex // guards the following fields
	kept   []*conn    // open and idle, the one used last at the end
	closed bool       // keeps none any more
}

// A conn is a connection to a worker, for one request at a time.
type conn struct {
	net.Conn
	in   *bufio.Reader
	out  *bufio.Writer
	used time.Time // last
	last bool      // the worker closes it, or data followed the answer
}

const (
	keepFor    = 4 * time.Second // shorter than Node's own 5 s, so that none is closed under a request
	bufferSize = 32 << 10        // a request, with what is told for most pages, goes through the socket in one piece
)

// ask sends a request and hands the answer to read, which reads its body to the
// end. It returns when ctx ends at the latest. A request that finds its kept
// connection closed is sent once more, on a new one: the others that are kept
// likely lead to the same worker, which is gone.
func (c *client) ask(ctx context.Context, request *http.Request, read func(*http.Response) error) error {
	if kept := c.take(); kept != nil {
		if begun, err := c.askOn(ctx, kept, request, read); err == nil || begun || ctx.Err() != nil {
			return err
		}
		c.drop()
	}
	conn, err := c.dial(ctx)
	if err != nil {
		return err
	}
	_, err = c.askOn(ctx, conn, request, read)
	return err
}

// askOn asks on a connection, and then keeps or closes it. It reports whether an
// answer began.
func (c *client) askOn(ctx context.Context, conn *conn, request *http.Request, read func(*http.Response) error) (begun bool, err error) {
	begun, err = conn.ask(ctx, request, read)
	if err == nil && !conn.last {
		c.keep(conn)
		return begun, nil
	}
	_ = conn.Close()
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return begun, err
}

// ask reports whether an answer began. After an error the connection is of no
// more use.
func (c *conn) ask(ctx context.Context, request *http.Request, read func(*http.Response) error) (begun bool, err error) {
	unwatch := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Now()) })
	defer func() {
		if !unwatch() && err == nil {
			err = ctx.Err()
		}
	}()
	if request.GetBody != nil {
		if request.Body, err = request.GetBody(); err != nil {
			return false, err
		}
	}
	if err := request.Write(c.out); err != nil {
		return false, err
	}
	if err := c.out.Flush(); err != nil {
		return false, err
	}
	if _, err := c.in.Peek(1); err != nil {
		return false, err
	}
	response, err := http.ReadResponse(c.in, request)
	if err != nil {
		return true, err
	}
	err = read(response)
	c.last = response.Close || c.in.Buffered() > 0
	return true, err
}

// dial returns a new connection.
func (c *client) dial(ctx context.Context) (*conn, error) {
	var dialer net.Dialer
	opened, err := dialer.DialContext(ctx, c.network, c.address)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: opened, in: bufio.NewReader(opened), out: bufio.NewWriterSize(opened, bufferSize)}, nil
}

// take returns the connection that was used last, or nil, and closes those that
// were idle for too long.
func (c *client) take() *conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.kept) > 0 && time.Since(c.kept[0].used) > keepFor {
		_ = c.kept[0].Close()
		c.kept = c.kept[1:]
	}
	if len(c.kept) == 0 {
		return nil
	}
	last := c.kept[len(c.kept)-1]
	c.kept = c.kept[:len(c.kept)-1]
	return last
}

func (c *client) keep(conn *conn) {
	conn.used = time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		_ = conn.Close()
		return
	}
	c.kept = append(c.kept, conn)
}

// drop closes the connections that are idle.
func (c *client) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.kept {
		_ = conn.Close()
	}
	c.kept = nil
}

// close closes the connections that are idle, and the others as they become it.
func (c *client) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.drop()
}
