package pictures

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"thriftwell/server/platform/config"
)

// placePrefix begins the names that connections have by their place.
const placePrefix = "thriftwell.pictures."

// Place names where the settings keep pictures. Instances that share a bucket or
// a folder have the same one.
func Place(c config.Config) (string, error) {
	place := c.Pictures.Endpoint + " " + c.Pictures.Name
	if !c.Pictures.IsSet() {
		var err error
		if place, err = folderPlace(filepath.Join(c.DataDir, Dir)); err != nil {
			return "", err
		}
	}
	sum := sha256.Sum256([]byte(place))
	return fmt.Sprintf("%s%x", placePrefix, sum[:16]), nil
}

// folderPlace tells a folder from every other by a file in it, and from a copy of
// it by that file's number on its disk, which is the same for all who share it.
func folderPlace(dir string) (string, error) {
	file := filepath.Join(dir, ".place")
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		if err = mark(dir, file); err == nil {
			text, err = os.ReadFile(file)
		}
	}
	if err != nil {
		return "", err
	}
	var stat unix.Stat_t
	err = unix.Stat(file, &stat)
	return fmt.Sprint(string(text), " ", stat.Ino), err
}

// mark makes the file of a folder. Of those who begin at once one has its own
// linked; all read that.
func mark(dir, file string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	draft := file + "-" + rand.Text()
	if err := os.WriteFile(draft, []byte(rand.Text()), 0o644); err != nil {
		return err
	}
	if err := os.Link(draft, file); err != nil && !errors.Is(err, os.ErrExist) {
		return os.Rename(draft, file) // the disk knows no links
	}
	return os.Remove(draft)
}
