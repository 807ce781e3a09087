package bundled

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// memoryFolder is a folder in memory, where creating and deleting thousands of
// small files is faster than on disk.
const memoryFolder = "/dev/shm"

// childAttr keeps the terminal's Ctrl-C from Postgres. If endsWithUs is set,
// Postgres gets the signal for a fast shutdown when the thread that started it
// ends, even if we are killed.
func (c *cluster) childAttr(endsWithUs bool) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Credential: c.as}
	if endsWithUs {
		attr.Pdeathsig = syscall.SIGINT
	}
	return attr
}

// processesOn returns the postgres processes of a data folder, which is their
// working directory.
func processesOn(data string) []int {
	var pids []int
	dirs, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, dir := range dirs {
		if cwd, err := os.Readlink(dir); err != nil || cwd != data {
			continue
		}
		proc := filepath.Dir(dir)
		if name, _ := os.ReadFile(filepath.Join(proc, "comm")); strings.TrimSpace(string(name)) != "postgres" {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(proc)); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
