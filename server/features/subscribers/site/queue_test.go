package site_test

import (
	"bufio"
	"fmt"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// mailServer returns an SMTP_URL whose server handles connections with talk.
func mailServer(t *testing.T, talk func(net.Conn)) (url string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var open []net.Conn
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open = append(open, c)
			mu.Unlock()
			go talk(c)
		}
	}()
	return "SMTP_URL=smtp://" + l.Addr().String(), func() {
		l.Close()
		mu.Lock()
		defer mu.Unlock()
		for _, c := range open {
			c.Close()
		}
	}
}

// emailWorkers is the number of concurrent emails (app/queue.go).
const emailWorkers = 10

func TestConsentsDoNotWaitBehindEmails(t *testing.T) {
	t.Parallel()
	smtp, stop := mailServer(t, func(net.Conn) {}) // never answers
	s := apptest.Open(t, smtp)
	t.Cleanup(stop)
	first := s.Send("/api/subscribers", sitetest.Jane())
	for n := range emailWorkers + 5 {
		s.Send("/api/subscribers", sitetest.Jane("email", fmt.Sprintf("p%d@example.com", n)))
	}
	sitetest.Eventually(t, "every email worker waits", func() bool {
		return s.Count("SELECT count(*) FROM river_job WHERE state = 'running'") == emailWorkers
	})
	s.Send("/api/subscribers", sitetest.Jane("phone", "201-555-0123", "tcpaConsent", true), "Cookie", signupCookie(first))
	sitetest.Eventually(t, "the consent to texts is kept", func() bool {
		e, ledger := state(s, "jane@example.com")
		return e.SMSAllowed && lines(ledger, "sms") == "given"
	})
	s.Send("/api/unsubscribe", `{"email":"jane@example.com"}`)
	sitetest.Eventually(t, "both consents are withdrawn", func() bool {
		e, ledger := state(s, "jane@example.com")
		return e.State == "unsubscribed" && !e.SMSAllowed && len(ledger) == 4
	})
	// After 30 s the sender gives up on an email, and the queue's next job
	// starts.
	const ours = "SELECT count(*) FROM river_job WHERE kind IN ('subscribers.phone_given', 'subscribers.leaving') AND attempted_at "
	sitetest.Eventually(t, "both jobs are begun with", func() bool { return s.Count(ours+"IS NOT NULL") == 2 })
	if s.Count(ours+"- created_at < interval '15 seconds'") != 2 {
		t.Error("they waited until an email timed out")
	}
}

func TestFailedEmailsAreLoggedWithoutAddress(t *testing.T) {
	t.Parallel()
	smtp, stop := mailServer(t, func(c net.Conn) {
		defer c.Close()
		fmt.Fprint(c, "220 ready\r\n")
		for in := bufio.NewScanner(c); in.Scan(); {
			if strings.HasPrefix(in.Text(), "RCPT") {
				fmt.Fprint(c, "452 <jane@example.com> has a full mailbox\r\n")
				continue
			}
			fmt.Fprint(c, "250 ok\r\n")
		}
	})
	var log sitetest.Log
	s := apptest.OpenLogged(t, &log, smtp)
	t.Cleanup(stop)
	s.Send("/api/subscribers", sitetest.Jane())
	line := regexp.MustCompile(`level=WARN .*job=subscribers\.signup_mail id=\d+ attempt=1 of=25 error="[^"]*code 452"`)
	sitetest.Eventually(t, "the failed attempt is logged", func() bool { return line.MatchString(log.String()) })
	if strings.Contains(log.String(), "jane") {
		t.Errorf("the log has the address: %s", log.String())
	}
}
