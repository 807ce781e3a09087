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
	"github.com/joho/godotenv"
)

// WithFile returns environment plus the variables of a .env file that it lacks.
// In production it ignores the file; use WithSettings.
func WithFile(environment []string, name string) ([]string, error) {
	if env.ToMap(environment)["APP_ENV"] == production {
		return environment, nil
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return environment, nil
	}
	if err != nil {
		return environment, err
	}
	defer f.Close()
	read, err := parse(f)
	if err != nil {
		return environment, err
	}
	if read["APP_ENV"] == production {
		return environment, fmt.Errorf("APP_ENV is production in %s, which is only read in development; use --settings with the file, or set everything in the environment.", name)
	}
	return merge(environment, read), nil
}

// WithSettings returns environment plus the variables of a file that it lacks,
// in production too.
func WithSettings(environment []string, name string) ([]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return environment, fmt.Errorf("couldn't read the settings: %w", err)
	}
	defer f.Close()
	read, err := parse(f)
	return merge(environment, read), err
}

// parse reads a file of settings.
func parse(f *os.File) (map[string]string, error) {
	read, err := godotenv.Parse(f)
	if err != nil { // the cause would quote the file, which contains passwords
		return nil, fmt.Errorf("couldn't read %s: write NAME=value, one per line, and quote values with spaces, quotes, # or $ as 'value'.", f.Name())
	}
	return read, nil
}

// merge returns environment plus the variables of more that it lacks.
func merge(environment []string, more map[string]string) []string {
	given, merged := env.ToMap(environment), environment[:len(environment):len(environment)]
	for key, value := range more {
		if _, set := given[key]; !set {
			merged = append(merged, key+"="+value)
		}
	}
	return merged
}

// fileEnding is the suffix of variables that name a file with a setting's
// value, as containers receive secrets.
const fileEnding = "_FILE"

// readFiles sets the settings that variables such as DATA_KEYS_FILE name files
// for. Relative paths start in the folder root.
func readFiles(values map[string]string, root string) error {
	var wrong []error
	for _, name := range names() {
		file := values[name+fileEnding]
		if file == "" {
			continue
		}
		if values[name] != "" {
			wrong = append(wrong, fmt.Errorf("%s and %s%s are both set; set only one.", name, name, fileEnding))
			continue
		}
		if !filepath.IsAbs(file) {
			file = filepath.Join(root, file)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("couldn't read %s%s: %w", name, fileEnding, err))
			continue
		}
		values[name] = strings.TrimRight(string(text), "\r\n")
	}
	return errors.Join(wrong...)
}

// names returns the name of every setting.
func names() (all []string) {
	fields, err := env.GetFieldParams(&Config{})
	if err != nil {
		panic(err) // wrong tags in Config
	}
	for _, f := range fields {
		if !f.Ignored && f.OwnKey != "" {
			all = append(all, f.Key)
		}
	}
	return all
}

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
