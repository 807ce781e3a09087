package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/caarlos0/env/v11"
	"github.com/joho/godotenv"
)

// WithFile returns environment with the variables that it lacks and the file
// has, a .env. Production reads no file: what it runs with is in its
// environment.
func WithFile(environment []string, name string) ([]string, error) {
	given := env.ToMap(environment)
	if given["APP_ENV"] == production {
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
	read, err := godotenv.Parse(f)
	if err != nil { // the cause would quote the file, which holds passwords
		return environment, fmt.Errorf("%s can't be read: write NAME=value, a line each, and 'value' where it has blanks, quotes, # or $.", name)
	}
	if read["APP_ENV"] == production {
		return environment, fmt.Errorf("APP_ENV is production in %s, which only development reads; set it in the environment, with all other settings.", name)
	}
	merged := environment[:len(environment):len(environment)]
	for key, value := range read {
		if _, set := given[key]; !set {
			merged = append(merged, key+"="+value)
		}
	}
	return merged, nil
}
