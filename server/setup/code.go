package setup

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"thriftwell/server/platform/config"
)

// maxTries is how many wrong codes are accepted before there is a new one.
const maxTries = 5

// codeFile is the file in DATA_DIR with the code, where bin/server setup finds it.
func codeFile(c config.Config) string { return filepath.Join(c.DataDir, "setup.code") }

// ErrNotWaiting is the error for a site that isn't waiting to be set up.
var ErrNotWaiting = errors.New("this site isn't waiting to be set up; bin/server serve waits if settings are missing and there is no site yet")

// Code returns the code that a waiting site asks for, or fails with ErrNotWaiting.
func Code(c config.Config) (string, error) {
	code, err := os.ReadFile(codeFile(c))
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNotWaiting
	}
	return string(code), err
}

// readOrMake returns the code in a file, so that a restart keeps it.
func readOrMake(name string) (string, error) {
	code, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return renew(name)
	}
	return string(code), err
}

// renew replaces the code in a file by a new one with 40 random bits, such as
// K7QF-2M6X.
func renew(name string) (string, error) {
	text := rand.Text()
	code := text[:4] + "-" + text[4:8]
	return code, write(name, []byte(code))
}

// admits reports whether entered is the code, or was when first entered, so
// that strangers can't lock out the person who has the page open. After maxTries
// wrong ones there is a new code, which it logs.
func (p *page) admits(entered string) (bool, error) {
	code, err := readOrMake(p.code)
	if err != nil {
		return false, err
	}
	plain := func(s string) string { return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(s)) }
	given := plain(entered)
	for _, good := range []string{plain(code), p.admitted} {
		if good != "" && subtle.ConstantTimeCompare([]byte(given), []byte(good)) == 1 {
			p.wrongCodes, p.admitted = 0, given
			return true, nil
		}
	}
	if p.wrongCodes++; p.wrongCodes >= maxTries {
		p.wrongCodes = 0
		if code, err = renew(p.code); err == nil {
			p.tell(code)
		}
	}
	return false, err
}
