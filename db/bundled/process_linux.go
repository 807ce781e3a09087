package bundled

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// childAttr keeps the terminal's Ctrl-C from Postgres, which gets the signal for
// a fast shutdown when the thread that started it ends, even if we are killed.
func (c *cluster) childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: c.as, Pdeathsig: syscall.SIGINT}
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
