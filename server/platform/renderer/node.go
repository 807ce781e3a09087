package renderer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const oldestNode = 22 // required by React Router 8

// FindNode returns the path of the Node binary: set (the setting NODE_BINARY)
// if not empty, else bin/node below root, which a release contains, else
// node_modules/.bin/node from the npm package node, else the first on PATH. The
// error is a sentence that says what to do.
func FindNode(root, set string) (string, error) {
	return findNode(root, set, oldestNode)
}

func findNode(root, set string, oldest int) (string, error) {
	if set != "" {
		if problem := examineNode(set, oldest); problem != nil {
			return "", fmt.Errorf("Node.js %d or newer is needed, but NODE_BINARY (%s) %w", oldest, set, problem)
		}
		return set, nil
	}
	var found []string
	if root, err := filepath.Abs(root); err == nil {
		found = append(found, filepath.Join(root, "bin", "node"), filepath.Join(root, "node_modules", ".bin", "node"))
	}
	if onPath, err := exec.LookPath("node"); err == nil {
		found = append(found, onPath)
	}
	const fix = "run npm install, or set NODE_BINARY to a newer one"
	var problems []string
	for _, binary := range found {
		problem := examineNode(binary, oldest)
		if problem == nil {
			return binary, nil
		}
		if !errors.Is(problem, fs.ErrNotExist) {
			problems = append(problems, fmt.Sprintf("%s %s", binary, problem))
		}
	}
	if len(problems) == 0 {
		return "", fmt.Errorf("Node.js %d or newer is needed, but there is none: %s", oldest, fix)
	}
	return "", fmt.Errorf("Node.js %d or newer is needed, but %s: %s", oldest, strings.Join(problems, " and "), fix)
}

// examineNode returns what is wrong with a binary.
func examineNode(binary string, oldest int) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	output, err := exec.CommandContext(ctx, binary, "--version").Output()
	if err != nil {
		return fmt.Errorf("cannot be run: %w", err)
	}
	version := strings.TrimSpace(string(output))
	major, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	if n, err := strconv.Atoi(major); err != nil || n < oldest {
		return fmt.Errorf("is %.20q", version)
	}
	return nil
}
