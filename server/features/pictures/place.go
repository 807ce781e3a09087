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

// placePrefix is the prefix of database connection names that contain the place
// of pictures.
const placePrefix = "thriftwell.pictures."

// Place identifies where the settings store pictures. Instances that share a
// bucket or a folder have the same place.
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

// folderPlace identifies a folder by the inode of a marker file in it. Unlike
// the content, the inode differs in a copy of the folder, and is the same for
// all instances that share the folder.
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

// mark creates a folder's marker file. If several instances start at once, one
// of them links its file and all read that one.
func mark(dir, file string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	draft := file + "-" + rand.Text()
	if err := os.WriteFile(draft, []byte(rand.Text()), 0o644); err != nil {
		return errors.Join(err, os.Remove(draft))
	}
	if err := os.Link(draft, file); err != nil && !errors.Is(err, os.ErrExist) {
		return os.Rename(draft, file) // the file system has no hard links
	}
	return os.Remove(draft)
}
