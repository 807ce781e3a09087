package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// lighthouseVersion is installed when it is first needed: with its 114 packages
// it is too much for everybody who starts the site.
const lighthouseVersion = "13.5.0"

// looked are a page of each public kind that search engines may list.
var looked = []string{
	"/", "/articles", "/articles?category=banking", "/articles/own-your-router", "/guides", guide, "/authors/maya-ortega", "/newsletter",
	"/offers", "/hot-offers", "/dailyoffers", "/subscribe", "/contact", "/privacy", "/privacy-choices", "/about", "/how-we-earn",
}

// unlisted are those that search engines may not, of which Lighthouse's SEO says
// nothing useful.
var unlisted = []string{"/search?q=bank", "/content/settlements", "/content/settlements2", "/content/insuranceprotection", "/unsubscribe", "/preferences"}

// measureLighthouse has Lighthouse look over every kind of public page, as on a
// slow phone.
func measureLighthouse(ctx context.Context, b *bench) ([]result, error) {
	if err := b.run(ctx, filepath.Join("scripts", "chromium")); err != nil {
		return nil, err
	}
	folder := filepath.Join(b.root, ".build", "lighthouse-"+lighthouseVersion)
	if _, err := os.Stat(filepath.Join(folder, "node_modules", "lighthouse")); err != nil {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
		if err := b.run(ctx, "npm", "install", "--no-save", "--no-audit", "--no-fund", "--engine-strict=false", "--prefix", folder, "lighthouse@"+lighthouseVersion); err != nil {
			return nil, err
		}
	}
	site, err := b.startSite(ctx)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	_, port, _ := strings.Cut(site.addr, ":")
	args := append([]string{filepath.Join(b.root, "ui", "browser", "lighthouse.ts"), folder, "http://localhost:" + port, fmt.Sprint(b.rounds)}, append(looked, unlisted...)...)
	cmd := exec.CommandContext(ctx, filepath.Join(b.root, "node_modules", ".bin", "node"), args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var pages []struct {
		Path   string
		Scores map[string]float64
		Missed []string
	}
	if err := json.Unmarshal(out, &pages); err != nil {
		return nil, err
	}
	var results []result
	for i, p := range pages {
		categories := []struct {
			name  string
			least float64
		}{{"performance", 99}, {"accessibility", 100}, {"best-practices", 100}, {"seo", 100}}
		if i >= len(looked) {
			categories = categories[:3]
		}
		for _, c := range categories {
			results = append(results, result{Name: "Lighthouse, " + p.Path + ": " + c.name, Figure: p.Scores[c.name], Unit: "of 100", AtLeast: c.least})
		}
		if len(p.Missed) > 0 {
			fmt.Fprintf(os.Stderr, "%s: %s\n", p.Path, strings.Join(p.Missed, ", "))
		}
	}
	return results, nil
}

// run runs a program of the checkout, or of the machine; what it prints is shown.
func (b *bench) run(ctx context.Context, program string, args ...string) error {
	if strings.Contains(program, string(filepath.Separator)) {
		program = filepath.Join(b.root, program)
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}
