package webhooks

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Limits of a notification.
const (
	maxAge           = 24 * time.Hour
	maxClockSkew     = 5 * time.Minute
	maxCertificate   = 64 << 10 // bytes
	maxCertificates  = 8
	leastSignature   = 256 // bytes
	retryCertificate = time.Minute
)

const (
	subscriptionConfirmation = "SubscriptionConfirmation"
	unsubscribeConfirmation  = "UnsubscribeConfirmation"
	notification             = "Notification"
)

// Notification is the body of a request from SNS.
type Notification struct {
	Type, MessageID, TopicArn, Subject, Message, Timestamp string
	Token, SubscribeURL                                    string // of a request to confirm a subscription
	SignatureVersion, Signature, SigningCertURL            string
}

// SNS verifies notifications.
type SNS struct {
	Client *http.Client // from weburl.NewClient
	Now    func() time.Time

	mu           sync.Mutex
	certificates map[string]*x509.Certificate // by address; guarded by mu
}

// errUnavailable is the error for a certificate that can't be loaded now.
var errUnavailable = errors.New("couldn't read the certificate")

// Verify returns an error unless Amazon signed the notification recently.
func (s *SNS) Verify(ctx context.Context, n Notification) error {
	at, err := time.Parse(time.RFC3339, n.Timestamp)
	if age := s.Now().Sub(at); err != nil || age > maxAge || age < -maxClockSkew {
		return fmt.Errorf("timestamp out of range: %q", n.Timestamp)
	}
	signature, err := base64.StdEncoding.DecodeString(n.Signature)
	if err != nil || len(signature) < leastSignature {
		return errors.New("no signature")
	}
	algorithm := map[string]x509.SignatureAlgorithm{"1": x509.SHA1WithRSA, "2": x509.SHA256WithRSA}[n.SignatureVersion]
	signed := n.signed()
	if algorithm == x509.UnknownSignatureAlgorithm || signed == "" {
		return fmt.Errorf("unknown type %q or signature version %q", n.Type, n.SignatureVersion)
	}
	certificate, err := s.certificate(ctx, n.SigningCertURL)
	if err != nil {
		return err
	}
	if s.Now().After(certificate.NotAfter) {
		return errors.New("certificate expired")
	}
	return certificate.CheckSignature(algorithm, []byte(signed), signature)
}

// signed returns the text that SNS signs.
func (n Notification) signed() string {
	fields := []string{"Message", n.Message, "MessageId", n.MessageID}
	switch n.Type {
	case notification:
		if n.Subject != "" {
			fields = append(fields, "Subject", n.Subject)
		}
	case subscriptionConfirmation, unsubscribeConfirmation:
		fields = append(fields, "SubscribeURL", n.SubscribeURL)
	default:
		return ""
	}
	fields = append(fields, "Timestamp", n.Timestamp)
	if n.Type != notification {
		fields = append(fields, "Token", n.Token)
	}
	fields = append(fields, "TopicArn", n.TopicArn, "Type", n.Type)
	return strings.Join(fields, "\n") + "\n"
}

// Confirm confirms the subscription in a verified notification.
func (s *SNS) Confirm(ctx context.Context, n Notification) error {
	_, err := s.get(ctx, n.SubscribeURL, "")
	return err
}

func (s *SNS) certificate(ctx context.Context, address string) (*x509.Certificate, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.certificates[address]; c != nil {
		return c, nil
	}
	text, err := s.get(ctx, address, ".pem")
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("not a certificate")
	}
	c, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("read the certificate: %w", err)
	}
	if s.certificates == nil || len(s.certificates) >= maxCertificates {
		s.certificates = map[string]*x509.Certificate{}
	}
	s.certificates[address] = c
	return c, nil
}

var amazonHost = regexp.MustCompile(`^sns\.[a-z]{2}(-[a-z]+)+-[0-9]\.amazonaws\.com(\.cn)?$`)

// isAmazons reports whether an address belongs to SNS and its path has this
// suffix.
func isAmazons(address, suffix string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.User == nil && amazonHost.MatchString(u.Host) && strings.HasSuffix(u.Path, suffix)
}

// get requests an address of SNS, without following redirects.
func (s *SNS) get(ctx context.Context, address, suffix string) ([]byte, error) {
	if !isAmazons(address, suffix) {
		return nil, fmt.Errorf("not an SNS address: %q", address)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	client := *s.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnavailable, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxCertificate))
	if err != nil || answer.StatusCode >= http.StatusInternalServerError {
		return nil, fmt.Errorf("%w: status %d", errUnavailable, answer.StatusCode)
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%q answers %d", address, answer.StatusCode)
	}
	return text, nil
}
