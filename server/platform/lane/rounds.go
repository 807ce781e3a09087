package lane

import (
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// It takes beats times beat until all who were answered by Connections.Answer have
// been looked at, a part of them at each beat: 20 ms.
const (
	beat  = 2 * time.Millisecond
	beats = 10
)

// wakeFrom is how many bytes have to come on a connection in the rounds before the
// system wakes the program for them: more than a request has that is answered there.
const wakeFrom = 8 << 10

// rounds read the next requests of those who were answered by Connections.Answer,
// and answer them again while there are answers. Of ten times the load most is: to
// wake for each request would cost more than to answer it, and would interrupt those
// who make pages thousands of times a second.
type rounds struct {
	mu    sync.Mutex // guards what follows
	new   []*visit
	going bool
}

// visit is a connection's stay in the rounds. It ends with what the server has to
// look at, or why nothing more comes.
type visit struct {
	c     *connection
	raw   syscall.RawConn
	into  []byte
	until time.Time // when the client has to have asked
	n     int
	err   error
	over  chan struct{}
}

// stay reads into b what the server has to look at, as Read does, and takes part in
// the rounds until then.
func (c *connection) stay(b []byte) (int, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	v := &visit{c: c, raw: raw, into: b, until: time.Now().Add(c.idle()), over: make(chan struct{})}
	_ = c.SetDeadline(time.Time{}) // the rounds never wait
	v.wakeFrom(wakeFrom)
	c.all.rounds.join(v)
	<-v.over
	v.wakeFrom(1)
	_ = c.SetReadDeadline(v.until) // an error shows in the next read
	return v.n, v.err
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
		stay := slices.DeleteFunc(parts[n], func(v *visit) bool {
			if v.goesOn(now) {
				return false
			}
			close(v.over)
			return true
		})
		left += len(stay) - len(parts[n]) + len(new)
		parts[n] = append(stay, new...)
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
func (v *visit) goesOn(now time.Time) bool {
	n, err := v.try(v.raw.Read, syscall.Read, v.into)
	switch {
	case errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR):
		if now.Before(v.until) {
			return true
		}
		v.err = os.ErrDeadlineExceeded
	case err != nil:
		v.err = err
	case n == 0:
		v.err = io.EOF
	case !isHead(v.into[:n]):
		v.n = n
	default:
		answer := v.c.answer(v.into[:n])
		if answer == nil {
			v.n = n
			break
		}
		v.c.answeredAt(now)
		v.until = now.Add(v.c.idle())
		if sent, err := v.try(v.raw.Write, syscall.Write, answer); err == nil && sent == len(answer) {
			return true
		}
		v.err = io.EOF // who asks that often and does not read has lost the connection
	}
	return false
}

// try calls the system once, without waiting.
func (v *visit) try(with func(func(uintptr) bool) error, call func(int, []byte) (int, error), b []byte) (n int, err error) {
	if closed := with(func(fd uintptr) bool {
		n, err = call(int(fd), b)
		return true
	}); closed != nil {
		return 0, closed
	}
	return n, err
}
