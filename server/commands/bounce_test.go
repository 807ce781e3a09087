package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thriftwell/db"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

// pipe runs a command with a text as standard input.
func pipe(t *testing.T, text string, settings []string, args ...string) answer {
	t.Helper()
	name := filepath.Join(t.TempDir(), "stdin")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	before := os.Stdin
	defer func() { os.Stdin = before }()
	os.Stdin = file
	return run(t, settings, args...)
}

// report returns a mail server's report about an undeliverable email.
func report(to, status string) string {
	return strings.ReplaceAll("From: MAILER-DAEMON@mx.example.com\nTo: "+to+"\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"+
		"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.com\n\nFinal-Recipient: rfc822; x@example.com\nAction: failed\nStatus: "+status+"\n\n--b--\n", "\n", "\r\n")
}

func TestBounceSuppressesTheReceiver(t *testing.T) {
	settings := append(onDatabase(t), "BOUNCE_ADDRESS=bounce@mail.example.com")
	if a := run(t, settings, "migrate"); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	c, err := config.Load(settings)
	if err != nil {
		t.Fatal(err)
	}
	d, err := db.Open(t.Context(), c.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p, err := personal.Open(t.Context(), c, d)
	if err != nil {
		t.Fatal(err)
	}
	list := "email,emailConsent,consentAt\njane@example.com,true,2026-03-01\n"
	if _, err := p.Subscribers.Import(t.Context(), session.CommandLine(), strings.NewReader(list), subscribers.Options{Erased: func([]byte) bool { return false }}); err != nil {
		t.Fatal(err)
	}
	hash := p.Secret.AddressHash("jane@example.com")
	jane, stranger := p.Mailer.Returns.Address(hash), p.Mailer.Returns.Address(p.Secret.AddressHash("joe@example.com"))
	for _, c := range []struct{ text, says, reason string }{
		{"Subject: Out of office\r\n\r\nBack on Monday", "Nothing to do: this isn't a delivery report", ""},
		{report("bounce@mail.example.com", "5.1.1"), "Nothing to do: it wasn't sent to", ""},
		{report(stranger, "5.1.1"), "Nothing to do: this address isn't subscribed", ""},
		{report(jane, "4.2.2"), "Counted", ""},
		{report(jane, "5.1.1"), "Suppressed", mail.Bounce},
	} {
		a := pipe(t, c.text, settings, "bounce")
		reason, err := p.Suppressions.Reason(t.Context(), hash)
		if err != nil || a.code != 0 || !strings.Contains(a.out, c.says) || reason != c.reason {
			t.Errorf("%s: %+v, suppressed for %q, %v", c.says, a, reason, err)
		}
	}
	id, err := p.Subscribers.IDOf(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := p.Subscribers.Show(t.Context(), id); err != nil || shown.SoftBounces != 1 || shown.Suppressed != mail.Bounce {
		t.Errorf("the subscriber is %+v, %v", shown, err)
	}
	if a := pipe(t, report(jane, "5.1.1"), []string{"DATABASE_URL=postgres://nobody@127.0.0.1:1/none", "DATA_DIR=" + t.TempDir()}, "bounce"); a.code != 75 {
		t.Errorf("without a database: %+v", a)
	}
}
