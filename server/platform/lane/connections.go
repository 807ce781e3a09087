package lane

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Connections bounds the connections of an http.Server. Where there are too
// many, one of the network that has most gives way to the newest: the one that
// has been quiet for longest, and one with a request under way only when all
// have. So who holds connections keeps nobody out.
type Connections struct {
	Most int
	// Network is the network of a peer, or "" for a proxy of ours, which brings
	// any number of people and never gives way.
	Network func(net.Addr) string
	// Answer, if set, is called once for a connection, and returns the function that
	// answers its requests: given one up to the end of its header, that returns the whole
	// answer, or nil if the server has to see the request. It is called for one request at
	// a time. Who was answered waits up to 30 ms for the next answer.
	Answer func(peer net.Addr) func(head []byte) []byte
	Idle   time.Duration // how long who was answered by Answer may wait with the next request

	start   time.Time
	refused atomic.Uint64
	rounds  rounds

	mu   sync.Mutex                          // guards what follows
	of   map[string]map[*connection]struct{} // open ones by network
	open int
}

// sendBuffer is how many bytes of answers the system holds for a connection, and
// as much again for its own use. Left to itself it would hold megabytes, which
// thousands who ask and don't read have it fill.
const sendBuffer = 128 << 10

// answerTimeout is how long a client may take to read an answer of
// Connections.Answer. On a connection of which the server has seen no request yet it
// is also how long there are such answers, and how long the client may wait with the
// next request: the time that the server gives that one began with the connection.
const answerTimeout = 10 * time.Second

// connection is one connection of a visitor.
type connection struct {
	*net.TCPConn // for its ReadFrom
	all          *Connections
	network      string
	busy         atomic.Bool  // a request is under way
	changed      atomic.Int64 // when that was set, or the last request answered here
	since        time.Time    // when it was accepted

	// Only whoever reads uses these, and that is one at a time.
	answerer func(head []byte) []byte // what Connections.Answer returned, once it was asked
	served   bool                     // the server has answered a request
	between  bool                     // the server has read all of a request, and goes on to the next
	one      bool                     // since then it has read exactly one request, and of the next at most begun
	begun    []byte                   // of the next request, a byte at most
}

// Read implements net.Conn. The server does not see what Connections.Answer answers.
func (c *connection) Read(b []byte) (int, error) {
	n, err := c.TCPConn.Read(b)
	if n <= 0 {
		return n, err
	}
	if !c.between {
		// While it is at a request, the server reads one byte, to notice when the client leaves.
		if c.one = c.one && n == 1 && c.begun == nil; c.one {
			c.begun = []byte{b[0]}
		}
		return n, err
	}
	for c.begun == nil && isHead(b[:n]) {
		answer := c.answer(b[:n])
		if answer == nil {
			break
		}
		if c.send(answer) != nil {
			return 0, io.EOF
		}
		if n, err = c.stay(b); n <= 0 {
			return n, err
		}
	}
	read := b[:n]
	if c.begun != nil {
		read = append(c.begun, read...)
	}
	c.one = c.all.Answer != nil && (isHead(read) || isRequest(read))
	c.between, c.begun = false, nil
	return n, err
}

// answer returns the answer to a request that the server need not see, or nil.
func (c *connection) answer(head []byte) []byte {
	if c.all.Answer == nil || !c.served && time.Since(c.since) > answerTimeout {
		return nil
	}
	if c.answerer == nil {
		c.answerer = c.all.Answer(c.RemoteAddr())
	}
	return c.answerer(head)
}

// send writes an answer.
func (c *connection) send(answer []byte) error {
	now := time.Now()
	c.answeredAt(now)
	_ = c.SetWriteDeadline(now.Add(answerTimeout)) // an error shows in the write
	_, err := c.Write(answer)
	return err
}

func (c *connection) answeredAt(now time.Time) { c.changed.Store(int64(now.Sub(c.all.start))) }

// idle is how long who was answered here may wait with the next request.
func (c *connection) idle() time.Duration {
	if c.served {
		return c.all.Idle
	}
	return answerTimeout
}

// isHead reports whether what was read is the header of one request, and nothing
// behind it. A body may come yet.
func isHead(read []byte) bool {
	return bytes.HasPrefix(read, []byte("GET ")) && bytes.Index(read, []byte("\n\r\n")) == len(read)-3 && !bytes.Contains(read, []byte("\n\n"))
}

// isRequest reports whether what was read is one request with its body, and
// nothing behind it.
func isRequest(read []byte) bool {
	in := bufio.NewReaderSize(bytes.NewReader(read), len(read))
	r, err := http.ReadRequest(in)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, r.Body)
	return err == nil && in.Buffered() == 0
}

// Listen returns a listener whose connections Watch can bound.
func (n *Connections) Listen(l net.Listener) net.Listener {
	n.start, n.of = time.Now(), map[string]map[*connection]struct{}{}
	return listener{l, n}
}

type listener struct {
	net.Listener
	connections *Connections
}

// Accept implements net.Listener.
func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return nil, errors.Join(errors.New("only connections by TCP are bounded"), c.Close())
	}
	_ = tcp.SetWriteBuffer(sendBuffer) // where it is gone already, its first read tells
	return &connection{TCPConn: tcp, all: l.connections, network: l.connections.Network(tcp.RemoteAddr()), since: time.Now(), between: true}, nil
}

// Watch is the ConnState of the server.
func (n *Connections) Watch(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*connection)
	if !ok {
		return
	}
	c.busy.Store(state == http.StateActive)
	c.changed.Store(int64(time.Since(n.start)))
	switch state {
	case http.StateNew:
		n.add(c)
	case http.StateIdle:
		c.between, c.served = c.one, true
	case http.StateClosed, http.StateHijacked:
		n.remove(c)
	}
}

func (n *Connections) add(c *connection) {
	n.mu.Lock()
	defer n.mu.Unlock()
	mine := n.of[c.network]
	if mine == nil {
		mine = map[*connection]struct{}{}
		n.of[c.network] = mine
	}
	mine[c] = struct{}{}
	n.open++
	if n.open > n.Most {
		n.refused.Add(1)
		out := n.quietest(c)
		n.drop(out)
		_ = out.Close()
	}
}

// quietest returns the connection that gives way to c; c itself where only
// proxies have others. The caller holds mu.
func (n *Connections) quietest(c *connection) *connection {
	most := 0
	for network, of := range n.of {
		if network != "" {
			most = max(most, len(of))
		}
	}
	out := c
	for network, of := range n.of {
		if network == "" || len(of) < most {
			continue
		}
		for other := range of {
			if other != c && (out == c || other.isQuieter(out)) {
				out = other
			}
		}
	}
	return out
}

// isQuieter reports whether a connection gives way before another.
func (c *connection) isQuieter(than *connection) bool {
	if busy := c.busy.Load(); busy != than.busy.Load() {
		return !busy
	}
	return c.changed.Load() < than.changed.Load()
}

func (n *Connections) remove(c *connection) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.drop(c)
}

// drop forgets a connection, if it is known. The caller holds mu.
func (n *Connections) drop(c *connection) {
	mine := n.of[c.network]
	if _, known := mine[c]; !known {
		return
	}
	delete(mine, c)
	if len(mine) == 0 {
		delete(n.of, c.network)
	}
	n.open--
}

// Open returns how many there are.
func (n *Connections) Open() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.open
}

// Refused returns how many gave way so far.
func (n *Connections) Refused() uint64 { return n.refused.Load() }
