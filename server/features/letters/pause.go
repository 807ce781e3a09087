package letters

import (
	"context"
	"fmt"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// A letter pauses of which more than maxRefused per cent of the mails were
// refused or came back, or more than maxComplaints per mille of the readers
// complained, once leastSettled mails are settled.
const (
	maxRefused    = 5
	maxComplaints = 2
	leastSettled  = 100
	heedEvery     = 200 // mails, to look at what was told of the earlier ones
)

// settle writes down what became of a mail, and pauses the letter when too many
// were refused.
func (r *run) settle(ctx context.Context, to Recipient, state, reason string) error {
	if err := r.note(ctx, to, state, reason); err != nil {
		return err
	}
	done, refused := r.done.Add(1), r.refused.Load()
	if state == failed {
		refused = r.refused.Add(1)
	}
	if done%heedEvery == 0 {
		return r.heed(ctx)
	}
	return r.judge(ctx, done, refused)
}

// note writes down what became of a mail, together with those that were sent
// meanwhile.
func (r *run) note(ctx context.Context, to Recipient, state, reason string) error {
	_, err := r.settles.Ask(ctx, settled{to.ID, state, reason}, func(ctx context.Context, mails []settled) ([]struct{}, error) {
		return make([]struct{}, len(mails)), r.Desk.store.settle(ctx, r.letter.ID, mails)
	})
	return err
}

// heed pauses the letter when too many mails came back, or too many of their
// readers complained.
func (r *run) heed(ctx context.Context) error {
	bounced, complained, err := r.Desk.store.told(ctx, r.letter)
	if err != nil {
		return err
	}
	settled := r.done.Load()
	if settled >= leastSettled && complained*1000 > settled*maxComplaints {
		return r.pause(ctx, r.letter.ID, fmt.Sprintf("Readers marked %d of %d emails as spam, more than %.1f%%. Check the audience before you resume.",
			complained, settled, maxComplaints/10.0))
	}
	return r.judge(ctx, settled, r.refused.Load()+bounced)
}

// judge pauses the letter when too many of its mails were refused.
func (r *run) judge(ctx context.Context, settled, refused int64) error {
	if settled < leastSettled || refused*100 <= settled*maxRefused {
		return nil
	}
	return r.pause(ctx, r.letter.ID, fmt.Sprintf("%d of %d emails were rejected, more than %d%%. Check where these addresses came from before you resume.", refused, settled, maxRefused))
}

// pause ends the sending of a letter, and says why.
func (s *Sender) pause(ctx context.Context, letter int64, trouble string) error {
	_, err := s.Desk.Become(ctx, session.Schedule(), letter, nil, Paused, trouble)
	if err == nil || fault.Is(err, fault.Conflict) {
		return errHalt
	}
	return err
}
