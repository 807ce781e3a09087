// Package cdn purges copies in a CDN in front of the site that a write has made
// outdated. The CDN knows them by the tags of the page cache, which answers
// carry in the CDN's own header.
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

// Timeout bounds a call to a CDN.
const Timeout = 10 * time.Second

// maxTags is how many tags a call may have: Cloudflare allows 100, Fastly 256.
const maxTags = 100

// Network is a CDN that purges by tag.
type Network struct {
	Name      string // the CDN's own spelling
	TagHeader string // header for the tags of an answer
	Separator string // between tags in the header

	endpoint string
	header   http.Header
	body     func(tags []string) any
}

// Fastly returns the network for a Fastly service
// (https://www.fastly.com/documentation/reference/api/purging/, "Purge multiple
// surrogate key tags").
func Fastly(service, token string) *Network {
	return &Network{
		Name: "Fastly", TagHeader: "Surrogate-Key", Separator: " ",
		endpoint: "https://api.fastly.com/service/" + service + "/purge", header: http.Header{"Fastly-Key": {token}},
		body: func(tags []string) any { return map[string][]string{"surrogate_keys": tags} },
	}
}

// Cloudflare returns the network for a Cloudflare zone
// (https://developers.cloudflare.com/api/resources/cache/methods/purge/, by
// tag).
func Cloudflare(zone, token string) *Network {
	return &Network{
		Name: "Cloudflare", TagHeader: "Cache-Tag", Separator: ",",
		endpoint: "https://api.cloudflare.com/client/v4/zones/" + zone + "/purge_cache", header: http.Header{"Authorization": {"Bearer " + token}},
		body: func(tags []string) any { return map[string][]string{"tags": tags} },
	}
}

// purge removes all copies that have one of the tags.
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

// Purger purges what writes have made outdated.
type Purger struct {
	Networks Networks
	Client   *http.Client
	Store    Store
}

// settled is how long to wait before purging, until all instances know of a
// write. A CDN that fetched a page earlier could get the old one again.
const settled = time.Second

// Run purges what was written at least settled ago. What can't be purged is
// left for a later run. Only one instance may run it at a time.
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
