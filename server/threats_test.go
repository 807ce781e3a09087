package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// threat is a row of threats.yaml.
type threat struct {
	Threat, Happens, In, Test string
	Without                   *struct{ File, Old, New string }
}

// Each row must name an existing test, and its patch must fit exactly once.
func TestThreatsAreTested(t *testing.T) {
	text, err := os.ReadFile("threats.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var threats []threat
	if err := yaml.UnmarshalWithOptions(text, &threats, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	if len(threats) < 20 {
		t.Fatalf("only %d threats were found", len(threats))
	}
	for _, row := range threats {
		if row.Threat == "" || row.Happens == "" || !hasTest(t, row.In, row.Test) {
			t.Errorf("%q: %s isn't in %s, or a text is missing", row.Threat, row.Test, row.In)
		}
		if row.Without == nil {
			t.Errorf("%q has no patch that removes its defense", row.Threat)
			continue
		}
		code, err := os.ReadFile(filepath.Join("..", row.Without.File))
		if n := strings.Count(string(code), row.Without.Old); err != nil || n != 1 || row.Without.Old == row.Without.New {
			t.Errorf("%q: %q occurs %d times in %s: %v", row.Threat, row.Without.Old, n, row.Without.File, err)
		}
	}
}

func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	name, subtest, _ := strings.Cut(name, "/")
	files, err := filepath.Glob(filepath.Join("..", dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, test, found := strings.Cut(string(code), fmt.Sprintf("\nfunc %s(t *testing.T) {", name))
		if test, _, _ = strings.Cut(test, "\n}\n"); found {
			return subtest == "" || strings.Contains(test, `"`+subtest+`":`)
		}
	}
	return false
}
