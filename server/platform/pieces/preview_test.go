package pieces

import (
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/fault"
)

func TestTokensAreValidForTheirKindUntilTheyExpire(t *testing.T) {
	s := Site{BaseURL: "https://site.example"}
	now := time.Now().Unix()
	good := s.sign("article", token{savedPiece, 7, now + 60})
	if got, err := s.open("article", good); err != nil || got != (token{savedPiece, 7, now + 60}) {
		t.Errorf("%+v: %v", got, err)
	}
	if strings.ContainsFunc(good, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		t.Errorf("%s does not look like a slug", good)
	}
	for text, code := range map[string]fault.Code{
		s.sign("guide", token{savedPiece, 7, now + 60}):   fault.NotFound,
		s.sign("article", token{savedPiece, 7, now - 60}): fault.Gone,
		"b" + good[1:]: fault.NotFound, good[:20]: fault.NotFound, good + "aaaaaaaa": fault.NotFound, "": fault.NotFound, "no token!": fault.NotFound,
	} {
		if _, err := s.open("article", text); !fault.Is(err, code) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Preview links can't be guessed.
func FuzzPreviewToken(f *testing.F) {
	s := Site{BaseURL: "https://site.example"}
	made := token{savedPiece, 7, time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC).Unix()} // the same in every process of the fuzzer
	f.Add(s.sign("article", made))
	f.Add(s.sign("guide", made))
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := s.open("article", text); err == nil && got != made {
			t.Errorf("%q leads to %+v", text, got)
		}
	})
}
