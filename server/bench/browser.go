package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// measureBrowser opens pages on a slow phone in Chromium, each compared with
// its floor: the same HTML and pictures without scripts and fonts.
func measureBrowser(ctx context.Context, b *bench, site *process) error {
	for _, page := range []string{guide, "/articles", "/", "/offers"} {
		cmd := exec.CommandContext(ctx, filepath.Join(b.root, "node_modules", ".bin", "node"),
			filepath.Join(b.root, "ui", "browser", "paint.ts"), "http://"+site.addr, fmt.Sprint(b.rounds), page)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return err
		}
		// Medians of each side: times in milliseconds, and the bytes of scripts requested before the first
		// paint.
		type paints struct{ FirstPaint, LargestPaint, Blocked, Shifted, Early float64 }
		var measured []struct{ Site, Floor paints }
		if err := json.Unmarshal(out, &measured); err != nil {
			return err
		}
		s, f := measured[0].Site, measured[0].Floor
		b.add(
			row{Name: page + ": first paint", Figure: s.FirstPaint / f.FirstPaint, Unit: "of its floor", Site: s.FirstPaint, Against: f.FirstPaint, Of: "ms", AtMost: 1.25},
			row{Name: page + ": largest paint", Figure: s.LargestPaint / f.LargestPaint, Unit: "of its floor", Site: s.LargestPaint, Against: f.LargestPaint, Of: "ms", AtMost: 1.35},
			row{Name: page + ": total blocking time", Figure: s.Blocked - f.Blocked, Unit: "ms over its floor", Site: s.Blocked, Against: f.Blocked, Of: "ms", AtMost: 50},
			row{Name: page + ": layout shift", Figure: s.Shifted, AtMost: 0.001},
			row{Name: page + ": scripts before the first paint, but for the one that starts them later", Figure: s.Early, Unit: "bytes", AtMost: 1},
		)
	}
	return nil
}
