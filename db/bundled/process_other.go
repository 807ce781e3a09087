//go:build unix && !linux

package bundled

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// childAttr keeps the terminal's Ctrl-C from Postgres. These systems can't end
// a child with its parent, so the next start ends what a killed owner left.
func (c *cluster) childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: c.as}
}

// processesOn returns the postgres that serves a data folder, if any. Its
// children can't be attributed to a folder.
func processesOn(data string) []int {
	pid := postmasterPID(data)
	if pid <= 0 {
		return nil
	}
	out, _ := exec.Command("ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if !strings.Contains(string(out), "postgres -D "+data) {
		return nil
	}
	return []int{pid}
}
