package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// largestPicture is the maximum size of a picture in README, in bytes.
const largestPicture = 100_000

// page reads a file of the repository.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// pages lists the documentation: README, the manual and .github.
func pages(t *testing.T) []string {
	t.Helper()
	all := []string{"README.md"}
	for _, pattern := range []string{"server/manual/*.md", ".github/*.md"} {
		found, err := filepath.Glob(filepath.Join("..", pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, name := range found {
			all = append(all, strings.TrimPrefix(name, "../"))
		}
	}
	return all
}

func TestREADMEPicturesExistAndAreSmall(t *testing.T) {
	shown := map[string]bool{}
	for _, found := range regexp.MustCompile(`ui/screenshots/[\w.-]+`).FindAllString(page(t, "README.md"), -1) {
		shown[filepath.Base(found)] = true
	}
	kept, err := os.ReadDir("../ui/screenshots")
	if err != nil || len(kept) != len(shown) {
		t.Errorf("README shows %v; the files are %v (%v)", shown, kept, err)
	}
	for name := range shown {
		if info, err := os.Stat(filepath.Join("../ui/screenshots", name)); err != nil || info.Size() > largestPicture {
			t.Errorf("%s: %v, or larger than %d kB", name, err, largestPicture/1000)
		}
	}
}

func TestREADMEHasTheTwoCommands(t *testing.T) {
	text := page(t, "README.md")
	for _, command := range []string{"./scripts/start ", "./scripts/test "} {
		if !strings.Contains(text, "\n"+command) {
			t.Errorf("README lacks %s", command)
		}
	}
}

func TestREADMEMapMatchesTheFolders(t *testing.T) {
	_, rest, _ := strings.Cut(page(t, "README.md"), "\n## The map\n")
	_, rest, _ = strings.Cut(rest, "```\n")
	drawn, _, _ := strings.Cut(rest, "```")
	var path []string // the folders above a line
	entries := 0
	for line := range strings.Lines(drawn) {
		entries++
		entry := strings.TrimLeft(line, " ")
		depth := (len(line) - len(entry)) / 2
		path = append(path[:depth], strings.Fields(entry)[0])
		if _, err := os.Stat(filepath.Join("..", filepath.Join(path...))); err != nil {
			t.Error(err)
		}
	}
	if entries < 10 {
		t.Errorf("the map has only %d entries", entries)
	}
}

func TestInternalsDescribesEveryServerFolder(t *testing.T) {
	text := page(t, "server/manual/internals.md")
	folders, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if f.IsDir() && !strings.Contains(text, "`server/"+f.Name()+"`") {
			t.Errorf("internals.md doesn't say what server/%s is", f.Name())
		}
	}
}

func TestMentionedFilesExist(t *testing.T) {
	named := 0
	for _, name := range pages(t) {
		text := page(t, name)
		var files []string
		for _, m := range regexp.MustCompile("`(?:\\./)?((?:server|ui|ssr|db|scripts|\\.github)/[\\w./-]*)").FindAllStringSubmatch(text, -1) {
			files = append(files, m[1])
		}
		for _, m := range regexp.MustCompile(`\]\(((?:\.\./|\.github/|server/)?[\w./-]+)(?:#[\w-]+)?\)`).FindAllStringSubmatch(text, -1) {
			files = append(files, filepath.Join(filepath.Dir(name), m[1]))
		}
		for _, file := range files {
			if _, err := os.Stat(filepath.Join("..", file)); err != nil {
				t.Errorf("%s names %v", name, err)
			}
		}
		named += len(files)
	}
	if named < 100 {
		t.Errorf("only %d files are mentioned", named)
	}
}

// OTEL_ variables are read by OpenTelemetry itself.
func TestMentionedSettingsExist(t *testing.T) {
	var known []string
	for _, m := range regexp.MustCompile(`(?m)^#([A-Z0-9_]+)=`).FindAllStringSubmatch(page(t, ".env.example"), -1) {
		known = append(known, m[1], m[1]+"_FILE")
	}
	known = append(known, "ENV_FILE", "BASE_ULR", "FUZZ_TIME")
	for _, name := range pages(t) {
		for _, m := range regexp.MustCompile("`([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])[`=/]").FindAllStringSubmatch(page(t, name), -1) {
			if !slices.Contains(known, m[1]) && !strings.HasPrefix(m[1], "OTEL_") {
				t.Errorf("%s mentions the unknown setting %s", name, m[1])
			}
		}
	}
}
