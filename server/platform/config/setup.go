package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// setupFile is the file in DATA_DIR that keeps what was answered at /setup.
const setupFile = "setup.json"

// SetupFile returns the path of the file with the answers of /setup.
func (c *Config) SetupFile() string { return filepath.Join(c.DataDir, setupFile) }

// WithSetup returns environment with the variables that it lacks, or has empty,
// and the answers of /setup have. A file that it names for a setting, as in
// DATA_KEYS_FILE, wins too.
func (c *Config) WithSetup(environment []string) ([]string, error) {
	text, err := os.ReadFile(c.SetupFile())
	if errors.Is(err, fs.ErrNotExist) {
		return environment, nil
	}
	if err != nil {
		return environment, err
	}
	var answers map[string]string
	if json.Unmarshal(text, &answers) != nil { // whose error may quote a password
		return environment, fmt.Errorf("couldn't read %s: it's damaged. Restore the file, or set everything in the environment and remove it.", c.SetupFile())
	}
	given := env.ToMap(environment)
	maps.DeleteFunc(answers, func(name, _ string) bool { return given[name+fileEnding] != "" })
	set := slices.DeleteFunc(slices.Clone(environment), func(variable string) bool {
		_, value, _ := strings.Cut(variable, "=")
		return value == ""
	})
	return merge(set, answers), nil
}

// Wrong returns the names of the settings that an error of Load is about. Where
// a part of it is about none, that name is empty.
func Wrong(err error) (settings []string) {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		for _, e := range joined.Unwrap() {
			settings = append(settings, Wrong(e)...)
		}
		return settings
	}
	if err == nil {
		return nil
	}
	known := names()
	for _, word := range regexp.MustCompile(`[A-Z][A-Z0-9_]+`).FindAllString(err.Error(), -1) {
		if slices.Contains(known, word) {
			return []string{word}
		}
	}
	return []string{""}
}
