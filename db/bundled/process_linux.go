package bundled

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// roomyMemory is a folder in memory, where thousands of small files come and go faster than on a disk.
const roomyMemory = "/dev/shm"

// childAttr keeps the terminal's Ctrl-C from Postgres. One that ends with us gets its signal for a fast stop as soon
// as the thread that started it is gone, also when we are killed.
func (c *cluster) childAttr(endsWithUs bool) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Credential: c.as}
	if endsWithUs {
		attr.Pdeathsig = syscall.SIGINT
	}
	return attr
}

// processesOn lists the postgres processes of a data folder, which all work in it.
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
