//go:build !linux

package port

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// holderOf describes the process that listens on a port, if lsof is installed
// and this user may see it.
func holderOf(port int) string {
	out, _ := exec.Command("lsof", "-nP", fmt.Sprintf("-iTCP:%d", port), "-sTCP:LISTEN", "-Fpc").Output()
	var pid int
	for line := range strings.Lines(string(out)) { // p1234, then cname
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "p"):
			pid, _ = strconv.Atoi(line[1:])
		case strings.HasPrefix(line, "c") && pid > 0:
			return described(pid, line[1:])
		}
	}
	return ""
}
