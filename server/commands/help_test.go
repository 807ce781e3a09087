package commands

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestHelpPrintsPagesOfTheManual(t *testing.T) {
	if a := run(t, broken(), "help"); a.code != 0 || !strings.Contains(a.out, "\n  backups ") || a.err != "" {
		t.Errorf("%+v", a)
	}
	for _, name := range []string{"backups", "backups.md"} {
		if a := run(t, broken(), "help", name); a.code != 0 || !strings.HasPrefix(a.out, "# Backups\n") || a.err != "" {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if a := run(t, broken(), "help", "token", "create"); a.code != 0 || !strings.Contains(a.out, "Usage:\n  server token create") {
		t.Errorf("%+v", a)
	}
	if a := run(t, broken(), "help", "penguins"); a.code != 2 || a.out != "" || !strings.Contains(a.err, `No page or command named "penguins"`) {
		t.Errorf("%+v", a)
	}
}

func TestManualMatchesTheCommands(t *testing.T) {
	files, err := filepath.Glob("../manual/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range append(files, "../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	var known []string
	for _, path := range paths((&line{}).command()) {
		known = append(known, strings.Join(path, " "))
	}
	for _, found := range regexp.MustCompile(`bin/server (?:--settings [^\s\x60]+ )?([a-z]+(?:-[a-z]+)*)(?: ([a-z]+))?`).FindAllStringSubmatch(all.String(), -1) {
		first := found[1]
		if !slices.Contains(known, first) && first != "help" && first != "completion" {
			t.Errorf("the manual mentions the unknown command %q", found[0])
		}
		if group := slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, first+" ") }); group && found[2] != "" && !slices.Contains(known, first+" "+found[2]) {
			t.Errorf("the manual mentions the unknown command %q", found[0])
		}
	}
	page, err := os.ReadFile("../manual/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range known {
		if command != "" && !regexp.MustCompile("`"+command+"[` ]").Match(page) && !isGroup(known, command) {
			t.Errorf("commands.md lacks %s", command)
		}
	}
}

// isGroup reports whether a command only has subcommands.
func isGroup(known []string, command string) bool {
	return slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, command+" ") })
}
