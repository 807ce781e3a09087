package renderer

import "syscall"

// ownGroup also has the kernel kill the child when its parent dies, for a child that
// is blocked and does not see the end of its input.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
