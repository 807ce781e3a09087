package seed

import (
	"io/fs"
	"regexp"
	"testing"
)

// Each claim that a seeded piece marks is in the file of claims, with the same
// value, and each of the file is marked somewhere.
func TestTheClaimsOfPiecesAreTheOnesOfTheFile(t *testing.T) {
	content, err := files.ReadFile("claims/claims.yaml")
	if err != nil {
		t.Fatal(err)
	}
	claims, err := ReadClaims(content)
	if err != nil {
		t.Fatal(err)
	}
	values, pieces := map[string]string{}, map[string]map[string]bool{}
	for _, c := range claims {
		values[c.Name], pieces[c.Name] = c.Value, map[string]bool{}
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
					t.Errorf("%s: %s is “%s”, and in the file “%s”", name, m[2], m[1], values[m[2]])
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
