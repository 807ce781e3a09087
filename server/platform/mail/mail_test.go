package mail

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// server is a mail server that accepts one address and rejects all others.
type server struct {
	listener net.Listener
	mu       sync.Mutex
	got      []string // complete emails; guarded by mu
	from     []string // return paths; guarded by mu
	rcpt     map[string]string
	onEmail  func() // called before each email is accepted; may be nil
}

func listen(t *testing.T, answers map[string]string) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{listener: l, rcpt: answers}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.talk(conn)
		}
	}()
	return s
}

func (s *server) talk(conn net.Conn) {
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	say := func(line string) { fmt.Fprintf(conn, "%s\r\n", line) }
	say("220 ready")
	for lines.Scan() {
		verb, rest, _ := strings.Cut(lines.Text(), " ")
		switch strings.ToUpper(verb) {
		case "MAIL":
			s.mu.Lock()
			s.from = append(s.from, rest)
			s.mu.Unlock()
			say("250 ok")
		case "RCPT":
			answer := "250 ok"
			for address, other := range s.rcpt {
				if strings.Contains(rest, "<"+address+">") {
					answer = other
				}
			}
			say(answer)
		case "DATA":
			say("354 go on")
			var mail strings.Builder
			for lines.Scan() && lines.Text() != "." {
				mail.WriteString(lines.Text() + "\n")
			}
			s.mu.Lock()
			s.got = append(s.got, mail.String())
			s.mu.Unlock()
			if s.onEmail != nil {
				s.onEmail()
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

func (s *server) mails() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.got...)
}

func mailer(t *testing.T, s *server) *Mailer {
	t.Helper()
	d, err := db.Open(context.Background(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	m, err := New("smtp://"+s.listener.Addr().String(), "", "Thriftwell <news@site.example>", Site{"Thriftwell", "http://site.example", "5 Post Road"}, &Suppressions{DB: d})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func bulk(to string) Message {
	return Message{
		ID: "job.1", To: to, Unsubscribe: "http://site.example/unsubscribe?eid=x", Preferences: "http://site.example/preferences?eid=x",
		Content: Content{Subject: "Tips", Heading: "Your tips", Paragraphs: []string{"Save & <spend>."}},
	}
}

func TestEmailIsSentOverSMTP(t *testing.T) {
	s := listen(t, nil)
	m := mailer(t, s)
	for range 2 { // as after a crash between sending and recording
		if err := m.Send(t.Context(), bulk("jane@example.com")); err != nil {
			t.Fatal(err)
		}
	}
	got := s.mails()
	if len(got) != 2 {
		t.Fatalf("%d emails", len(got))
	}
	for _, want := range []string{
		"From: \"Thriftwell\" <news@site.example>", "To: <jane@example.com>", "Subject: Tips", "Message-ID: <job.1@site.example>",
		"List-Id: \"Thriftwell\" <letter.site.example>", "List-Unsubscribe: <http://site.example/unsubscribe?eid=x>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
		"5 Post Road", "Save & <spend>.", "Save &amp; &lt;spend&gt;.",
	} {
		if !strings.Contains(got[0], want) || !strings.Contains(got[1], want) {
			t.Errorf("%q is missing in %s", want, got[0])
		}
	}
}

func TestPermanentlyRejectedAddressesAreSuppressed(t *testing.T) {
	s := listen(t, map[string]string{"gone@example.com": "550 no such user", "full@example.com": "452 try later"})
	m := mailer(t, s)
	if err := m.Send(t.Context(), bulk("gone@example.com")); err != nil {
		t.Errorf("a bounce is retried: %v", err)
	}
	if reason, _ := m.suppressions.Reason(t.Context(), m.suppressions.Secret.AddressHash("gone@example.com")); reason != Bounce {
		t.Errorf("suppressed for %q", reason)
	}
	err := m.Send(t.Context(), bulk("full@example.com"))
	if err == nil || strings.Contains(err.Error(), "full@") || !strings.HasSuffix(err.Error(), "sending SMTP RCPT TO command: code 452") {
		t.Errorf("a full mailbox must be retried, and not named: %v", err)
	}
	if reason, _ := m.suppressions.Reason(t.Context(), m.suppressions.Secret.AddressHash("full@example.com")); reason != "" {
		t.Errorf("a full mailbox is suppressed for %q", reason)
	}
}

func TestWhetherTheServerTakesEmailIsReported(t *testing.T) {
	s := listen(t, map[string]string{"gone@example.com": "550 no such user", "full@example.com": "452 try later"})
	m := mailer(t, s)
	var told []string
	m.Report = func(err error) {
		if err != nil {
			told = append(told, "away")
			return
		}
		told = append(told, "taken")
	}
	for _, to := range []string{"jane@example.com", "full@example.com", "gone@example.com"} {
		_ = m.Send(t.Context(), bulk(to))
	}
	if _, err := m.Deliver(t.Context(), bulk("joe@example.com")); err != nil {
		t.Error(err)
	}
	if want := []string{"taken", "taken", "taken"}; !slices.Equal(told, want) { // a full mailbox says nothing of the server
		t.Errorf("while it takes email: %q", told)
	}
	s.listener.Close()
	told = nil
	if m.Send(t.Context(), bulk("jane@example.com")) == nil {
		t.Error("sent without a server")
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_ = m.Send(gone, bulk("jane@example.com"))
	if outcome, _ := m.Deliver(t.Context(), bulk("jane@example.com")); outcome != Away || !slices.Equal(told, []string{"away", "away"}) {
		t.Errorf("without a server: %v, %q", outcome, told)
	}
}

func TestCampaignsHaveAReturnPathForEachReceiver(t *testing.T) {
	s := listen(t, nil)
	m := mailer(t, s)
	m.Returns = ParseReturns("bounce@mail.site.example")
	note := bulk("joe@example.com")
	note.Unsubscribe = ""
	for _, message := range []Message{bulk("jane@example.com"), note} {
		if err := m.Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
	}
	back := m.Returns.Address(m.suppressions.Secret.AddressHash("jane@example.com"))
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.from) != 2 || !strings.Contains(s.from[0], "<"+back+">") || !strings.Contains(s.from[1], "<news@site.example>") {
		t.Errorf("return paths %q", s.from)
	}
	if strings.Contains(s.got[0], back) {
		t.Errorf("the return path is in the email: %s", s.got[0])
	}
}

func TestTheSuppressionListIsCheckedLast(t *testing.T) {
	s := listen(t, nil)
	m := mailer(t, s)
	hash := m.suppressions.Secret.AddressHash("jane@example.com")
	receipt := bulk("jane@example.com")
	receipt.Unsubscribe, receipt.Preferences, receipt.Answers = "", "", true
	for _, c := range []struct {
		reason string
		sent   int // of a campaign email and a receipt
	}{{Unsubscribed, 1}, {Complaint, 0}, {Unsubscribed, 0}} {
		if err := m.suppressions.Add(m.suppressions.DB.Gorm, hash, c.reason); err != nil {
			t.Fatal(err)
		}
		before := len(s.mails())
		for _, message := range []Message{bulk("jane@example.com"), receipt} {
			if err := m.Send(t.Context(), message); err != nil {
				t.Fatal(err)
			}
		}
		if sent := len(s.mails()) - before; sent != c.sent {
			t.Errorf("after %s: %d emails, want %d", c.reason, sent, c.sent)
		}
	}
}

func TestEachColorHasADarkOne(t *testing.T) {
	text, err := templates.ReadFile("email.html")
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(text), "</head>")
	colors := regexp.MustCompile("#[0-9a-f]{6}")
	dark := append(colors.FindAllString(head, -1), "#f1b73f", "#fffdf6") // gold, which is the same, and the text on the button
	for _, color := range colors.FindAllString(body, -1) {
		if !slices.Contains(dark, color) {
			t.Errorf("%s has no dark color", color)
		}
	}
}

func TestEmailIsSentToNoOtherPort(t *testing.T) {
	for address, want := range map[string]string{
		"smtp://mail.example": "mail.example:587", "smtp://jane:secret@mail.example": "mail.example:587",
		"smtp://mail.example:2525": "mail.example:2525", "smtp://mail.example?tls=optional": "mail.example:587", "smtps://jane:secret@mail.example": "mail.example:465",
	} {
		s, err := parseSMTP(address)
		if err != nil {
			t.Fatal(err)
		}
		var dialed []string
		s.options = append(s.options, gomail.WithDialContextFunc(func(_ context.Context, _, address string) (net.Conn, error) {
			dialed = append(dialed, address)
			return nil, errors.New("away")
		}))
		if _, err := s.dial(t.Context()); err == nil || !slices.Equal(dialed, []string{want}) {
			t.Errorf("%s: dialed %q (%v), want only %q", address, dialed, err, want)
		}
	}
}

func TestEmailIsEncryptedInTransit(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]struct{ mandatory, plain bool }{
		"smtp://mail.example":                               {true, false},
		"smtp://mail.example:25":                            {true, false},
		"smtp://10.0.0.5:25":                                {true, false},
		"smtp://jane:secret@127.0.0.1:25":                   {true, false},
		"smtp://jane:secret@mail.example:25?tls=optional":   {true, false},
		"smtp://127.0.0.1:25":                               {false, false},
		"smtp://[::1]:25":                                   {false, false},
		"smtp://localhost":                                  {false, false},
		"smtp://localhost.example:25":                       {true, false},
		"smtp://mail.example:25?tls=optional":               {false, true},
		"smtps://mail.example?tls=optional":                 {false, false},
		"smtp://mail.example:25?tls=optional&tls=mandatory": {true, false},
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if mandatory := policy(u) == gomail.TLSMandatory; mandatory != want.mandatory || MayBePlain(address) != want.plain {
			t.Errorf("%s: mandatory %v, plain %v", address, mandatory, MayBePlain(address))
		}
	}
}

func TestAnUnreachableServerIsAnError(t *testing.T) {
	s := listen(t, nil)
	m := mailer(t, s)
	s.listener.Close()
	if err := m.Send(t.Context(), bulk("jane@example.com")); err == nil {
		t.Error("the email is lost")
	}
}

func TestReachObeysItsDeadline(t *testing.T) {
	s := listen(t, nil)
	if err := Reach(t.Context(), "smtp://"+s.listener.Addr().String()); err != nil {
		t.Error(err)
	}
	if len(s.mails()) > 0 {
		t.Error("it sent an email")
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := Reach(ctx, "smtp://"+silent.Addr().String()); err == nil || time.Since(began) >= reachTimeout {
		t.Errorf("a silent server: %v after %s", err, time.Since(began))
	}
}
