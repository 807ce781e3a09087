package sms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// TwilioAPI is the address of Twilio's API.
const TwilioAPI = "https://api.twilio.com"

// Twilio sends texts with Twilio.
type Twilio struct {
	Account, Token string
	From           string // a number, or the SID of a messaging service
	API            string // usually TwilioAPI
	Callback       string // where Twilio reports deliveries
	Client         *http.Client
}

const (
	maxAnswer = 1 << 20 // bytes
	listed    = 100     // texts to one number that Find checks
	clockSkew = time.Minute
	longest   = 10 * time.Hour // time that Twilio holds a text
)

// codeStopped is Twilio's error code for a number that opted out.
const codeStopped = 21610

// refusals returns the error codes about a number: invalid, doesn't accept
// texts, short code, premium number, our own, or not allowed for a trial
// account.
func refusals() []int {
	return []int{21211, 21214, 21217, 21265, 21266, 21268, 21608, 21612, 21614, 21635}
}

// Send implements Line.
func (t Twilio) Send(ctx context.Context, m Message) (Outcome, string, error) {
	form := url.Values{"To": {m.To}, "Body": {m.Body}}
	if strings.HasPrefix(t.From, "MG") {
		form.Set("MessagingServiceSid", t.From)
	} else {
		form.Set("From", t.From)
	}
	if m.Within > 0 {
		form.Set("ValidityPeriod", fmt.Sprint(int(max(time.Second, min(m.Within, longest)).Seconds())))
	}
	if t.Callback != "" {
		form.Set("StatusCallback", t.Callback)
	}
	var answer struct {
		SID     string
		Code    int
		Message string
	}
	status, err := t.call(ctx, http.MethodPost, messages, form, &answer)
	var dial *net.OpError
	switch {
	case errors.As(err, &dial) && dial.Op == "dial":
		return Away, "", fmt.Errorf("connect to Twilio: %w", err)
	case err != nil:
		return Unsure, "", fmt.Errorf("hand a text to Twilio: %w", err)
	case status >= http.StatusInternalServerError:
		return Unsure, "", fmt.Errorf("twilio returned %d", status)
	case status < http.StatusMultipleChoices:
		return Taken, answer.SID, nil
	}
	err = fmt.Errorf("twilio returned %d: error %d", status, answer.Code) // its message may include the number
	switch {
	case answer.Code == codeStopped:
		return Stopped, "", err
	case slices.Contains(refusals(), answer.Code):
		return Refused, "", err
	}
	return Away, "", err
}

// Find implements Line.
func (t Twilio) Find(ctx context.Context, m Message, since time.Time) (string, error) {
	var answer struct {
		Messages []struct {
			SID, Body string
			Created   string `json:"date_created"`
		}
	}
	status, err := t.call(ctx, http.MethodGet, messages, url.Values{"To": {m.To}, "PageSize": {fmt.Sprint(listed)}}, &answer)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d", status)
	}
	if err != nil {
		return "", fmt.Errorf("look up a text at Twilio: %w", err)
	}
	for _, found := range answer.Messages {
		at, err := time.Parse(time.RFC1123Z, found.Created)
		if err == nil && !at.Before(since.Add(-clockSkew)) && strings.HasSuffix(plain(found.Body), plain(m.Body)) {
			return found.SID, nil
		}
	}
	return "", ErrNone
}

// plain reduces a text to what is the same however Twilio encodes its
// characters.
func plain(body string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, body)
}

// Reach fails unless Twilio knows the account and accepts its token.
func (t Twilio) Reach(ctx context.Context) error {
	status, err := t.call(ctx, http.MethodGet, ".json", nil, &struct{}{})
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("twilio returned %d", status)
	}
	return err
}

// messages is the path of an account's messages.
const messages = "/Messages.json"

// call makes a call about an account and decodes the JSON answer.
func (t Twilio) call(ctx context.Context, method, what string, values url.Values, out any) (status int, err error) {
	address, body := t.API+"/2010-04-01/Accounts/"+t.Account+what, io.Reader(nil)
	if method == http.MethodPost {
		body = strings.NewReader(values.Encode())
	} else {
		address += "?" + values.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return 0, err
	}
	r.SetBasicAuth(t.Account, t.Token)
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := t.Client.Do(r)
	if err != nil {
		return 0, withoutAddress(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return answer.StatusCode, err
	}
	if err := json.Unmarshal(text, out); err != nil && answer.StatusCode < http.StatusInternalServerError {
		return answer.StatusCode, fmt.Errorf("read the answer: %w", err)
	}
	return answer.StatusCode, nil
}

// withoutAddress removes the address, which may include a number, for the log.
func withoutAddress(err error) error {
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
