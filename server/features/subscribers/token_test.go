package subscribers

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/vault"
)

func TestLinksExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := signer{vault.Secret{}}
		proof := s.sign(uuid.Nil, forResult, resultLifetime, nil)
		time.Sleep(resultLifetime)
		if _, err := s.read(proof, nil, forResult); err != nil {
			t.Errorf("in its last second: %v", err)
		}
		time.Sleep(time.Second)
		if _, err := s.read(proof, nil, forResult); err == nil {
			t.Error("it never expires")
		}
	})
}

// Links can't be guessed.
func FuzzOnlySignedLinksAreAccepted(f *testing.F) {
	s := signer{vault.Secret{}}
	id := uuid.UUID{1}
	link := s.sign(id, forEmail, 0, nil)
	f.Add(link)
	f.Add(link[:16] + "\n" + link[16:])
	f.Add(s.sign(id, forManage, time.Hour, nil))
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := s.read(text, nil, forEmail); err == nil && text != link {
			t.Errorf("%q was accepted as a link of %v", text, got.subscriber)
		}
		subscriberIn(text)
	})
}
