package mail

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// delivery returns a delivery report as Postfix writes it.
func delivery(to, statuses string) string {
	return "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.com\r\nTo: " + to + "\r\nSubject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary=\"B0/x\"\r\n\r\nThis is a MIME-encapsulated message.\r\n\r\n" +
		"--B0/x\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n\r\n" +
		"--B0/x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.com\r\n\r\n" + statuses + "\r\n" +
		"--B0/x\r\nContent-Type: message/rfc822\r\n\r\nFrom: news@site.example\r\nMessage-ID: <letter-7@site.example>\r\nSubject: Tips\r\n\r\nHello\r\n--B0/x--\r\n"
}

func complaint(kind string) string {
	return "From: fbl@isp.example\r\nTo: abuse@site.example\r\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nA complaint.\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\n" +
		"Feedback-Type: " + kind + "\r\nUser-Agent: x/1\r\nVersion: 1\r\n\r\n" +
		"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nReturn-Path: <{verp}>\r\nFrom: news@site.example\r\n\r\n--b--\r\n"
}

func status(action, code string) string {
	return "Final-Recipient: rfc822; jane@example.com\r\nAction: " + action + "\r\nStatus: " + code + "\r\nDiagnostic-Code: smtp; 550 no\r\n\r\n"
}

func TestReadReport(t *testing.T) {
	returns, hash := ParseReturns("bounce@site.example"), bytes.Repeat([]byte{0xAB, 7}, 16)
	verp := returns.Address(hash)
	if len(verp) > 64+len("@site.example") {
		t.Fatalf("%s has too long a local part", verp)
	}
	for text, want := range map[string]Event{
		delivery(verp, status("failed", "5.1.1")):                               HardBounce,
		delivery("<"+strings.ToUpper(verp)+">", status("Failed", "5.0.0")):      HardBounce,
		delivery(verp, status("failed", "5.2.2")):                               SoftBounce,
		delivery(verp, status("failed", "5.7.1")):                               SoftBounce,
		delivery(verp, status("failed", "4.4.7")):                               SoftBounce,
		delivery(verp, status("delayed", "4.4.1")):                              NoEvent,
		delivery(verp, status("delivered", "2.0.0")):                            NoEvent,
		delivery(verp, status("delayed", "4.0.0")+status("failed", "5.1.10")):   HardBounce,
		strings.ReplaceAll(delivery(verp, status("failed", "5.1.1")), "\r", ""): HardBounce,
		strings.Replace(complaint("abuse"), "{verp}", verp, 1):                  Complained,
		strings.Replace(complaint("not-spam"), "{verp}", verp, 1):               NoEvent,
	} {
		r, err := ReadReport(strings.NewReader(text))
		if err != nil || r.Event != want {
			t.Errorf("%v, %v instead of %v: %s", r, err, want, text)
		}
		if strings.Contains(text, "Message-ID") != (r.MessageID == "<letter-7@site.example>") {
			t.Errorf("message ID %q: %s", r.MessageID, text)
		}
		if got, ok := returns.Hash(r.Addresses); !ok || !bytes.Equal(got, hash) {
			t.Errorf("no receiver (%q): %s", r.Addresses, text)
		}
	}
}

func TestOtherEmailsAreNoReports(t *testing.T) {
	for _, text := range []string{
		"", "Hello", "From: a@b.co\r\n\r\nHello", "Content-Type: multipart/report\r\n\r\nx",
		"Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nStatus: 5.1.1\r\n--b--",
	} {
		if r, err := ReadReport(strings.NewReader(text)); !errors.Is(err, ErrNoReport) {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	}
}

func TestOnlyReturnAddressesNameAReceiver(t *testing.T) {
	returns := ParseReturns("bounce@site.example")
	hash := []byte("0123456789abcdef0123456789abcdef")
	mine := returns.Address(hash)
	for _, line := range []string{"", "bounce@site.example", "bounce+@site.example", "bounce+!@site.example", strings.Replace(mine, "site.", "other.", 1), strings.Replace(mine, "bounce", "b", 1)} {
		if _, ok := returns.Hash([]string{line}); ok {
			t.Errorf("%s names a receiver", line)
		}
	}
	if got, ok := returns.Hash([]string{"x@y.example", "Sender <z@y.example>, <" + mine + ">"}); !ok || string(got) != string(hash) {
		t.Errorf("%q, %v", got, ok)
	}
	if _, ok := ParseReturns("").Hash([]string{mine, "+ME======@"}); ok {
		t.Error("return addresses without the setting")
	}
}

func FuzzReadReport(f *testing.F) {
	f.Add(delivery("bounce+ae@site.example", status("failed", "5.1.1")))
	f.Add(complaint("abuse"))
	f.Add("Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n:\r\n\r\n\r\nAction: failed")
	returns := ParseReturns("bounce@site.example")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadReport(strings.NewReader(text))
		if err == nil {
			returns.Hash(r.Addresses)
		}
	})
}

// Only a return address that was made for a receiver names one, in any letter
// case.
func FuzzReturnsHash(f *testing.F) {
	returns := ParseReturns("bounce@site.example")
	f.Add(returns.Address([]byte("0123456789abcdef0123456789abcdef")))
	f.Add("Sender <z@y.example>, <BOUNCE+AE@SITE.example>")
	f.Fuzz(func(t *testing.T, line string) {
		hash, ok := returns.Hash([]string{line})
		if !ok {
			return
		}
		if again, ok := returns.Hash([]string{returns.Address(hash)}); !ok || !bytes.Equal(again, hash) {
			t.Errorf("%q names %x, whose address names %x", line, hash, again)
		}
	})
}
