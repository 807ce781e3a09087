package mail

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
	gomail "github.com/wneessen/go-mail"

	keys "thriftwell/server/platform/dkim"
)

// sign signs an email with key for the sender's domain, including the one-click
// unsubscribe headers (RFC 8058). Headers listed twice can't be added to in
// transit.
func sign(m *gomail.Msg, key keys.Key, domain string) error {
	if !key.IsSet() {
		return nil
	}
	var text bytes.Buffer
	if _, err := m.WriteTo(&text); err != nil {
		return fmt.Errorf("write the email to sign: %w", err)
	}
	signer, err := dkim.NewSigner(&dkim.SignOptions{
		Domain: domain, Selector: key.Selector, Signer: key.Signer(),
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
		HeaderKeys: []string{
			"From", "From", "To", "To", "Subject", "Subject", "Date", "Date", "Reply-To", "Message-ID", "MIME-Version", "Content-Type",
			"List-Id", "List-Unsubscribe", "List-Unsubscribe-Post",
		},
	})
	if err != nil {
		return fmt.Errorf("sign the email: %w", err)
	}
	_, err = signer.Write(text.Bytes())
	if ended := signer.Close(); err == nil {
		err = ended
	}
	if err != nil {
		return fmt.Errorf("sign the email: %w", err)
	}
	_, signature, _ := strings.Cut(signer.Signature(), ": ")
	m.SetGenHeaderPreformatted("DKIM-Signature", strings.TrimSuffix(signature, "\r\n"))
	return nil
}
