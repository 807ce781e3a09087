package mail

import (
	"bufio"
	"encoding/base32"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"net/textproto"
	"strings"
)

// Event is what a mail server or email service reports about an email.
type Event int

// Events.
const (
	NoEvent    Event = iota // no consequence, such as a delay
	SoftBounce              // bounced for a reason that may pass
	HardBounce              // bounced permanently
	Complained              // the reader marked it as spam
	Left                    // the reader unsubscribed at the email service
)

// Report is the content of a delivery report (RFC 3464) or complaint (RFC
// 5965).
type Report struct {
	Event Event
	// Addresses may include the email's return path, which identifies its receiver; see Returns.
	Addresses []string
	// MessageID is that of the reported email, if the report has it.
	MessageID string
}

// ErrNoReport is returned for an email that isn't a report.
var ErrNoReport = errors.New("this email isn't a delivery report or a complaint")

// Limits of a report.
const (
	maxReport      = 1 << 20 // bytes that are read
	maxReportParts = 10
	maxStatuses    = 100
)

// ReadReport parses a delivery report or complaint.
func ReadReport(from io.Reader) (r Report, err error) {
	m, err := mail.ReadMessage(bufio.NewReader(io.LimitReader(from, maxReport)))
	if err != nil {
		return r, ErrNoReport
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/report" || params["boundary"] == "" {
		return r, ErrNoReport
	}
	for _, name := range []string{"To", "Delivered-To", "X-Original-To", "Envelope-To"} {
		r.Addresses = append(r.Addresses, m.Header[name]...)
	}
	found := false
	parts := multipart.NewReader(m.Body, params["boundary"])
	for range maxReportParts {
		part, err := parts.NextPart()
		if err != nil {
			break // the end, or damage after the relevant parts
		}
		switch kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type")); kind {
		case "message/delivery-status", "message/global-delivery-status":
			found, r.Event = true, readStatuses(part)
		case "message/feedback-report":
			found = true
			r.readFeedback(part)
		case "message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers":
			original, _ := textproto.NewReader(bufio.NewReader(part)).ReadMIMEHeader()
			r.Addresses = append(r.Addresses, original["Return-Path"]...)
			r.MessageID = original.Get("Message-Id")
		}
	}
	if !found {
		return r, ErrNoReport
	}
	return r, nil
}

// readStatuses returns the worst status of the receivers.
func readStatuses(part io.Reader) (worst Event) {
	groups := textproto.NewReader(bufio.NewReader(part))
	for range maxStatuses {
		fields, err := groups.ReadMIMEHeader()
		if strings.EqualFold(strings.TrimSpace(fields.Get("Action")), "failed") {
			worst = max(worst, JudgeStatus(fields.Get("Status")))
		}
		if err != nil {
			break
		}
	}
	return worst
}

// JudgeStatus returns what the status of a failed delivery (RFC 3463) means. A
// full mailbox, an email that is too large, and a server that rejects us rather
// than the address are soft bounces, because they may pass.
func JudgeStatus(status string) Event {
	status, _, _ = strings.Cut(strings.TrimSpace(status), " ")
	if !strings.HasPrefix(status, "5.") {
		return SoftBounce
	}
	for _, passing := range []string{"5.2.2", "5.2.3", "5.4.5", "5.4.7", "5.3.", "5.6.", "5.7."} {
		if status == passing || strings.HasSuffix(passing, ".") && strings.HasPrefix(status, passing) {
			return SoftBounce
		}
	}
	return HardBounce
}

func (r *Report) readFeedback(part io.Reader) {
	fields, _ := textproto.NewReader(bufio.NewReader(part)).ReadMIMEHeader()
	if kind := strings.ToLower(fields.Get("Feedback-Type")); kind == "abuse" || kind == "fraud" {
		r.Event = Complained
	}
	r.Addresses = append(r.Addresses, fields["Original-Mail-From"]...)
}

// Returns makes the addresses to which undeliverable email returns. Each
// receiver has a separate one (VERP), so that a report's claim about the
// receiver need not be trusted.
type Returns struct {
	local, domain string
}

// ParseReturns parses an address such as bounce@example.com. If address is
// empty, there are no return addresses.
func ParseReturns(address string) Returns {
	local, domain, _ := strings.Cut(address, "@")
	return Returns{local, domain}
}

// tokenEncoding uses letters only, as mail servers may change their case.
func tokenEncoding() *base32.Encoding { return base32.StdEncoding.WithPadding(base32.NoPadding) }

// Address returns the return address for a receiver, or "".
func (r Returns) Address(addressHash []byte) string {
	if r.domain == "" {
		return ""
	}
	return r.local + "+" + strings.ToLower(tokenEncoding().EncodeToString(addressHash)) + "@" + r.domain
}

// Hash returns the hash of the receiver for whom one of the addresses was made.
func (r Returns) Hash(addresses []string) (hash []byte, ok bool) {
	for _, line := range addresses {
		all, err := mail.ParseAddressList(line)
		if err != nil {
			all = []*mail.Address{{Address: strings.Trim(strings.TrimSpace(line), "<>")}}
		}
		for _, a := range all {
			at := strings.LastIndexByte(a.Address, '@')
			if r.domain == "" || at < 0 || !strings.EqualFold(a.Address[at+1:], r.domain) {
				continue
			}
			local, token, _ := strings.Cut(a.Address[:at], "+")
			hash, err := tokenEncoding().DecodeString(strings.ToUpper(token))
			if err == nil && len(hash) > 0 && strings.EqualFold(local, r.local) {
				return hash, true
			}
		}
	}
	return nil, false
}
