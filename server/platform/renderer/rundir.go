package renderer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// MakeRunDir makes a short private folder for sockets (a socket's path holds
// at most 107 bytes) and sweeps those that killed servers left behind.
func MakeRunDir() (string, error) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), "thriftwell-*-*"))
	for _, dir := range left {
		pid, err := strconv.Atoi(strings.Split(filepath.Base(dir), "-")[1])
		if err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = os.RemoveAll(dir)
		}
	}
	dir, err := os.MkdirTemp("", fmt.Sprintf("thriftwell-%d-", os.Getpid()))
	if err != nil {
		return "", fmt.Errorf("make a folder for sockets: %w", err)
	}
	return dir, nil
}
