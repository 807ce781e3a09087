package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"thriftwell/server/platform/fairqueue"
	"thriftwell/server/platform/renderer"
)

// render has a renderer make a page.
func (p *Pages) render(ctx context.Context, network, target string, renews bool) (Page, error) {
	if !renews {
		queue := p.First
		if isSearch(target) {
			queue = p.Searches
		}
		leave, err := queue.Enter(ctx, network, p.opt.Wait)
		if err != nil {
			return Page{}, err
		}
		defer leave()
	}
	made, err := p.opt.Render(ctx, target)
	if errors.Is(err, renderer.ErrBusy) {
		err = fmt.Errorf("%w: %w", fairqueue.ErrFull, err)
	}
	if err != nil {
		return Page{}, err
	}
	page := Page{
		Status: made.Status, Header: made.Header, Body: made.Body,
		Tags: tagsOf(made.Header), Failure: made.Header.Get("X-Render-Error"),
	}
	page.Header.Del("Cache-Tag")
	page.Header.Del("X-Render-Error")
	if page.Status == http.StatusServiceUnavailable {
		page.Header.Set("Retry-After", strconv.Itoa(int(retryPage.Seconds())))
	}
	return page, nil
}

// tagsOf returns the tags in an answer's header.
func tagsOf(h http.Header) []string {
	return strings.FieldsFunc(h.Get("Cache-Tag"), func(r rune) bool { return r == ',' || r == ' ' })
}
