package lane

import (
	"errors"
	"io"
	"net"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"
)

// All who were answered by Connections.Answer are looked at every 30 ms, a third of
// them at each beat. Who has not asked again after so many looks is waited for as
// others are, as looking costs too.
const (
	beat  = 10 * time.Millisecond
	beats = 3
	looks = 16
)

// wakeFrom is how many bytes have to come on a connection in the rounds before the
// system wakes the program for them: more than a request has that is answered there.
const wakeFrom = 8 << 10

// rounds read the next requests of those who were answered by Connections.Answer,
// and answer them again while there are answers. At ten times the load most requests
// are of this kind: to wake for each would cost more than to answer it, and would
// interrupt those who make pages thousands of times a second.
type rounds struct {
	mu    sync.Mutex // guards what follows
	new   []*visit
	going bool
}

// visit is a connection's stay in the rounds. It ends with what the server has to
// look at, why nothing more comes, or neither.
type visit struct {
	c        *connection
	raw      syscall.RawConn
	into     []byte
	answer   []byte
	until    time.Time // when the client has to have asked
	quiet    int       // looks that found nothing
	n        int
	err      error
	panicked any // what Answer panicked with
	over     chan struct{}

	// Made once, as new ones for each call of the system would be garbage.
	read, write func(fd uintptr) (done bool)
	result      int // of the last call
	resultErr   error
}

// stay reads into b what the server has to look at, as Read does.
func (c *connection) stay(b []byte) (int, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	v := newVisit(c, raw, b)
	_ = c.SetDeadline(time.Time{}) // the rounds never wait
	v.wakeFrom(wakeFrom)
	c.all.rounds.join(v)
	<-v.over
	v.wakeFrom(1)
	_ = c.SetReadDeadline(v.until) // an error shows in the next read
	switch {
	case v.panicked != nil:
		panic(v.panicked) // here the server recovers
	case v.n == 0 && v.err == nil:
		return c.TCPConn.Read(b)
	}
	return v.n, v.err
}

func newVisit(c *connection, raw syscall.RawConn, into []byte) *visit {
	v := &visit{c: c, raw: raw, into: into, until: time.Now().Add(c.idle()), over: make(chan struct{})}
	v.read = func(fd uintptr) bool { v.result, v.resultErr = syscall.Read(int(fd), v.into); return true }
	v.write = func(fd uintptr) bool { v.result, v.resultErr = syscall.Write(int(fd), v.answer); return true }
	return v
}

// wakeFrom sets from how many bytes on the system wakes the program.
func (v *visit) wakeFrom(bytes int) {
	_ = v.raw.Control(func(fd uintptr) {
		_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVLOWAT, bytes)
	})
}

func (r *rounds) join(v *visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.new = append(r.new, v)
	if !r.going {
		r.going = true
		go r.walk()
	}
}

// walk makes rounds until nobody is left.
func (r *rounds) walk() {
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	var parts [beats][]*visit // of those who are there
	left := 0
	for n := 0; ; n = (n + 1) % beats {
		now := <-ticker.C
		new, over := r.joined(left == 0)
		if over {
			return
		}
		for i, v := range new {
			to := (n + 1 + i) % beats
			parts[to] = append(parts[to], v)
		}
		before := len(parts[n])
		parts[n] = slices.DeleteFunc(parts[n], func(v *visit) bool {
			if v.goesOn(now) {
				return false
			}
			close(v.over)
			runtime.Gosched() // who is let in takes a place before others are asked whether there is one
			return true
		})
		left += len(new) + len(parts[n]) - before
	}
}

// joined returns who came since it was called last. Where nobody did and nobody else
// is there, the rounds are over.
func (r *rounds) joined(empty bool) (visits []*visit, over bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	visits, r.new = r.new, nil
	r.going = !empty || len(visits) > 0
	return visits, !r.going
}

// goesOn answers the request that has come, if any, and reports whether there may be
// another for the rounds.
func (v *visit) goesOn(now time.Time) (on bool) {
	defer func() {
		if v.panicked = recover(); v.panicked != nil {
			on = false
		}
	}()
	n, err := v.call(v.raw.Read, v.read)
	switch {
	case errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR):
		v.quiet++
		return v.quiet < looks
	case err != nil:
		v.err = &net.OpError{Op: "read", Net: "tcp", Err: err}
		return false
	case n == 0:
		v.err = io.EOF
		return false
	}
	v.answer = nil
	if isHead(v.into[:n]) {
		v.answer = v.c.answer(v.into[:n])
	}
	if v.answer == nil {
		v.n = n
		return false
	}
	v.c.answeredAt(now)
	v.quiet, v.until = 0, now.Add(v.c.idle())
	if sent, err := v.call(v.raw.Write, v.write); err != nil || sent < len(v.answer) {
		v.err = io.EOF // who does not read what is sent loses the connection
	}
	return v.err == nil
}

// call calls the system once, without waiting.
func (v *visit) call(with func(func(uintptr) bool) error, what func(uintptr) bool) (int, error) {
	if closed := with(what); closed != nil {
		return 0, closed
	}
	return v.result, v.resultErr
}
