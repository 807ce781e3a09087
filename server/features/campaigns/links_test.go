package campaigns

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/html"
)

func TestWorkingLinkIsNotCheckedAgain(t *testing.T) {
	var asked atomic.Int64
	c := Composer{BaseURL: "http://site.example", Links: &Links{Check: func(_ context.Context, address string) string {
		asked.Add(1)
		if strings.HasSuffix(address, "/gone") {
			return "It is gone."
		}
		return ""
	}}}
	const good = `<a href="https://a.example/x">a</a> <a href="https://a.example/x">again</a> <a href="http://site.example/guides">ours</a> <a href="mailto:a@b.example">mail</a>`
	for range 3 {
		if wrong := c.dead(t.Context(), parsed(t, good)); wrong != "" {
			t.Error(wrong)
		}
		if wrong := c.dead(t.Context(), parsed(t, good+`<a href="https://b.example/gone">b</a>`)); wrong != "A link leads to https://b.example/gone. It is gone." {
			t.Errorf("wrong: %q", wrong)
		}
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("others were asked %d times", n)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if wrong := c.dead(ended, parsed(t, `<a href="https://c.example">c</a>`)); !strings.Contains(wrong, notAnswering) {
		t.Errorf("without time: %q", wrong)
	}
	if wrong := c.dead(t.Context(), parsed(t, `<a href="https://c.example">c</a>`)); wrong != "" {
		t.Errorf("what was not found out is kept: %q", wrong)
	}
}

func parsed(t *testing.T, body string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}
