package site_test

import (
	"bufio"
	"fmt"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"

	"thriftwell/server/app/sitetest"
)

// sink is a mail server that accepts everything, except as its rules say.
type sink struct {
	listener net.Listener

	mu    sync.Mutex
	mails map[string][]string // by recipient; guarded by mu
	total int                 // guarded by mu
	open  map[net.Conn]bool   // guarded by mu

	// onRcpt responds to a recipient, "" for yes; onEmail is called with each email
	// before it is acknowledged, and reports whether to do so.
	onRcpt  func(to string) string
	onEmail func(to string, n int) (acknowledge bool)
}

func newSink(t *testing.T) *sink {
	t.Helper()
	s := &sink{mails: map[string][]string{}, open: map[net.Conn]bool{}}
	s.serve(sitetest.Listen(t)) // on a port that nothing else uses while it is stopped
	t.Cleanup(s.stop)
	return s
}

func (s *sink) serve(l net.Listener) {
	s.listener = l
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.open[c] = true
			s.mu.Unlock()
			go s.talk(c)
		}
	}()
}

// stop closes the server and every connection.
func (s *sink) stop() {
	s.listener.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.open {
		c.Close()
	}
}

// taken returns the number of emails received.
func (s *sink) taken() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.total
}

func (s *sink) url() string { return "smtp://" + s.listener.Addr().String() }

func (s *sink) talk(c net.Conn) {
	defer c.Close()
	say := func(line string) { fmt.Fprintf(c, "%s\r\n", line) }
	say("220 ready")
	to := ""
	for in := bufio.NewScanner(c); in.Scan(); {
		verb, rest, _ := strings.Cut(in.Text(), " ")
		switch strings.ToUpper(verb) {
		case "EHLO":
			say("250-sink")
			say("250 ENHANCEDSTATUSCODES")
		case "RCPT":
			to = regexp.MustCompile(`<(.*)>`).FindStringSubmatch(rest)[1]
			answer := ""
			if s.onRcpt != nil {
				answer = s.onRcpt(to)
			}
			if answer == "" {
				answer = "250 ok"
			}
			say(answer)
		case "DATA":
			say("354 go on")
			var text strings.Builder
			for in.Scan() && in.Text() != "." {
				text.WriteString(in.Text() + "\n")
			}
			s.mu.Lock()
			s.mails[to] = append(s.mails[to], text.String())
			s.total++
			n := s.total
			s.mu.Unlock()
			if s.onEmail != nil && !s.onEmail(to, n) {
				return
			}
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

// count returns the number of emails to an address.
func (s *sink) count(to string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.mails[to])
}
