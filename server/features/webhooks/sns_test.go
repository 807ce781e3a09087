package webhooks

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/mail"
)

// amazon signs notifications and serves its certificate.
type amazon struct {
	key   *rsa.PrivateKey
	pem   []byte
	asked []string
	away  bool
}

func newAmazon(t *testing.T) *amazon {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	card := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(48 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, card, card, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return &amazon{key: key, pem: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}
}

func (a *amazon) RoundTrip(r *http.Request) (*http.Response, error) {
	a.asked = append(a.asked, r.URL.String())
	if a.away {
		return nil, errors.New("unavailable")
	}
	return &http.Response{StatusCode: 200, Body: io.NopCloser(bytes.NewReader(a.pem)), Request: r}, nil
}

const (
	topic       = "arn:aws:sns:us-east-1:123456789012:mail"
	certificate = "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem"
)

func (a *amazon) sign(t *testing.T, n Notification) Notification {
	t.Helper()
	sum := sha256.Sum256([]byte(n.signed()))
	signature, err := rsa.SignPKCS1v15(rand.Reader, a.key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	n.Signature = base64.StdEncoding.EncodeToString(signature)
	return n
}

func note(message string) Notification {
	return Notification{
		Type: "Notification", MessageID: "1", TopicArn: topic, Message: message, Timestamp: time.Now().UTC().Format(time.RFC3339),
		SignatureVersion: "2", SigningCertURL: certificate,
	}
}

func TestUnsignedNotificationsAreRefused(t *testing.T) {
	a := newAmazon(t)
	verify := func(n Notification) error {
		return (&SNS{Client: &http.Client{Transport: a}, Now: time.Now}).Verify(t.Context(), n)
	}
	good := a.sign(t, note(`{"a":1}`))
	if err := verify(good); err != nil {
		t.Fatal(err)
	}
	older := note("{}")
	older.SignatureVersion = "1"
	sum := sha1.Sum([]byte(older.signed()))
	signature, err := rsa.SignPKCS1v15(rand.Reader, a.key, crypto.SHA1, sum[:])
	older.Signature = base64.StdEncoding.EncodeToString(signature)
	if err = errors.Join(err, verify(older)); err != nil {
		t.Error(err)
	}
	confirm := note("Confirm?")
	confirm.Type, confirm.Token, confirm.SubscribeURL = "SubscriptionConfirmation", "t", "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription"
	if err := verify(a.sign(t, confirm)); err != nil {
		t.Error(err)
	}
	for name, forge := range map[string]func(*Notification){
		"another message":              func(n *Notification) { n.Message = `{"a":2}` },
		"another topic":                func(n *Notification) { n.TopicArn += "x" },
		"another type":                 func(n *Notification) { n.Type = "Other" },
		"no signature":                 func(n *Notification) { n.Signature = "" },
		"another version":              func(n *Notification) { n.SignatureVersion = "3" },
		"the version of a weaker hash": func(n *Notification) { n.SignatureVersion = "1" },
		"an old one": func(n *Notification) {
			n.Timestamp = time.Now().Add(-25 * time.Hour).UTC().Format(time.RFC3339)
			*n = a.sign(t, *n)
		},
		"one of tomorrow": func(n *Notification) {
			n.Timestamp = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
			*n = a.sign(t, *n)
		},
	} {
		n := good
		if forge(&n); verify(n) == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestCertificatesAreLoadedFromAmazonOnly(t *testing.T) {
	a := newAmazon(t)
	s := &SNS{Client: &http.Client{Transport: a}, Now: time.Now}
	for _, address := range []string{
		"http://sns.us-east-1.amazonaws.com/x.pem", "https://sns.us-east-1.amazonaws.com.evil.example/x.pem", "https://evil.example/x.pem",
		"https://sns.us-east-1.amazonaws.com@evil.example/x.pem", "https://evil.example/sns.us-east-1.amazonaws.com/x.pem",
		"https://sns.us-east-1.amazonaws.com/x.txt", "https://s3.amazonaws.com/sns.us-east-1/x.pem", "https://sns.us-east-1.amazonaws.com:8443/x.pem",
		"https://xsns.us-east-1.amazonaws.com/x.pem", "https://sns.us_east.amazonaws.com/x.pem", "https://sns.s3-us-west-2.amazonaws.com/x.pem", "", "://",
	} {
		n := note("{}")
		n.SigningCertURL = address
		if s.Verify(t.Context(), a.sign(t, n)) == nil {
			t.Errorf("%s was accepted", address)
		}
	}
	if len(a.asked) > 0 {
		t.Errorf("requested %q", a.asked)
	}
	for range 2 {
		if err := s.Verify(t.Context(), a.sign(t, note("{}"))); err != nil {
			t.Fatal(err)
		}
	}
	if len(a.asked) != 1 {
		t.Errorf("%d requests", len(a.asked))
	}
	a.away = true
	other := note("{}")
	other.SigningCertURL = "https://sns.eu-west-1.amazonaws.com/y.pem"
	if err := s.Verify(t.Context(), a.sign(t, other)); !errors.Is(err, errUnavailable) {
		t.Errorf("while it's unavailable: %v", err)
	}
}

func TestEventsAreParsed(t *testing.T) {
	for message, want := range map[string]event{
		`{"notificationType":"Bounce","bounce":{"bounceType":"Permanent","bouncedRecipients":[{"emailAddress":"j@example.com"}]}}`:                                                                 {"j@example.com", mail.HardBounce, ""},
		`{"eventType":"Bounce","bounce":{"bounceType":"Transient","bouncedRecipients":[{"emailAddress":"j@example.com"}]}}`:                                                                        {"j@example.com", mail.SoftBounce, ""},
		`{"eventType":"Complaint","complaint":{"complainedRecipients":[{"emailAddress":"j@example.com"}]}}`:                                                                                        {"j@example.com", mail.Complained, ""},
		`{"eventType":"Complaint","mail":{"messageId":"ses-1","commonHeaders":{"messageId":"<letter-5-a@site.example>"}},"complaint":{"complainedRecipients":[{"emailAddress":"j@example.com"}]}}`: {"j@example.com", mail.Complained, "<letter-5-a@site.example>"},
	} {
		if got := sesEvents(message); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %+v", message, got)
		}
	}
	for message, want := range map[string]event{
		`{"RecordType":"Bounce","Type":"HardBounce","Email":"j@example.com"}`:                                        {"j@example.com", mail.HardBounce, ""},
		`{"RecordType":"Bounce","Type":"SoftBounce","Email":"j@example.com"}`:                                        {"j@example.com", mail.SoftBounce, ""},
		`{"RecordType":"Bounce","Type":"SpamComplaint","Email":"j@example.com"}`:                                     {"j@example.com", mail.Complained, ""},
		`{"RecordType":"SpamComplaint","Email":"j@example.com"}`:                                                     {"j@example.com", mail.Complained, ""},
		`{"RecordType":"SpamComplaint","MessageID":"pm-1","Metadata":{"mail":"letter-5-a"},"Email":"j@example.com"}`: {"j@example.com", mail.Complained, "letter-5-a"},
	} {
		if got, err := postmarkEvents([]byte(message)); err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s: %+v, %v", message, got, err)
		}
	}
	for _, message := range []string{"", "x", "{}", `{"eventType":"Delivery"}`, `{"eventType":"Complaint","complaint":{"complaintFeedbackType":"not-spam","complainedRecipients":[{}]}}`} {
		if got := sesEvents(message); len(got) > 0 {
			t.Errorf("%s: %+v", message, got)
		}
	}
	for _, message := range []string{"{}", `{"RecordType":"Open","Email":"j@example.com"}`, `{"RecordType":"Bounce","Type":"AutoResponder","Email":"j@example.com"}`} {
		if got, err := postmarkEvents([]byte(message)); err != nil || len(got) > 0 {
			t.Errorf("%s: %+v, %v", message, got, err)
		}
	}
}

// Unsigned requests are never accepted, and events are parsed or refused.
func FuzzWebhooksAreParsedOrRefused(f *testing.F) {
	f.Add(`{"Type":"Notification","MessageId":"1","TopicArn":"` + topic + `","Message":"{\"eventType\":\"Bounce\",\"bounce\":{\"bounceType\":\"Permanent\",\"bouncedRecipients\":[{\"emailAddress\":\"j@example.com\"}]}}","Signature":"` + strings.Repeat("A", 344) + `","SignatureVersion":"2","SigningCertURL":"` + certificate + `"}`)
	f.Add(`{"RecordType":"SubscriptionChange","Recipient":"j@example.com","SuppressSending":true,"Metadata":{"mail":"letter-5-a"}}`)
	f.Add("From=%2B12125550123&Body=STOP&OptOutType=STOP")
	a := &amazon{pem: []byte("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")}
	s := &SNS{Client: &http.Client{Transport: a}, Now: time.Now}
	f.Fuzz(func(t *testing.T, body string) {
		var n Notification
		if json.Unmarshal([]byte(body), &n) == nil {
			n.Timestamp = time.Now().UTC().Format(time.RFC3339)
			if s.Verify(t.Context(), n) == nil {
				t.Errorf("%q was accepted", body)
			}
			sesEvents(n.Message)
		}
		sesEvents(body)
		_, _ = postmarkEvents([]byte(body))
		if form, err := url.ParseQuery(body); err == nil && isTwilios("token", "https://site.example"+TwilioPath, form, form.Get("Signature")) {
			t.Errorf("%q was accepted as Twilio's", body)
		}
	})
}
