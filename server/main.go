// Command server is the site. Run it with --help to see its commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // for machines without a list of time zones

	"thriftwell/server/commands"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(commands.Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}

// endings returns the signals that end the program. SIGHUP is one, unless nohup
// made the program ignore it.
func endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}
