package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// setupFile is the file in DATA_DIR that keeps what was answered at /setup.
const setupFile = "setup.env"

// SetupFile returns the path of the file with the answers of /setup.
func (c *Config) SetupFile() string { return filepath.Join(c.DataDir, setupFile) }

// WithSetup returns environment with the variables that it lacks, or has empty,
// and the answers of /setup have.
func (c *Config) WithSetup(environment []string) ([]string, error) {
	f, err := os.Open(c.SetupFile())
	if errors.Is(err, fs.ErrNotExist) {
		return environment, nil
	}
	if err != nil {
		return environment, err
	}
	defer f.Close()
	read, err := parse(f)
	set := slices.DeleteFunc(slices.Clone(environment), func(variable string) bool { return strings.HasSuffix(variable, "=") })
	return merge(set, read), err
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
