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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(commands.Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}
