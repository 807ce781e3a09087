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
// its code is compiled; ssr/bench.tsx does as many.
const warmPages = 2000

// measureUncached compares guides that are rendered anew each time with the same
// React tree in bare Node loops, in pages per CPU-second: of the renderers alone,
// and of Go, renderers and Postgres together. The loop that does what the renderer
// does is the yardstick; beside React and react-router alone it shows how far a
// page is from what they cost without us, whatever we save in both.
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
	rate := map[string][]float64{}
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
		rate["renderers"] = append(rate["renderers"], float64(got.answers)/(cpuSeconds(workers...)-workersBefore))
		rate["all"] = append(rate["all"], float64(got.answers)/(cpuSeconds(everything...)-allBefore))
		for _, loop := range []string{"plain", "same"} {
			limit, err := b.bareRenders(ctx, loop, site, paths)
			if err != nil {
				return nil, err
			}
			rate[loop] = append(rate[loop], limit)
		}
	}
	line := func(name, of, against, unit string, atLeast float64) result {
		ratios := make([]float64, b.rounds)
		for i := range ratios {
			ratios[i] = rate[of][i] / rate[against][i]
		}
		return result{Name: "uncached guide, " + name, Figure: median(ratios), Unit: unit, Site: median(rate[of]), Against: median(rate[against]), Of: "pages/CPU-s", AtLeast: atLeast}
	}
	return []result{
		line("renderer alone", "renderers", "same", "of a bare loop", 0.7),
		line("Go, renderer and Postgres", "all", "same", "of a bare loop", 0.7),
		line("renderer alone, beside React and react-router", "renderers", "plain", "of them alone", 0),
		line("Go, renderer and Postgres, beside those", "all", "plain", "of them alone", 0),
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

// bareRenders returns the pages per CPU-second of a loop of ssr/bench.tsx.
func (b *bench) bareRenders(ctx context.Context, loop string, site *process, paths []string) (float64, error) {
	args := append([]string{filepath.Join(b.root, "dist", "ssr", "bench.js"), loop, "http://" + site.addr, fmt.Sprint(b.span.Seconds())}, paths...)
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
