package renderer

import "syscall"

// ownGroup also makes the kernel kill the child when its parent dies, in case
// the child is blocked and doesn't see the end of its input.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
