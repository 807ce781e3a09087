package personal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thriftwell/server/personal"
)

func TestGatherJournals(t *testing.T) {
	t.Parallel()
	const jane, joe = `{"id":"0199a1c4-7c1e-7b4e-8a59-3d8f0f3d2b11","addressHash":"AQ==","at":"2026-03-05T06:07:08Z"}` + "\n",
		`{"id":"0199a1c4-7c1e-7b4e-8a59-3d8f0f3d2b12","addressHash":null,"at":"2026-03-05T06:07:09Z"}` + "\n"
	dir := t.TempDir()
	one, other, all := filepath.Join(dir, "one"), filepath.Join(dir, "other"), filepath.Join(dir, "all")
	for path, text := range map[string]string{one: jane, other: jane + joe} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := personal.GatherJournals(all, one, other, filepath.Join(dir, "none")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(all); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("others can read it: %v, %v", info, err)
		}
		text, err := os.ReadFile(all)
		if got := string(text); err != nil || strings.Count(got, jane) != 1 || strings.Count(got, joe) != 1 || len(got) != len(jane+joe) {
			t.Errorf("%q, %v", got, err)
		}
	}
}
