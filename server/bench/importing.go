package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

// What comes in beside the pages, in a round, and how many turns without are
// before it.
const (
	linesBeside  = 20_000
	piecesBeside = 500
	turnsAlone   = 5
)

// How many pages are asked for a second while something comes in, of those in
// memory and of new ones, and over how many connections each.
const (
	cachedBeside      = 200
	newBeside         = 40
	connectionsBeside = 32
)

// incoming is something to bring in.
type incoming struct {
	what, file string
	content    func(round int) ([]byte, error)
}

// measureImports compares the p99 of pages while something comes in with that
// without: of each turn, the median of all.
func measureImports(ctx context.Context, b *bench) (all []result, err error) {
	site, err := b.startSite(ctx)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	token, err := site.adminToken(ctx)
	if err != nil {
		return nil, err
	}
	pages := beside{
		{site: site, page: func(int) string { return guide }},
		{site: site, page: anew},
	}
	if _, err := pages.during(ctx, 5*b.span); err != nil { // loads and compiles what there is
		return nil, err
	}
	for _, in := range []incoming{{"subscribers", "subscribers.csv", peopleOf}, {"magazine", "pieces.zip", piecesOf}} {
		var without, with turns
		for round := range b.rounds {
			content, err := in.content(round)
			if err != nil {
				return nil, err
			}
			for range turnsAlone {
				if err := without.add(pages.during(ctx, b.span)); err != nil {
					return nil, err
				}
			}
			if err := site.bringIn(ctx, token, in, content, func() error { return with.add(pages.during(ctx, b.span)) }); err != nil {
				return nil, err
			}
		}
		for i, kind := range []string{"cached", "new"} {
			alone, coming := median(without[i]), median(with[i])
			fmt.Fprintf(os.Stderr, "p99 of %s pages in ms, alone %.1f, while %s come in %.1f\n", kind, without[i], in.file, with[i])
			all = append(all, result{Name: fmt.Sprintf("p99 of a %s page while %s come in", kind, in.file), Figure: coming / alone, Unit: "of without", Site: coming, Against: alone, Of: "ms", AtMost: 1.5})
		}
	}
	return all, nil
}

// turns are the p99 of each turn, of pages in memory and of new ones.
type turns [2][]float64

func (t *turns) add(turn [2]crowd, err error) error {
	for i, c := range turn {
		t[i] = append(t[i], p99(c.pages))
	}
	return err
}

// beside asks for pages in memory, and for new ones.
type beside [2]*flood

func (two beside) during(ctx context.Context, span time.Duration) (out [2]crowd, err error) {
	failed := make(chan error)
	for i, rate := range []float64{cachedBeside, newBeside} {
		go func() {
			var err error
			if out[i], err = two[i].during(ctx, span, connectionsBeside, rate); err == nil && len(out[i].refusals)+len(out[i].others) > 0 {
				err = fmt.Errorf("not every page came: %s", out[i])
			}
			failed <- err
		}()
	}
	for range two {
		if e := <-failed; e != nil {
			err = e
		}
	}
	return out, err
}

// bringIn tries a file and lets it come in, and calls beside over and over while
// each is under way.
func (p *process) bringIn(ctx context.Context, token string, in incoming, content []byte, beside func() error) error {
	var i struct {
		ID            int64
		State, Reason string
		Done          int
		Counts        struct{ New int }
	}
	if err := p.call(http.MethodPost, "/api/admin/imports?what="+in.what+"&name="+in.file, token, "application/octet-stream", bytes.NewReader(content), &i); err != nil {
		return err
	}
	path, asked := fmt.Sprint("/api/admin/imports/", i.ID), 0
	until := func(state string) error {
		for i.State != state && i.State != "failed" && ctx.Err() == nil {
			if i.Done > 0 {
				if err := beside(); err != nil {
					return err
				}
				asked++
			}
			time.Sleep(20 * time.Millisecond)
			text, _, err := p.get(path, "Authorization", "Bearer "+token)
			if err == nil {
				err = json.Unmarshal(text, &i)
			}
			if err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	if err := until("checked"); err != nil {
		return err
	}
	if err := p.call(http.MethodPost, path+"/start", token, "application/json", strings.NewReader(`{"partial":false}`), &i); err != nil {
		return err
	}
	if err := until("done"); err != nil {
		return err
	}
	if i.State != "done" || i.Counts.New == 0 || asked == 0 {
		return fmt.Errorf("%s is %s, %d came in, pages were asked for %d times; %s", in.file, i.State, i.Counts.New, asked, i.Reason)
	}
	return nil
}

// peopleOf is a list of subscribers, others in each round.
func peopleOf(round int) ([]byte, error) {
	var file bytes.Buffer
	fmt.Fprintln(&file, "email,emailConsent,consentAt")
	for n := range linesBeside {
		fmt.Fprintf(&file, "reader%d-%d@example.com,yes,2026-01-02T03:04:05Z\n", round, n)
	}
	return file.Bytes(), nil
}

// piecesOf is a zip of articles, others in each round.
func piecesOf(round int) ([]byte, error) {
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for n := range piecesBeside {
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
