package personal

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestAJournalIsGatheredOnce(t *testing.T) {
	dir := t.TempDir()
	one, other, all := journal{filepath.Join(dir, "one")}, journal{filepath.Join(dir, "other")}, journal{filepath.Join(dir, "all")}
	e := erasure{ID: uuid.New(), AddressHash: []byte{1}, At: time.Now().UTC()}
	for _, err := range []error{one.add(e), other.add(e), other.add(erasure{ID: uuid.New()}), one.gather(one, other, all)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(one.path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v, %v", info, err)
	}
	if lines, err := one.read(); err != nil || len(lines) != 2 {
		t.Errorf("%v, %v", lines, err)
	}
}
