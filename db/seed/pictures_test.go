package seed

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// described has the checksums, in the format of sha256sum, of the pictures for
// which alt texts were written.
//
//go:embed testdata/described.sha256
var described string

func TestAltTextsMatchTheirPictures(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	each(t, "articles/*.md", func(name, text string) {
		a, err := ReadArticle([]byte(text))
		if err != nil {
			t.Fatal(name, err)
		}
		alt := strings.ToLower(a.ImageAlt)
		if n := utf8.RuneCountInString(alt); n < 25 || n > 125 || strings.Contains(alt, "illustration") || strings.Contains(alt, "theme of") {
			t.Errorf("%s: the alt text is %q", name, a.ImageAlt)
		}
		if other, twice := seen[alt]; twice {
			t.Errorf("%s has the alt text of %s", name, other)
		}
		seen[alt] = name
		picture, err := os.ReadFile(filepath.Join("../../ui/public", a.Image))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(picture)
		if !strings.Contains(described, hex.EncodeToString(sum[:])+"  "+strings.TrimPrefix(a.Image, "/")+"\n") {
			t.Errorf("%s has changed: look at it, correct imageAlt in %s, and update testdata/described.sha256 with sha256sum", a.Image, name)
		}
	})
}
