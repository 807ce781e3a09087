// Package cdn tells a CDN in front of the site which of its copies a write has
// made old. The CDN knows them by the tags of the page cache, which answers carry
// in a header of its choosing.
package cdn

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

// Timeout bounds a call of a CDN.
const Timeout = 10 * time.Second

// maxTags is how many tags a call names at most: Cloudflare takes 100, Fastly 256.
const maxTags = 100

// Network is a CDN that purges by tag.
type Network struct {
	Name      string // as its maker writes it
	TagHeader string // that takes the tags of an answer
	Separator string // between tags there

	endpoint string
	header   http.Header
	body     func(tags []string) any
}

// Fastly returns the network of a service at Fastly
// (https://www.fastly.com/documentation/reference/api/purging/, "Purge multiple
// surrogate key tags").
func Fastly(service, token string) *Network {
	return &Network{
		Name: "Fastly", TagHeader: "Surrogate-Key", Separator: " ",
		endpoint: "https://api.fastly.com/service/" + service + "/purge", header: http.Header{"Fastly-Key": {token}},
		body: func(tags []string) any { return map[string][]string{"surrogate_keys": tags} },
	}
}

// Cloudflare returns the network of a zone at Cloudflare
// (https://developers.cloudflare.com/api/resources/cache/methods/purge/, by tag).
func Cloudflare(zone, token string) *Network {
	return &Network{
		Name: "Cloudflare", TagHeader: "Cache-Tag", Separator: ",",
		endpoint: "https://api.cloudflare.com/client/v4/zones/" + zone + "/purge_cache", header: http.Header{"Authorization": {"Bearer " + token}},
		body: func(tags []string) any { return map[string][]string{"tags": tags} },
	}
}

// purge has all copies removed that carry one of the tags.
func (n *Network) purge(ctx context.Context, client *http.Client, tags []string) error {
	body, err := json.Marshal(n.body(tags))
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, n.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header = n.header.Clone()
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s answered %d", n.Name, res.StatusCode)
	}
	_, err = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<16))
	return err
}

// Purger purges what writes have made old.
type Purger struct {
	Networks Networks
	Client   *http.Client
	Store    Store
}

// settled is how long the instances have to hear of a write before its copies are
// purged: a CDN that asks earlier could get the old page once more.
const settled = time.Second

// Run purges what was written at least settled before. What could not be purged
// is purged by a later run. It is for one instance at a time.
func (p Purger) Run(ctx context.Context) error {
	noted, err := p.Store.due(ctx, settled)
	if err != nil {
		return fmt.Errorf("read CDN tags to purge: %w", err)
	}
	for tags := range slices.Chunk(noted.tags(), maxTags) {
		for _, n := range p.Networks {
			if err := n.purge(ctx, p.Client, tags); err != nil {
				return fmt.Errorf("purge %d tags: %w", len(tags), err)
			}
		}
		if err := p.Store.purged(ctx, noted.with(tags)); err != nil {
			return fmt.Errorf("record purged CDN tags: %w", err)
		}
	}
	return nil
}
