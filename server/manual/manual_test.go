package manual

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/platform/numbers"
)

// places returns valid targets of links: pages and their sections.
func places(t *testing.T) []string {
	t.Helper()
	pages, err := Pages()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, page := range pages {
		all = append(all, page.Name)
		for _, found := range regexp.MustCompile(`<h[23] id="([^"]+)"`).FindAllStringSubmatch(page.HTML, -1) {
			all = append(all, page.Name+"#"+found[1])
		}
	}
	return all
}

func TestEveryPageIsInTheContents(t *testing.T) {
	entries, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for _, entry := range entries {
		there = append(there, strings.TrimSuffix(entry.Name(), ".md"))
	}
	listed := slices.Sorted(slices.Values(names()))
	if slices.Sort(there); !slices.Equal(there, listed) {
		t.Errorf("files %v\nlisted %v", there, listed)
	}
	for _, name := range names() {
		page, err := Find(name)
		if err != nil || page.Title == "" || strings.Contains(page.Title, "#") || page.Sections == nil {
			t.Errorf("%s: %q, %v", name, page.Title, err)
		}
	}
	if _, err := Find("../manual"); err == nil {
		t.Error("a path was found as a page")
	}
}

func TestLinksPointToPagesAndSections(t *testing.T) {
	known := places(t)
	pages, _ := Pages()
	links := 0
	for _, page := range pages {
		for _, found := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(page.HTML, -1) {
			links++
			to := found[1]
			if strings.HasPrefix(to, "https://") {
				continue
			}
			if place, ok := strings.CutPrefix(to, Path+"/"); !ok || !slices.Contains(known, place) {
				t.Errorf("%s links to %s", page.Name, to)
			}
		}
		text := regexp.MustCompile(`<code>.*?</code>`).ReplaceAllString(page.HTML, "")
		if strings.Contains(text, ".md)") || strings.Contains(text, "](") {
			t.Errorf("%s has a malformed link", page.Name)
		}
	}
	if links < 40 {
		t.Errorf("only %d links", links)
	}
}

func TestEveryScreenHasItsHelp(t *testing.T) {
	known := places(t)
	text, err := os.ReadFile("../../ui/features/admin/workspace.tsx")
	if err != nil {
		t.Fatal(err)
	}
	screens := regexp.MustCompile(`help: "([^"]*)"`).FindAllStringSubmatch(string(text), -1)
	for _, found := range screens {
		if place := found[1]; place != "" && !slices.Contains(known, place) {
			t.Errorf("a screen links to missing help: %s", place)
		}
	}
	if len(screens) < 20 {
		t.Errorf("only %d screens", len(screens))
	}
}

func TestNamedScreensExist(t *testing.T) {
	text, err := os.ReadFile("../../ui/paths.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "adminScreens = [")
	list, _, _ = strings.Cut(list, "]")
	pages, _ := Pages()
	for _, page := range pages {
		for _, found := range regexp.MustCompile("`/admin/([a-z]+)`").FindAllStringSubmatch(page.Source, -1) {
			if !strings.Contains(list, `"`+found[1]+`"`) {
				t.Errorf("%s names /admin/%s", page.Name, found[1])
			}
		}
	}
}

func TestCalculatorExampleIsValid(t *testing.T) {
	page, err := Find("calculators")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(page.Source, "```numbers\n")
	block, _, _ = strings.Cut(block, "```")
	sheet, problems := numbers.Read(block)
	if sheet == nil || len(problems) > 0 {
		t.Fatalf("%v", problems)
	}
	t.Log(sheet.Sentence())
}
