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

// Every seeded block is worked out again, and held against what its article says
// of the saving: each figure stands in the text, and the badge's among them.
func TestTheNumbersOfTheStartingContentAddUp(t *testing.T) {
	files, err := filepath.Glob("../../../db/seed/articles/*.md")
	if err != nil {
		t.Fatal(err)
	}
	fenced := regexp.MustCompile("(?s)```numbers.*?```")
	blocks := map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		article, err := seed.ReadArticle(content)
		if err != nil {
			t.Fatal(err)
		}
		sheets, troubles := markdown.Numbers(article.Body)
		for _, trouble := range troubles {
			t.Errorf("%s, line %d: %s", filepath.Base(file), trouble.Line, trouble.Message)
		}
		prose := fenced.ReplaceAllString(article.Body, "") + article.SavingsAssumption
		for _, sheet := range sheets {
			if other := blocks[sheet.Name]; other != "" {
				t.Errorf("%s and %s both have %s", other, file, sheet.Name)
			}
			blocks[sheet.Name] = file
			saved := []string{}
			for _, f := range sheet.Formulas {
				figure, _ := sheet.Figure(f.Name)
				saved = append(saved, figure+"/year")
				if f.Expect == nil && f.Name != sheet.Yearly {
					continue
				}
				said := strings.Contains(prose, strings.TrimPrefix(figure, "−")) || strings.Contains(prose, "{{"+sheet.Name+"."+f.Name+"}}")
				if plain := strings.TrimSuffix(figure, " years"); !said && !strings.Contains(prose, plain) && sheet.Value(f.Name) != 0 {
					t.Errorf("%s: the text does not say %s, which is %s of %s", filepath.Base(file), figure, f.Name, sheet.Name)
				}
			}
			if article.AvgSavings == "" || !slices.Contains(saved, article.AvgSavings) {
				t.Errorf("%s: the badge says %s, and the figures of %s are %s", filepath.Base(file), article.AvgSavings, sheet.Name, saved)
			}
			if yearly, _ := sheet.Figure(sheet.Yearly); sheet.Badge && yearly+"/year" != article.AvgSavings {
				t.Errorf("%s: the badge would change from %s to %s", filepath.Base(file), article.AvgSavings, yearly)
			}
		}
	}
	if len(blocks) != 12 {
		t.Errorf("%d of the pieces have numbers", len(blocks))
	}
}

// The assumptions of seeded blocks that name a claim have its value, and two share
// one that texts mark as well.
func TestTheNumbersOfTheStartingContentAgreeWithTheRegister(t *testing.T) {
	content, err := os.ReadFile("../../../db/seed/claims/claims.yaml")
	if err != nil {
		t.Fatal(err)
	}
	claims, err := seed.ReadClaims(content)
	if err != nil {
		t.Fatal(err)
	}
	values, shared := map[string]string{}, 0
	for _, c := range claims {
		values[c.Name] = c.Value
	}
	files, err := filepath.Glob("../../../db/seed/articles/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		article, err := seed.ReadArticle(content)
		if err != nil {
			t.Fatal(err)
		}
		for _, claim := range markdown.Claims(article.Body) {
			if claim.Value != values[claim.Name] {
				t.Errorf("%s: %s is %s, and in the register %s", filepath.Base(file), claim.Name, claim.Value, values[claim.Name])
			}
		}
		shared += strings.Count(article.Body, "\n    claim: electricity-price\n")
	}
	if shared < 2 {
		t.Errorf("%d blocks share the price of electricity", shared)
	}
}
