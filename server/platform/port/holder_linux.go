package port

import (
	"fmt"
	"slices"
	"strings"

	"github.com/prometheus/procfs"
)

// listening is the socket state TCP_LISTEN.
const listening = 10

// holderOf describes the process that listens on a port, as far as this user
// may see it.
func holderOf(port int) string {
	proc, err := procfs.NewDefaultFS()
	if err != nil {
		return ""
	}
	var sockets []string
	for _, read := range []func() (procfs.NetTCP, error){proc.NetTCP, proc.NetTCP6} {
		lines, _ := read() // without IPv6 there is no second file
		for _, l := range lines {
			if l.St == listening && l.LocalPort == uint64(port) {
				sockets = append(sockets, fmt.Sprintf("socket:[%d]", l.Inode))
			}
		}
	}
	processes, _ := proc.AllProcs()
	for _, p := range processes {
		open, _ := p.FileDescriptorTargets()
		if !slices.ContainsFunc(open, func(file string) bool { return slices.Contains(sockets, file) }) {
			continue
		}
		command, _ := p.CmdLine()
		return described(p.PID, strings.Join(command, " "))
	}
	return ""
}
