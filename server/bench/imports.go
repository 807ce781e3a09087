package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Size of an import, rate of the requests for cached and new pages meanwhile,
// and their connections.
const (
	importedLines  = 20_000
	importedPieces = 500
	cachedBeside   = 200
	newBeside      = 40
	besideAtOnce   = 32
)

// imported is a file to import, different in each round.
type imported struct {
	what, file string
	content    func(round int) ([]byte, error)
}

// measureImports compares the p99 latency of pages during an import with that
// without.
func measureImports(ctx context.Context, b *bench, site *process) error {
	token, err := site.adminToken(ctx)
	if err != nil {
		return err
	}
	visit := visitors{
		{"a cached page", attack{besideAtOnce, cachedBeside, paths(site.addr, "br", guide)}},
		{"a new page", attack{besideAtOnce, newBeside, uncached(site.addr)}},
	}
	if err := visit.add(ctx, 5*b.span, &[2][]float64{}); err != nil { // loads and compiles what exists
		return err
	}
	for _, file := range []imported{{"subscribers", "subscribers.csv", subscribersFile}, {"magazine", "pieces.zip", piecesFile}} {
		var without, with [2][]float64
		for round := range b.rounds {
			content, err := file.content(round)
			if err != nil {
				return err
			}
			for range 3 {
				if err := visit.add(ctx, b.span, &without); err != nil {
					return err
				}
			}
			if err := site.importFile(ctx, token, file, content, func() error { return visit.add(ctx, b.span, &with) }); err != nil {
				return err
			}
		}
		for i, page := range visit {
			alone, beside := median(without[i]), median(with[i])
			b.add(row{Name: fmt.Sprintf("p99 of %s during an import of %s", page.name, file.file), Figure: beside / alone, Unit: "of without", Site: beside, Against: alone, Of: "ms", AtMost: 1.5})
		}
	}
	return nil
}

// visitors request cached and new pages concurrently.
type visitors [2]struct {
	name string
	attack
}

// add measures the p99 latency of each.
func (v visitors) add(ctx context.Context, span time.Duration, p99 *[2][]float64) error {
	failed := make(chan error)
	for i, each := range v {
		go func() {
			o, err := each.during(ctx, span)
			if err == nil {
				_, err = o.only(http.StatusOK)
			}
			p99[i] = append(p99[i], o.p99(http.StatusOK))
			failed <- err
		}()
	}
	return errors.Join(<-failed, <-failed)
}

// importFile checks and imports a file, and repeatedly calls beside meanwhile.
func (p *process) importFile(ctx context.Context, token string, file imported, content []byte, beside func() error) error {
	var i struct {
		ID            int64
		State, Reason string
		Done          int
		Counts        struct{ New int }
	}
	call := func(method, path string, body []byte) error {
		answer, err := p.call(ctx, method, "/api/admin/imports"+path, token, body)
		if err != nil {
			return err
		}
		return json.Unmarshal(answer, &i)
	}
	if err := call(http.MethodPost, "?what="+file.what+"&name="+file.file, content); err != nil {
		return err
	}
	path, visited := fmt.Sprint("/", i.ID), 0
	until := func(state string) error {
		for i.State != state && i.State != "failed" {
			if i.Done > 0 {
				if err := beside(); err != nil {
					return err
				}
				visited++
			}
			time.Sleep(20 * time.Millisecond)
			if err := call(http.MethodGet, path, nil); err != nil {
				return err
			}
		}
		return nil
	}
	if err := until("checked"); err != nil {
		return err
	}
	if err := call(http.MethodPost, path+"/start", []byte(`{"partial":false}`)); err != nil {
		return err
	}
	if err := until("done"); err != nil {
		return err
	}
	if i.State != "done" || i.Counts.New == 0 || visited == 0 {
		return fmt.Errorf("%s is %s with %d new, pages were asked for %d times; %s", file.file, i.State, i.Counts.New, visited, i.Reason)
	}
	return nil
}

func subscribersFile(round int) ([]byte, error) {
	var file bytes.Buffer
	fmt.Fprintln(&file, "email,emailConsent,consentAt")
	for n := range importedLines {
		fmt.Fprintf(&file, "reader%d-%d@example.com,yes,2026-01-02T03:04:05Z\n", round, n)
	}
	return file.Bytes(), nil
}

func piecesFile(round int) ([]byte, error) {
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for n := range importedPieces {
		w, err := z.Create(fmt.Sprintf("articles/piece-%d-%d.md", round, n))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(w, "---\ntitle: Piece %d of %d\nexcerpt: What it is about.\ncategory: banking\npublished: 2026-01-02\n---\n\n", n, round)
		fmt.Fprint(w, strings.Repeat("A bill that is lower from now on saves every month.\n\n", 40))
	}
	err := z.Close()
	return file.Bytes(), err
}
