// Package port listens on the site's port, explains in a sentence why it can't,
// and creates the folder of the sockets.
package port

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
)

// Listen listens on addr, a host and port. The error names the program that
// uses the port, if this user may see it.
func Listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err == nil {
		return l, nil
	}
	_, number, _ := net.SplitHostPort(addr)
	if !errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("can't listen on PORT %s: %w", number, err)
	}
	by := "another program"
	if n, err := strconv.Atoi(number); err == nil {
		if holder := holderOf(n); holder != "" {
			by = holder
		}
	}
	return nil, fmt.Errorf("PORT %s is in use by %s: stop it, or change PORT", number, by)
}

// described describes a process, with a long command line cut.
func described(pid int, command string) string {
	if text := []rune(command); len(text) > 80 {
		command = string(text[:79]) + "…"
	}
	return fmt.Sprintf("process %d (%s)", pid, command)
}
