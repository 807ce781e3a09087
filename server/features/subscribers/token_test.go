package subscribers

import (
	"testing"
	"time"

	"thriftwell/server/platform/vault"
)

func TestAProofExpires(t *testing.T) {
	s := signer{vault.Secret{}}
	now := time.Now()
	for until, proves := range map[time.Time]bool{now.Add(time.Minute): true, now.Add(-2 * time.Second): false} {
		if got := s.proves(s.proof("/unsubscribe", endDone, until), "/unsubscribe", endDone); got != proves {
			t.Errorf("until %s: %t", until, got)
		}
	}
}
