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

// TestExportsOfOtherSystems imports files that have everything their formats
// allow (testdata), and compares the result with the folder beside each.
// told.txt there has the messages.
func TestExportsOfOtherSystems(t *testing.T) {
	t.Parallel()
	for form, file := range map[string]string{"ghost": "ghost.json", "ghost-cards": "ghost-cards.json", "wordpress": "wordpress.xml", "wordpress-odd": "wordpress-odd.xml"} {
		t.Run(form, func(t *testing.T) {
			if testing.Short() && strings.Contains(form, "-") { // rarer cases
				t.Skip("slow")
			}
			from, to := open(t), open(t)
			_, stayed, told := from.bring(filepath.Join("testdata", file), transfer.Import{})
			first := contents(t, from.export())
			first["told.txt"] = strings.Join(told, "\n") + "\n"
			if !stayed {
				t.Error("it wasn't imported")
			}
			compare(t, contents(t, filepath.Join("testdata", form)), first)
			delete(first, "told.txt")
			to.bring(from.export(), transfer.Import{})
			compare(t, first, contents(t, to.export()))
		})
	}
}

// compare reports files that differ.
func compare(t *testing.T, want, got map[string]string) {
	t.Helper()
	if out := os.Getenv("WRITE_WANTED"); out != "" {
		for name, text := range got {
			write(t, out, text, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got[name], want[name])
		}
	}
	for name := range got {
		if _, known := want[name]; !known {
			t.Errorf("unexpected file %s", name)
		}
	}
}
