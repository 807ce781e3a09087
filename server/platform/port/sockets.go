package port

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// SocketFolder creates a private folder for the sockets of this process. Its
// path is short, because that of a socket is limited to 107 bytes. It removes
// the folders of killed servers.
func SocketFolder() (string, error) {
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
