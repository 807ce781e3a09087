package config

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/caarlos0/env/v11"
)

var update = flag.Bool("update", false, "write .env.example and the settings pages of the manual")

const (
	example = "../../../.env.example"
	manual  = "../../manual/"
)

// setting is a setting as declared by the tags of its field.
type setting struct{ section, name, value, unset, example, doc string }

// declared returns the settings in the order of Config.
func declared() []setting {
	return fields(setting{}, reflect.TypeFor[Config]())
}

// fields returns the settings of a struct; around is its own field.
func fields(around setting, of reflect.Type) (all []setting) {
	for f := range of.Fields() {
		tag := f.Tag.Get
		s := setting{
			section: tag("section"), name: around.name + tag("env"), value: tag("envDefault"), unset: tag("default"),
			example: tag("example"), doc: strings.ReplaceAll(tag("doc"), "{}", around.doc),
		}
		if prefix, nested := f.Tag.Lookup("envPrefix"); nested {
			s.name = prefix
			inner := fields(s, f.Type)
			inner[0].section, inner[0].unset = s.section, cmp.Or(s.unset, inner[0].unset)
			all = append(all, inner...)
		} else if tag("env") != "-" {
			all = append(all, s)
		}
	}
	return all
}

// settingsPages returns the manual pages that list settings, with the first
// section of each.
func settingsPages() [][2]string {
	return [][2]string{{"settings", "The site"}, {"settings-services", "CDN and search engines"}}
}

// code formats names of settings, addresses and commands in a sentence as code.
func code(sentence string) string {
	return regexp.MustCompile(`\b[A-Z]+[0-9]?_[A-Z_]+(/[\w/-]+)?|(^| )(/[a-z][\w/-]*|bin/server [a-z]+( dkim| new)?|\?tls=optional|smtps?://)`).ReplaceAllStringFunc(sentence, func(found string) string {
		rest := strings.TrimLeft(found, " ")
		return found[:len(found)-len(rest)] + "`" + rest + "`"
	})
}

// table is the settings of one section for the manual.
func table(of []setting) string {
	var b strings.Builder
	b.WriteString("| setting | default | what it does |\n|---|---|---|\n")
	for _, s := range of {
		standard := cmp.Or(code(s.unset), "unset")
		if s.value != "" {
			standard = "`" + s.value + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.name, standard, code(s.doc))
	}
	return b.String()
}

// sections puts the tables in the place of what follows "## Section" in a page.
func sections(page string, of []setting) string {
	head, _, _ := strings.Cut(page, "\n## ")
	var b strings.Builder
	b.WriteString(strings.TrimRight(head, "\n") + "\n")
	for start := 0; start < len(of); {
		end := start + 1
		for end < len(of) && of[end].section == "" {
			end++
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s", of[start].section, table(of[start:end]))
		start = end
	}
	return b.String()
}

// exampleFile is .env.example.
func exampleFile(of []setting) string {
	var b strings.Builder
	b.WriteString(`# Every setting with its default, or with an example where there is none. In development, copy this file to .env and
# uncomment what you change. Production doesn't read .env: set variables in the environment, or run
# bin/server --settings FILE. The environment wins over a file. Put 'quotes' around values with spaces, quotes, # or $.
# ENV_FILE names a file other than .env. NAME_FILE reads a setting from a file: DATA_KEYS_FILE=/run/secrets/data_keys.
`)
	for _, s := range of {
		if s.section != "" {
			fmt.Fprintf(&b, "\n## %s\n\n", s.section)
		}
		fmt.Fprintf(&b, "# %s\n", s.doc)
		if s.unset != "" {
			fmt.Fprintf(&b, "# Default: %s.\n", s.unset)
		}
		value := cmp.Or(s.value, s.example)
		if strings.ContainsAny(value, " #$") {
			value = "'" + value + "'"
		}
		fmt.Fprintf(&b, "#%s=%s\n", s.name, value)
	}
	return b.String()
}

func TestEverySettingIsDocumented(t *testing.T) {
	for _, s := range declared() {
		if !strings.HasSuffix(s.doc, ".") || s.value != "" && s.unset != "" {
			t.Errorf("%s: give it a doc that ends with a period, and one default: %+v", s.name, s)
		}
	}
}

func TestManualAndExampleListTheSettings(t *testing.T) {
	all := declared()
	written := map[string]string{example: exampleFile(all)}
	pages := settingsPages()
	for i, page := range pages {
		first, last := 0, len(all)
		for n, s := range all {
			if s.section == page[1] {
				first = n
			}
			if i+1 < len(pages) && s.section == pages[i+1][1] {
				last = n
			}
		}
		name := manual + page[0] + ".md"
		written[name] = sections(read(t, name), all[first:last])
	}
	for name, want := range written {
		if *update {
			if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if read(t, name) != want {
			t.Errorf("%s is out of date: run go test ./server/platform/config -update", name)
		}
	}
}

func TestExamplesAreValid(t *testing.T) {
	text := strings.Replace(read(t, example), "#BACKUP_DIR=", "# BACKUP_DIR=", 1) // the bucket takes its place
	environ, err := WithFile(nil, write(t, regexp.MustCompile(`(?m)^#([A-Z0-9_]+=)`).ReplaceAllString(text, "$1")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(environ); err != nil {
		t.Error(err)
	}
	values := env.ToMap(environ)
	for _, s := range declared() {
		if s.value != "" && values[s.name] != s.value {
			t.Errorf("%s is %q, and its default is %q", s.name, values[s.name], s.value)
		}
	}
}
