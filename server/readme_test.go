package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// largestPicture is how large a picture of README may be, in bytes.
const largestPicture = 100_000

func TestREADMEsPicturesAreThereAndSmall(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, found := range regexp.MustCompile(`ui/screenshots/[\w.-]+`).FindAllString(string(text), -1) {
		shown[filepath.Base(found)] = true
	}
	kept, err := os.ReadDir("../ui/screenshots")
	if err != nil || len(kept) != len(shown) {
		t.Errorf("README shows %v of %v (%v)", shown, kept, err)
	}
	for name := range shown {
		if info, err := os.Stat(filepath.Join("../ui/screenshots", name)); err != nil || info.Size() > largestPicture {
			t.Errorf("%s: %v, or larger than %d kB", name, err, largestPicture/1000)
		}
	}
}

func TestREADMEsMapIsTrue(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n## The map\n")
	_, rest, _ = strings.Cut(rest, "```\n")
	drawn, _, _ := strings.Cut(rest, "```")
	var path, mapped []string // the folders that a line stands in, and every entry
	for line := range strings.Lines(drawn) {
		entry := strings.TrimLeft(line, " ")
		depth := (len(line) - len(entry)) / 2
		path = append(path[:depth], strings.Fields(entry)[0])
		mapped = append(mapped, filepath.Join(path...))
	}
	named := regexp.MustCompile("`(?:\\./)?((?:server|ui|ssr|db|scripts)/[\\w./-]*)`").FindAllStringSubmatch(string(text), -1)
	if len(mapped) < 10 || len(named) < 10 {
		t.Fatalf("the map has only %d entries, and README names only %d files", len(mapped), len(named))
	}
	there := slices.Clone(mapped)
	for _, m := range named {
		there = append(there, m[1])
	}
	for _, name := range there {
		if _, err := os.Stat(filepath.Join("..", name)); err != nil {
			t.Errorf("README names %s: %v", name, err)
		}
	}
	folders, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if name := filepath.Join("server", f.Name()); f.IsDir() && !slices.Contains(mapped, name) {
			t.Errorf("%s is not on README's map", name)
		}
	}
}
