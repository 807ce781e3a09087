package main

import (
	"bytes"
	"context"
	"regexp"

	"github.com/andybalholm/brotli"
)

// measureBytes measures the scripts of an article page in the densest brotli.
func measureBytes(ctx context.Context, b *bench, site *process) error {
	raw, _, err := site.get(guide)
	if err != nil {
		return err
	}
	size, err := site.scripts(regexp.MustCompile(`/assets/[^" ]+\.js`).FindAllString(string(raw), -1))
	if err != nil {
		return err
	}
	b.add(row{Name: "JavaScript of a guide", Figure: float64(size) / 1000, Unit: "kB br", AtMost: 116})
	return nil
}

// scripts returns the size of modules and everything they import statically,
// each once.
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

// dense returns the size of b in the densest brotli.
func dense(b []byte) int {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Len()
}
