package transfer_test

import (
	"slices"
	"strings"
	"testing"

	"thriftwell/server/transfer"
)

// faulty is a numbers block with an error in its eighth line.
const faulty = "```numbers\nname: own\ntitle: Own\nsentence: It is {saved}.\nassumptions:\n  - {name: rent, label: Rent, unit: $/month, value: 14, min: 5, max: 25}\nformulas:\n  - {name: saved, label: Saved, unit: $/year, formula: rent * 2 + fee}\nyearly: saved\n```\n"

func TestFaultyNumbersAreRefusedWithTheirLine(t *testing.T) {
	t.Parallel()
	d := open(t)
	dir := t.TempDir()
	write(t, dir, strings.Replace(article, "Text.", "\nText.", 1)+"\n"+faulty, "articles", "faulty.md")
	write(t, dir, strings.Replace(article, "featured: false", "status: draft", 1)+"\n"+faulty, "articles", "draft.md")
	_, stayed, told := d.bring(dir, transfer.Import{})
	if stayed || !slices.Contains(told, "refused articles/faulty.md 19 No assumption or formula is named “fee”.") || !slices.Contains(told, "new articles/draft.md 0 ") {
		t.Error(stayed, strings.Join(told, "\n"))
	}
}
