package subscribers

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/vault"
)

func TestProofsExpire(t *testing.T) {
	s := signer{vault.Secret{}}
	now := time.Now()
	for until, proves := range map[time.Time]bool{now.Add(time.Minute): true, now.Add(-2 * time.Second): false} {
		if got := s.proves(s.proof("/unsubscribe", endDone, until), "/unsubscribe", endDone); got != proves {
			t.Errorf("until %s: %t", until, got)
		}
	}
}

// Links and proofs can't be guessed.
func FuzzOnlySignedLinksAreAccepted(f *testing.F) {
	s := signer{vault.Secret{}}
	id, until := uuid.UUID{1}, time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC) // the same in every fuzzing process
	link, proof := s.sign(id, forEmail, 0, nil), s.proof("/unsubscribe", endDone, until)
	f.Add(link)
	f.Add(proof)
	f.Add(proof[:16] + "\n" + proof[16:])
	f.Add(s.sign(id, forManage, time.Hour, nil))
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := s.read(text, nil, forEmail); err == nil && text != link {
			t.Errorf("%q was accepted as a link of %v", text, got.subscriber)
		}
		if s.proves(text, "/unsubscribe", endDone) && text != proof {
			t.Errorf("%q was accepted as a proof", text)
		}
		subscriberIn(text)
	})
}
