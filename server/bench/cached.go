package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
)

// guide is the page that is measured: a long one with pictures.
const guide = "/guides/start-an-emergency-fund"

// measureCached compares a cached guide, brotli, 32 connections, with the same
// bytes and headers from a bare Gin handler.
func measureCached(ctx context.Context, b *bench) ([]result, error) {
	site, err := b.startSite(ctx)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	bare, err := b.startBare(ctx, site)
	if err != nil {
		return nil, err
	}
	defer bare.stop()

	ours := load{site.addr, []string{guide}, "Accept-Encoding: br\r\n", 32}
	theirs := load{bare.addr, []string{"/page"}, "Accept-Encoding: br\r\n", 32}
	var ourRates, bareRates, ratio []float64
	for range b.rounds {
		s, err := ours.during(ctx, b.span)
		if err != nil {
			return nil, err
		}
		t, err := theirs.during(ctx, b.span)
		if err != nil {
			return nil, err
		}
		ourRates, bareRates, ratio = append(ourRates, s.rate()), append(bareRates, t.rate()), append(ratio, s.rate()/t.rate())
	}
	return []result{{Name: "cached guide, brotli, 32 connections", Figure: median(ratio), Unit: "of bare Gin", Site: median(ourRates), Against: median(bareRates), Of: "pages/s", AtLeast: 0.9}}, nil
}

// startBare starts the bare handler with what the site answers now.
func (b *bench) startBare(ctx context.Context, site *process) (*process, error) {
	var body []byte
	var header http.Header
	for range 3 { // the second request for brotli has the dense encoding made
		var err error
		if body, header, err = site.get(guide, "Accept-Encoding", "br"); err != nil {
			return nil, err
		}
	}
	if header.Get("Content-Encoding") != "br" {
		return nil, fmt.Errorf("the site sent %q, not brotli", header.Get("Content-Encoding"))
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "body")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		return nil, err
	}
	args := []string{"bare", file}
	for name := range header {
		if name != "Date" && name != "Content-Length" {
			args = append(args, name, header.Get(name))
		}
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p, err := start(ctx, self, args, nil, nil)
	if err != nil {
		return nil, err
	}
	p.dir = dir
	return p, p.await(ctx, "/readyz")
}
