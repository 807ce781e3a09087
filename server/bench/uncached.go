package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// uncachedConnections keeps the renderers busy. It divides the number of
// guides, so that no two connections ask for one page, which would be one
// render.
const uncachedConnections = 4

// warmPages is how many pages a side renders before it is measured, so that
// its code is compiled; ssr/bench.ts does as many.
const warmPages = 2000

// measureUncached compares guides that are rendered anew each time with the
// same React tree in a bare Node loop, in pages per CPU-second: of the
// renderers alone, and of Go, renderers and Postgres together.
func measureUncached(ctx context.Context, b *bench) ([]result, error) {
	site, err := b.startSite(ctx, "PAGE_CACHE_MB=0")
	if err != nil {
		return nil, err
	}
	defer site.stop()
	paths, err := site.guides()
	if err != nil {
		return nil, err
	}
	pages := load{site.addr, paths, "Accept-Encoding: identity\r\n", uncachedConnections}
	if _, err := pages.until(ctx, warmPages*len(site.workers())); err != nil {
		return nil, err
	}
	var renderers, all, bare, rendererRatio, allRatio []float64
	for range b.rounds {
		workers := site.workers()
		everything := append(descendants(site.cmd.Process.Pid), site.cmd.Process.Pid)
		workersBefore, allBefore := cpuSeconds(workers...), cpuSeconds(everything...)
		got, err := pages.during(ctx, b.span)
		if err != nil {
			return nil, err
		}
		if got.statuses[200] != got.answers {
			return nil, fmt.Errorf("not every page came: %v", got.statuses)
		}
		r := float64(got.answers) / (cpuSeconds(workers...) - workersBefore)
		a := float64(got.answers) / (cpuSeconds(everything...) - allBefore)
		limit, err := b.bareRenders(ctx, site, paths)
		if err != nil {
			return nil, err
		}
		renderers, all, bare = append(renderers, r), append(all, a), append(bare, limit)
		rendererRatio, allRatio = append(rendererRatio, r/limit), append(allRatio, a/limit)
	}
	return []result{
		{Name: "uncached guide, renderer alone", Figure: median(rendererRatio), Unit: "of a bare loop", Site: median(renderers), Against: median(bare), Of: "pages/CPU-s", AtLeast: 0.7},
		{Name: "uncached guide, Go, renderer and Postgres", Figure: median(allRatio), Unit: "of a bare loop", Site: median(all), Against: median(bare), Of: "pages/CPU-s", AtLeast: 0.7},
	}, nil
}

// guides are the paths of all guides.
func (p *process) guides() ([]string, error) {
	body, _, err := p.get("/api/listicles")
	if err != nil {
		return nil, err
	}
	var list []struct{ Slug string }
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	var paths []string
	for _, g := range list {
		paths = append(paths, "/guides/"+g.Slug)
	}
	return paths[:len(paths)/uncachedConnections*uncachedConnections], nil
}

// bareRenders returns the pages per CPU-second of the bare loop.
func (b *bench) bareRenders(ctx context.Context, site *process, paths []string) (float64, error) {
	args := append([]string{filepath.Join(b.root, "dist", "ssr", "bench.js"), "http://" + site.addr, fmt.Sprint(b.span.Seconds())}, paths...)
	cmd := exec.CommandContext(ctx, filepath.Join(b.root, "node_modules", ".bin", "node"), args...)
	config, err := site.config()
	if err != nil {
		return 0, err
	}
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "NODE_ENV=production", "SITE_CONFIG=" + config}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, err
	}
	var got struct{ Pages, CPUSeconds float64 }
	if err := json.Unmarshal(out, &got); err != nil {
		return 0, err
	}
	return got.Pages / got.CPUSeconds, nil
}

// config is the SITE_CONFIG that the site's own renderers were given.
func (p *process) config() (string, error) {
	for _, pid := range p.workers() {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			return "", err
		}
		for _, variable := range bytes.Split(raw, []byte{0}) {
			if value, ok := strings.CutPrefix(string(variable), "SITE_CONFIG="); ok {
				return value, nil
			}
		}
	}
	return "", fmt.Errorf("no renderer runs")
}
