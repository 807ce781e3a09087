package form

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// goSentences parses the constants of sentences.go.
func goSentences(t *testing.T) map[string]string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "sentences.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && v.Names[0].Name != "TooLong" {
			name := v.Names[0].Name
			out[strings.ToLower(name[:1])+name[1:]], _ = strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
		}
		return true
	})
	return out
}

func TestServerAndPagesHaveTheSameMessages(t *testing.T) {
	raw, err := os.ReadFile("../../../ui/shared/sentences.ts")
	if err != nil {
		t.Fatal(err)
	}
	ui := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\s+(\w+):\s+"(.*)",$`).FindAllStringSubmatch(string(raw), -1) {
		ui[m[1]] = m[2]
	}
	server := goSentences(t)
	if len(server) < 20 {
		t.Fatalf("found only %d sentences", len(server))
	}
	for name, sentence := range server {
		if ui[name] != sentence {
			t.Errorf("%s: the server has %q, the pages have %q", name, sentence, ui[name])
		}
	}
	for name := range ui {
		if _, ok := server[name]; !ok {
			t.Errorf("%s is only on the pages", name)
		}
	}
	for _, same := range []string{
		strings.Replace(TooLong, "%d", "${most}", 1), EmailPattern,
		fmt.Sprintf("email: %d, name: %d, address: %d, message: %d", MaxEmail, MaxName, MaxAddress, MaxMessage),
	} {
		if !strings.Contains(string(raw), same) {
			t.Errorf("the pages lack %q", same)
		}
	}
}
