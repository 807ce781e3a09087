package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// rules are the rules in words.yaml.
type rules struct {
	Texts    []string
	Sizes    map[string]int64
	Sentence int
	Curly    []string
	Words    []struct {
		Not, Say string
		But      []string
	}
}

func readRules(t *testing.T) (r rules) {
	t.Helper()
	text, err := os.ReadFile("words.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalWithOptions(text, &r, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return r
}

// filesOf returns the files for a pattern in words.yaml.
func filesOf(t *testing.T, pattern string) (all []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join("..", pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("words.yaml names %s: %v", pattern, err)
	}
	for _, name := range found {
		err := filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			isTest := strings.Contains(path, "_test.") || strings.Contains(path, ".test.") || strings.Contains(path, ".gen.")
			if err == nil && !d.IsDir() && !isTest && slices.Contains([]string{".md", ".go", ".ts", ".tsx"}, filepath.Ext(path)) {
				all = append(all, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

var (
	fenced   = regexp.MustCompile("(?ms)^(```|~~~).*?^(```|~~~)$")
	inCode   = regexp.MustCompile("`[^`\n]*`|\\]\\([^)]*\\)|https?://\\S+|<[^>]*>")
	comment  = regexp.MustCompile(`(?ms)/\*.*?\*/|(^|[\s;])//[^\n]*$`)
	literal  = regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"|`[^`]*`")
	hole     = regexp.MustCompile(`\$\{[^{}]*\}`)
	tag      = regexp.MustCompile(`<[^>]*>`)
	jsx      = regexp.MustCompile(`[>}]\s*([A-Za-z][^<>{}=;]*)[<{]`)
	word     = regexp.MustCompile(`\pL{2}\S*`)
	sentence = regexp.MustCompile(`[.!?:;](\s|$)|\n(\s*[-|#]|\s*\n|\d+\. )|\|`)
)

// textsOf returns the texts in a file, without code.
func textsOf(t *testing.T, path string) []string {
	t.Helper()
	bytes, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(bytes)
	if filepath.Ext(path) == ".md" {
		return []string{inCode.ReplaceAllString(fenced.ReplaceAllString(text, ""), "CODE")}
	}
	text = comment.ReplaceAllString(text, "")
	var all []string
	for _, found := range literal.FindAllString(text, -1) {
		if inside := found[1 : len(found)-1]; strings.Contains(inside, " ") {
			all = append(all, tag.ReplaceAllString(hole.ReplaceAllString(inside, "CODE"), "\n\n"))
		}
	}
	if filepath.Ext(path) == ".tsx" {
		for _, found := range jsx.FindAllStringSubmatch(literal.ReplaceAllString(text, "CODE"), -1) {
			all = append(all, found[1])
		}
	}
	return all
}

// problems returns what is wrong with a text.
func (r rules) problems(text string) (all []string) {
	for _, word := range r.Words {
		for _, fine := range word.But {
			text = regexp.MustCompile(`(?i)`+fine).ReplaceAllString(text, "FINE")
		}
		for _, found := range regexp.MustCompile(`(?i)(?:^|\b)(?:`+word.Not+`)(?:\b|$| )`).FindAllString(text, -1) {
			all = append(all, fmt.Sprintf("%q: say %s", strings.TrimSpace(found), word.Say))
		}
	}
	for _, one := range sentence.Split(text, -1) {
		if n := len(word.FindAllString(one, -1)); n > r.Sentence {
			all = append(all, fmt.Sprintf("a sentence of %d words: %.60s…", n, strings.Join(strings.Fields(one), " ")))
		}
	}
	return all
}

func TestTextsAreInPlainEnglish(t *testing.T) {
	r := readRules(t)
	for _, pattern := range r.Texts {
		for _, path := range filesOf(t, pattern) {
			for _, text := range textsOf(t, path) {
				for _, wrong := range r.problems(text) {
					t.Errorf("%s: %s", path, wrong)
				}
			}
		}
	}
}

func TestTextsAreShort(t *testing.T) {
	for pattern, most := range readRules(t).Sizes {
		for _, path := range filesOf(t, pattern) {
			if info, err := os.Stat(path); err != nil || info.Size() > most {
				t.Errorf("%s has %d bytes; the limit is %d (%v)", path, info.Size(), most, err)
			}
		}
	}
}

func TestQuotesAreCurly(t *testing.T) {
	straight := regexp.MustCompile(`[A-Za-z]'[a-z]|[a-z]s' `)
	for _, pattern := range readRules(t).Curly {
		for _, path := range filesOf(t, pattern) {
			for _, text := range textsOf(t, path) {
				if at := straight.FindString(text); at != "" {
					t.Errorf("%s has a straight quote: %.80s", path, text)
				}
			}
		}
	}
}

// The rules must find bad English, and nothing in good English.
func TestWordRules(t *testing.T) {
	r := readRules(t)
	for _, bad := range []string{
		"No mail arrives.", "Who reads letters", "each with its mend", "It is in the bin.", "what comes in", "It is rendered anew.",
		"kept for ever", "more than 5 % of it", "from 9 to 20 o'clock", "The optimiser", strings.Repeat("word ", r.Sentence+1) + ".",
	} {
		if len(r.problems(bad)) != 1 {
			t.Errorf("%q: %v", bad, r.problems(bad))
		}
	}
	for _, good := range []string{
		"The mail server takes email by SMTP.", "Newsletters go out at 9 a.m. ET.", "Move it to the trash, or restore it.", "It's 5% of 8 to 128 letters, digits and hyphens.",
		"Recommend the combined binder.", "Nothing more came instead.",
	} {
		if wrong := r.problems(good); len(wrong) > 0 {
			t.Errorf("%q: %v", good, wrong)
		}
	}
}
