//go:build suites

package markdown_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestSuiteCommonMark compares our HTML with the examples of CommonMark's
// specification, except for those that testdata/commonmark.txt lists with a
// reason.
func TestSuiteCommonMark(t *testing.T) {
	spec, err := os.ReadFile(filepath.Join(os.Getenv("SUITES"), "commonmark-spec", "spec.txt"))
	if err != nil {
		t.Fatal(err)
	}
	listed, err := os.ReadFile("testdata/commonmark.txt")
	if err != nil {
		t.Fatal(err)
	}
	reasons, reason := map[string]string{}, ""
	for line := range strings.Lines(string(listed)) {
		if said, ok := strings.CutPrefix(line, "# "); ok {
			reason = strings.TrimSpace(said)
			continue
		}
		for _, number := range strings.Fields(line) {
			reasons[number] = reason
		}
	}
	counts := map[string]int{}
	examples := regexp.MustCompile("(?ms)^`{32} example\n(.*?)^\\.\n(.*?)^`{32}$").FindAllStringSubmatch(string(spec), -1)
	for i, example := range examples {
		number, source := fmt.Sprint(i+1), strings.ReplaceAll(example[1], "→", "\t")
		want, got := normal(strings.ReplaceAll(example[2], "→", "\t")), normal(render(t, source))
		switch reason, isListed := reasons[number]; {
		case got == want && isListed:
			t.Errorf("%s now matches the specification. Remove it from the list.", number)
		case got == want:
			counts["matches the specification"]++
		case isListed:
			counts[reason]++
			t.Logf("%s: %s\n%q\ngot  %q\nwant %q", number, reason, source, got, want)
		default:
			t.Errorf("%s is not listed\n%q\ngot  %q\nwant %q", number, source, got, want)
		}
	}
	t.Logf("%d examples: %v", len(examples), counts)
}

// normal returns HTML for comparison: without heading ids and lazy-loading
// attributes, and with entities in one form.
func normal(page string) string {
	var out strings.Builder
	for tokens := html.NewTokenizer(strings.NewReader(page)); tokens.Next() != html.ErrorToken; {
		token := tokens.Token()
		kept := token.Attr[:0]
		for _, a := range token.Attr {
			if !strings.HasPrefix(token.Data, "h") && a.Key != "loading" && a.Key != "decoding" {
				kept = append(kept, a)
			}
		}
		if token.Attr = kept; token.Type == html.SelfClosingTagToken {
			token.Type = html.StartTagToken
		}
		out.WriteString(token.String())
	}
	return strings.TrimSpace(out.String())
}
