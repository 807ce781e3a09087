// Command server is the site; run it with --help to see its commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"thriftwell/server/commands"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(commands.Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}

// endings are the signals that end the program. That its terminal is gone is one,
// unless nohup had it ignored.
func endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}
