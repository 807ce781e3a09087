package seed

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

// Each claim marked in a seeded piece must have a file with the same value, and
// each file must be marked in a piece.
func TestClaimsOfPiecesMatchTheirFiles(t *testing.T) {
	values, pieces := map[string]string{}, map[string]map[string]bool{}
	claims, err := fs.Glob(files, "claims/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range claims {
		content, err := files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := ReadClaim(content)
		if err != nil {
			t.Fatal(file, err)
		}
		name := strings.TrimSuffix(path.Base(file), ".md")
		values[name], pieces[name] = c.Value, map[string]bool{}
	}
	mark := regexp.MustCompile(`\[([^\[\]\n]+)\]\{claim=([^}]*)\}`)
	all := map[string]bool{}
	for _, pattern := range []string{"articles/*.md", "guides/*.md"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := files.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mark.FindAllStringSubmatch(string(text), -1) {
				if values[m[2]] != m[1] {
					t.Errorf("%s: %s is “%s”, but the file has “%s”", name, m[2], m[1], values[m[2]])
					continue
				}
				pieces[m[2]][name], all[name] = true, true
			}
		}
	}
	for name, in := range pieces {
		if len(in) == 0 {
			t.Errorf("no piece marks %s", name)
		}
	}
	if len(all) < 8 || len(pieces["card-interest-rate"]) < 2 {
		t.Errorf("%d pieces mark claims", len(all))
	}
}
