package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

// restSpan is how long a site is idle before its memory is measured. A renderer
// returns memory after 10 s (ssr/server.ts). Go collects after two idle minutes,
// and then returns memory in the background.
const restSpan = 130 * time.Second

// mb is the unit of the memory limits.
const mb = 1 << 20

// measureMemory measures the memory of an idle site that has served visitors:
// the server, its two renderers and the bundled Postgres.
func measureMemory(ctx context.Context, b *bench, site *process) error {
	guides, err := site.guides()
	if err != nil {
		return err
	}
	for _, target := range []attack{{4, 50, paths(site.addr, "br", guides...)}, {4, 50, uncached(site.addr)}} {
		if _, err := target.during(ctx, 2*b.span); err != nil {
			return err
		}
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(restSpan):
	}
	server := proportional(site.cmd.Process.Pid)
	renderers := proportional(site.workers()...)
	postgres := proportional(slices.DeleteFunc(site.pids(), func(pid int) bool {
		return pid == site.cmd.Process.Pid || slices.Contains(site.workers(), pid)
	})...)
	b.add(row{Name: "memory at rest: server, two renderers and Postgres", Figure: (server + renderers + postgres) / mb, Unit: "MB", AtMost: 300})
	fmt.Fprintf(os.Stderr, "        of that the server %.0f MB, the renderers %.0f MB, Postgres %.0f MB\n", server/mb, renderers/mb, postgres/mb)
	return nil
}
