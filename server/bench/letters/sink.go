package letters

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
)

// Sink is a mail server on a port of its own that takes every mail and keeps
// none.
type Sink struct {
	listener net.Listener
	taken    atomic.Int64
}

// Listen starts a sink. It ends with Close.
func Listen() (*Sink, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Sink{listener: l}
	go s.serve()
	return s, nil
}

// Close takes no more connections.
func (s *Sink) Close() { s.listener.Close() }

// Addr returns where the sink listens, as host:port.
func (s *Sink) Addr() string { return s.listener.Addr().String() }

// Taken returns how many mails came so far.
func (s *Sink) Taken() int { return int(s.taken.Load()) }

func (s *Sink) serve() {
	for {
		c, err := s.listener.Accept()
		if err != nil {
			return
		}
		go s.talk(c)
	}
}

func (s *Sink) talk(c net.Conn) {
	defer c.Close()
	say := func(line string) { _, _ = io.WriteString(c, line+"\r\n") }
	say("220 ready")
	for in := bufio.NewScanner(c); in.Scan(); {
		switch verb, _, _ := strings.Cut(in.Text(), " "); strings.ToUpper(verb) {
		case "DATA":
			say("354 go on")
			for in.Scan() && in.Text() != "." {
			}
			say(fmt.Sprintf("250 taken as %d", s.taken.Add(1)))
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}
