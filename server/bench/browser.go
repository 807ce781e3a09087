package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// painted are a page of each kind that first visits come to.
var painted = []struct{ name, path string }{
	{"Home", "/"},
	{"a list", "/articles"},
	{"an article", "/articles/own-your-router"},
	{"a guide", guide},
	{"/offers", "/offers"},
}

// next is what a page of the same kind was measured at in the framework that
// most sites of this kind use, to stand beside the table.
const next = "A page of Next.js of the same kind, measured once: first paint 810 ms, largest paint 2240 ms, total blocking time 377 ms, 116 kB of JavaScript."

// paints are the medians of one side of a page: times in milliseconds, and what
// was sent in bytes.
type paints struct{ FirstPaint, LargestPaint, Blocked, Shifted, Bytes float64 }

// measureBrowser opens pages on a slow phone in Chromium, each beside its floor:
// the same HTML and pictures without any script or font.
func measureBrowser(ctx context.Context, b *bench) ([]result, error) {
	if err := b.run(ctx, filepath.Join("scripts", "chromium")); err != nil {
		return nil, err
	}
	site, err := b.startSite(ctx)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	args := []string{filepath.Join(b.root, "ui", "browser", "paint.ts"), "http://" + site.addr, fmt.Sprint(b.rounds)}
	for _, p := range painted {
		args = append(args, p.path)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(b.root, "node_modules", ".bin", "node"), args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var pages []struct{ Site, Floor paints }
	if err := json.Unmarshal(out, &pages); err != nil {
		return nil, err
	}
	fmt.Fprintln(os.Stderr, next)
	var results []result
	for i, p := range pages {
		of := func(what string) string { return fmt.Sprintf("%s: %s", painted[i].name, what) }
		s, f := p.Site, p.Floor
		results = append(results,
			result{Name: of("first paint"), Figure: s.FirstPaint / f.FirstPaint, Unit: "of its floor", Site: s.FirstPaint, Against: f.FirstPaint, Of: "ms", AtMost: 1.25},
			result{Name: of("largest paint"), Figure: s.LargestPaint / f.LargestPaint, Unit: "of its floor", Site: s.LargestPaint, Against: f.LargestPaint, Of: "ms", AtMost: 1.35},
			result{Name: of("total blocking time"), Figure: s.Blocked - f.Blocked, Unit: "ms over its floor", Site: s.Blocked, Against: f.Blocked, Of: "ms", AtMost: 50},
			result{Name: of("layout shift"), Figure: s.Shifted, Unit: "", AtMost: 0.001},
			result{Name: of("sent"), Figure: s.Bytes / 1000, Unit: "kB", Site: s.Bytes / 1000, Against: f.Bytes / 1000, Of: "kB"})
	}
	return results, nil
}
