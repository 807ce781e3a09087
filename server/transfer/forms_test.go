package transfer_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/transfer"
)

// TestEveryFieldOfOtherSystemsIsReadOrNamed brings in exports that have all that
// their forms have (testdata), and holds what comes out against a folder beside
// each: told.txt is what is said of them.
func TestEveryFieldOfOtherSystemsIsReadOrNamed(t *testing.T) {
	t.Parallel()
	for form, file := range map[string]string{"ghost": "ghost.json", "ghost-cards": "ghost-cards.json", "wordpress": "wordpress.xml", "wordpress-odd": "wordpress-odd.xml"} {
		t.Run(form, func(t *testing.T) {
			from, to := open(t), open(t)
			_, stayed, told := from.bring(filepath.Join("testdata", file), transfer.Import{})
			first := contents(t, from.export())
			first["told.txt"] = strings.Join(told, "\n") + "\n"
			if !stayed {
				t.Error("it did not come in")
			}
			compare(t, contents(t, filepath.Join("testdata", form)), first)
			delete(first, "told.txt")
			to.bring(from.export(), transfer.Import{})
			compare(t, first, contents(t, to.export()))
		})
	}
}

// compare reports the files that are not as wanted.
func compare(t *testing.T, want, got map[string]string) {
	t.Helper()
	if out := os.Getenv("WRITE_WANTED"); out != "" {
		for name, text := range got {
			write(t, out, text, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s is\n%s\nand not\n%s", name, got[name], want[name])
		}
	}
	for name := range got {
		if _, known := want[name]; !known {
			t.Errorf("%s is not wanted", name)
		}
	}
}
