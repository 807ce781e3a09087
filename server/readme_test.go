package main

import (
	"os"
	"path/filepath"
	"regexp"
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
