package letters

import (
	"context"
	"fmt"
	"regexp"

	"thriftwell/server/platform/mail"
)

// What was told of a mail after the mail server had taken it. Of two things the
// complaint counts.
const (
	returned  = "bounce"
	complaint = "complaint"
)

// Told notes for a letter that a mail to an address came back for good, or that
// its reader complained. The mail's id says which letter; without one it was the
// last that the address got. Other mail than letters is nobody's here.
func (s *Store) Told(ctx context.Context, addressHash []byte, messageID string, e mail.Event) error {
	what, ok := map[mail.Event]string{mail.HardBounce: returned, mail.Complained: complaint}[e]
	letter := ""
	if messageID != "" {
		if letter = letterOf(messageID); letter == "" {
			return nil
		}
	}
	if !ok {
		return nil
	}
	_, err := s.DB.Pool.Exec(ctx, `UPDATE letter_sends SET told = $2, told_at = now() WHERE (letter_id, subscriber_id) = (
			SELECT m.letter_id, m.subscriber_id FROM letter_sends m JOIN subscribers p ON p.id = m.subscriber_id
			WHERE p.address_hash = $1 AND m.state IN ('sent', 'unsure', 'sending') AND ($3 = '' OR CAST(m.letter_id AS text) = $3) ORDER BY m.at DESC LIMIT 1)
		AND (told = '' OR told <> $2 AND $2 = $4)`, addressHash, what, letter, complaint)
	if err != nil {
		return fmt.Errorf("record a delivery report: %w", err)
	}
	return nil
}

// letterOf is the id of the letter that a mail belongs to, or "".
func letterOf(messageID string) string {
	found := regexp.MustCompile(`^<?letter-([0-9]+)-[0-9a-f]`).FindStringSubmatch(messageID)
	if found == nil {
		return ""
	}
	return found[1]
}

// told returns how many mails of a letter came back later, and how many readers
// complained, of those sent since it was last resumed.
func (s *Store) told(ctx context.Context, l Letter) (bounced, complained int64, err error) {
	err = s.DB.Pool.QueryRow(ctx, `SELECT count(*) FILTER (WHERE told = 'bounce'), count(*) FILTER (WHERE told = 'complaint') FROM letter_sends
		WHERE letter_id = $1 AND told <> '' AND at >= coalesce($2, '-infinity'::timestamptz)`, l.ID, l.ResumedAt).Scan(&bounced, &complained)
	return bounced, complained, err
}
