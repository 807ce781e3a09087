package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// uncachedConnections keeps the renderers busy. It divides the number of
// guides, so that no two connections request the same page, which would be one
// render.
const uncachedConnections = 4

// measureUncached compares uncached guides, made by Go, renderers and Postgres
// together, with the same React tree in a bare Node loop. A dynamic page of
// Next.js was measured at 190 pages per CPU-second where the loop makes 820.
// The limit is 1.25 times that.
func measureUncached(ctx context.Context, b *bench, site *process) error {
	guides, err := site.guides()
	if err != nil {
		return err
	}
	pages := attack{uncachedConnections, 0, paths(site.addr, "identity", guides...)}
	if _, err := pages.during(ctx, 8*b.span); err != nil { // until the code is compiled
		return err
	}
	ours, loops, ratio, err := b.compare(0, func() (float64, error) {
		return b.rate(ctx, pages, 200, site.pids()...)
	}, func() (float64, error) {
		return b.bareRenders(ctx, site, guides)
	})
	if err != nil {
		return err
	}
	b.add(row{Name: "uncached guide: Go, renderers and Postgres", Figure: ratio, Unit: "of a bare loop", Site: ours, Against: loops, Of: "pages/CPU-s", AtLeast: 0.29})
	return nil
}

// guides returns the paths of all guides.
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

// bareRenders returns the pages per CPU-second of the loop in ssr/bench.tsx.
func (b *bench) bareRenders(ctx context.Context, site *process, guides []string) (float64, error) {
	args := append([]string{filepath.Join(b.root, "dist", "ssr", "bench.js"), "http://" + site.addr, fmt.Sprint(b.span.Seconds())}, guides...)
	config, err := site.rendererConfig()
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(b.root, "node_modules", ".bin", "node"), args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "NODE_ENV=production", "SITE_CONFIG=" + config}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, err
	}
	var got struct{ Pages, CPUSeconds float64 }
	err = json.Unmarshal(out, &got)
	return got.Pages / got.CPUSeconds, err
}

// rendererConfig returns the SITE_CONFIG of the site's renderers.
func (p *process) rendererConfig() (string, error) {
	for _, pid := range p.workers() {
		raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if m := regexp.MustCompile(`(?:^|\x00)SITE_CONFIG=([^\x00]*)`).FindSubmatch(raw); m != nil {
			return string(m[1]), nil
		}
	}
	return "", errors.New("no renderer runs")
}
