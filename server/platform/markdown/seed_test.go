package markdown_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"thriftwell/db/seed"
	"thriftwell/server/platform/markdown"
)

// piece is an article or a guide of the starting content.
type piece struct {
	file  string
	texts []string
	badge string
	said  string // outside the texts
}

// seeded returns all articles and guides of the starting content.
func seeded(t *testing.T) (pieces []piece) {
	t.Helper()
	for _, file := range glob(t, "articles") {
		a, err := seed.ReadArticle(read(t, file))
		if err != nil {
			t.Fatal(file, err)
		}
		pieces = append(pieces, piece{file, []string{a.Body}, a.AvgSavings, a.SavingsAssumption})
	}
	for _, file := range glob(t, "guides") {
		g, err := seed.ReadGuide(read(t, file))
		if err != nil {
			t.Fatal(file, err)
		}
		texts := []string{g.Introduction}
		for _, step := range g.Steps {
			texts = append(texts, step.Content)
		}
		pieces = append(pieces, piece{file: file, texts: append(texts, g.Conclusion)})
	}
	return pieces
}

// glob returns the files in a folder of the starting content.
func glob(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob("../../../db/seed/" + folder + "/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(folder, err)
	}
	return files
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Each figure of a numbers block must be in the piece's text, and an article's
// badge must be one of its figures.
func TestStartingContentStatesItsNumbers(t *testing.T) {
	fenced := regexp.MustCompile("(?s)```numbers.*?```")
	blocks, ofGuides := map[string]string{}, 0
	for _, p := range seeded(t) {
		sheets, troubles := markdown.Numbers(p.texts...)
		for _, trouble := range troubles {
			t.Errorf("%s, text %d, line %d: %s", filepath.Base(p.file), trouble.Text, trouble.Line, trouble.Message)
		}
		prose := fenced.ReplaceAllString(strings.Join(p.texts, "\n\n"), "") + p.said
		for _, sheet := range sheets {
			if other := blocks[sheet.Name]; other != "" {
				t.Errorf("%s and %s both have a block %s", other, p.file, sheet.Name)
			}
			blocks[sheet.Name] = p.file
			saved := []string{}
			for _, f := range sheet.Formulas {
				figure, _ := sheet.Figure(f.Name)
				saved = append(saved, figure+"/year")
				if f.Expect == nil && f.Name != sheet.Yearly {
					continue
				}
				said := strings.Contains(prose, strings.TrimPrefix(figure, "−")) || strings.Contains(prose, "{{"+sheet.Name+"."+f.Name+"}}")
				if plain := strings.TrimSuffix(figure, " years"); !said && !strings.Contains(prose, plain) && sheet.Value(f.Name) != 0 {
					t.Errorf("%s: the text doesn't mention %s, the figure %s of %s", filepath.Base(p.file), figure, f.Name, sheet.Name)
				}
			}
			if strings.Contains(p.file, "/guides/") {
				ofGuides++
				continue
			}
			if p.badge == "" || !slices.Contains(saved, p.badge) {
				t.Errorf("%s: the badge is %s, but the figures of %s are %s", filepath.Base(p.file), p.badge, sheet.Name, saved)
			}
			if yearly, _ := sheet.Figure(sheet.Yearly); sheet.Badge && yearly+"/year" != p.badge {
				t.Errorf("%s: the badge would change from %s to %s", filepath.Base(p.file), p.badge, yearly)
			}
		}
	}
	if len(blocks) != 13 || ofGuides != 1 {
		t.Errorf("%d pieces with numbers, %d of them guides", len(blocks), ofGuides)
	}
}

// Claims in articles and guides must have the register's value, and two numbers
// blocks share a claim.
func TestStartingContentAgreesWithTheClaimRegister(t *testing.T) {
	values, shared := map[string]string{}, 0
	for _, file := range glob(t, "claims") {
		c, err := seed.ReadClaim(read(t, file))
		if err != nil || !markdown.IsClaimValue(c.Value) {
			t.Errorf("%s: %q %v", file, c.Value, err)
		}
		values[strings.TrimSuffix(filepath.Base(file), ".md")] = c.Value
	}
	for _, p := range seeded(t) {
		for _, c := range markdown.Claims(p.texts...) {
			if c.Title == "" && c.Value != values[c.Name] {
				t.Errorf("%s: %s is %s, in the register %s", filepath.Base(p.file), c.Name, c.Value, values[c.Name])
			}
		}
		shared += strings.Count(strings.Join(p.texts, ""), "\n    claim: electricity-price\n")
	}
	if shared < 2 {
		t.Errorf("%d blocks share the price of electricity", shared)
	}
}
