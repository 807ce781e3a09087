package campaigns

import (
	"context"
	"fmt"
	"regexp"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
)

// What was reported about an email after the mail server had accepted it. If both
// were, the complaint counts.
const (
	returned  = "bounce"
	complaint = "complaint"
)

// Record records that a campaign email to an address bounced permanently, or that
// its reader complained. The messageID says which campaign; without one, it was
// the last that the address got. Other emails are ignored.
func (s *Store) Record(ctx context.Context, addressHash []byte, messageID string, e mail.Event) error {
	what, ok := map[mail.Event]string{mail.HardBounce: returned, mail.Complained: complaint}[e]
	id := ""
	if messageID != "" {
		if id = emailOf(messageID); id == "" {
			return nil
		}
	}
	if !ok {
		return nil
	}
	_, err := s.DB.Pool.Exec(ctx, `UPDATE letter_sends SET told = $2, told_at = now() WHERE (letter_id, subscriber_id) = (
			SELECT m.letter_id, m.subscriber_id FROM letter_sends m JOIN subscribers p ON p.id = m.subscriber_id
			WHERE p.address_hash = $1 AND m.state IN ('sent', 'unsure', 'sending') AND ($3 = '' OR CAST(m.letter_id AS text) = $3) ORDER BY m.at DESC LIMIT 1)
		AND (told = '' OR told <> $2 AND $2 = $4)`, addressHash, what, id, complaint)
	if err != nil {
		return fmt.Errorf("record a delivery report: %w", err)
	}
	return nil
}

// emailOf returns the ID of the campaign that an email belongs to, or "".
func emailOf(messageID string) string {
	found := regexp.MustCompile(`^<?letter-([0-9]+)-[0-9a-f]`).FindStringSubmatch(messageID)
	if found == nil {
		return ""
	}
	return found[1]
}

// told returns how many emails of a campaign bounced later, and how many readers
// complained, of those sent since it was last resumed.
func (s *Store) told(ctx context.Context, e Email) (bounced, complained int64, err error) {
	err = s.DB.Pool.QueryRow(ctx, `SELECT count(*) FILTER (WHERE told = 'bounce'), count(*) FILTER (WHERE told = 'complaint') FROM letter_sends
		WHERE letter_id = $1 AND told <> '' AND at >= coalesce($2, '-infinity'::timestamptz)`, e.ID, e.ResumedAt).Scan(&bounced, &complained)
	return bounced, complained, err
}

// refusals returns how many emails of a campaign have a result since it was last
// resumed, and how many of them were rejected.
func (s *Store) refusals(ctx context.Context, e Email) (done, refused int64, err error) {
	err = s.DB.Pool.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE state = 'failed') FROM letter_sends
		WHERE letter_id = $1 AND state IN ('sent', 'failed') AND at >= coalesce($2, '-infinity'::timestamptz)`, e.ID, e.ResumedAt).Scan(&done, &refused)
	return done, refused, err
}

// A campaign pauses if more than maxRefused percent of its emails were rejected or
// bounced, or more than maxComplaints per thousand readers complained, once
// leastDone emails have a result.
const (
	maxRefused    = 5
	maxComplaints = 2
	leastDone     = 100
	reportsEvery  = 200 // emails, between checks of what was reported
)

// delivered stores the result of an email, and pauses the campaign if too many
// were rejected.
func (r *emailRun) delivered(ctx context.Context, to recipient, state, reason string) error {
	if err := r.Desk.store.settle(ctx, r.email.ID, to.id, state, reason); err != nil {
		return err
	}
	done, refused := r.done.Add(1), r.refused.Load()
	if state == failed {
		refused = r.refused.Add(1)
	}
	if done%reportsEvery == 0 {
		return r.checkReports(ctx)
	}
	return r.judge(ctx, done, refused)
}

// checkReports pauses the campaign if too many of its emails bounced, or too many
// of their readers complained.
func (r *emailRun) checkReports(ctx context.Context) error {
	bounced, complained, err := r.Desk.store.told(ctx, r.email)
	if err != nil {
		return err
	}
	done := r.done.Load()
	if done >= leastDone && complained*1000 > done*maxComplaints {
		return r.pause(ctx, r.email.ID, fmt.Sprintf("Readers marked %d of %d emails as spam, more than %.1f%%. Check the audience before you resume.",
			complained, done, maxComplaints/10.0))
	}
	return r.judge(ctx, done, r.refused.Load()+bounced)
}

// judge pauses the campaign if too many of its emails were rejected.
func (r *emailRun) judge(ctx context.Context, done, refused int64) error {
	if done < leastDone || refused*100 <= done*maxRefused {
		return nil
	}
	return r.pause(ctx, r.email.ID, fmt.Sprintf("%d of %d emails were rejected, more than %d%%. Check where these addresses came from before you resume.", refused, done, maxRefused))
}

// pause pauses an email, says why, and returns errHalt.
func (s *EmailSender) pause(ctx context.Context, id int64, trouble string) error {
	err := s.Desk.become(ctx, id, Paused, trouble)
	if err == nil || fault.Is(err, fault.Conflict) {
		return errHalt
	}
	return err
}
