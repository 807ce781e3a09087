package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"

	"github.com/andybalholm/brotli"
)

// measureBytes weighs a guide page: its scripts, its HTML and its stylesheet. kB
// are 1,000 bytes, brotli at its densest.
func measureBytes(ctx context.Context, b *bench) ([]result, error) {
	site, err := b.startSite(ctx)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	page, _, err := site.get(guide)
	if err != nil {
		return nil, err
	}
	scripts, err := site.scripts(regexp.MustCompile(`/assets/[^" ]+\.js`).FindAllString(string(page), -1))
	if err != nil {
		return nil, err
	}
	atFirst := regexp.MustCompile(`(?: src| data-views| data-early)="([^"]*\.js)"`)
	var first []string
	for _, m := range atFirst.FindAllStringSubmatch(string(page), -1) {
		first = append(first, strings.Fields(m[1])...)
	}
	early, err := site.scripts(first)
	if err != nil {
		return nil, err
	}
	css, _, err := site.get(string(regexp.MustCompile(`/assets/[^" ]+\.css`).Find(page)))
	if err != nil {
		return nil, err
	}
	return []result{
		{Name: "JavaScript of a guide page", Figure: float64(scripts) / 1000, Unit: "kB", AtMost: 116},
		{Name: "JavaScript of a guide page before anybody acts", Figure: float64(early) / 1000, Unit: "kB", AtMost: 75},
		{Name: "HTML of a guide page", Figure: float64(dense(page)) / 1000, Unit: "kB", AtMost: 14},
		{Name: "CSS", Figure: float64(dense(css)) / 1000, Unit: "kB", AtMost: 14},
	}, nil
}

// scripts weighs modules and all that they import statically, each once.
func (p *process) scripts(paths []string) (size int, err error) {
	imported := regexp.MustCompile(`(?:\bfrom|\bimport)"\./([^"]+\.js)"`)
	seen := map[string]bool{}
	for len(paths) > 0 {
		path := paths[0]
		paths = paths[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		code, _, err := p.get(path)
		if err != nil {
			return 0, err
		}
		size += dense(code)
		for _, m := range imported.FindAllStringSubmatch(string(code), -1) {
			paths = append(paths, "/assets/"+m[1])
		}
	}
	return size, nil
}

// dense is the size of b in brotli at its densest.
func dense(b []byte) int {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Len()
}
