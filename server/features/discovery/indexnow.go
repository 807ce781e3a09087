package discovery

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// IndexNowEndpoint accepts announcements of changes and shares them with all
// search engines that take part in IndexNow (https://www.indexnow.org).
const IndexNowEndpoint = "https://api.indexnow.org/indexnow"

// maxAnnounced is the maximum number of URLs in one request.
const maxAnnounced = 10_000

// IndexNow tells search engines which pages have changed.
type IndexNow struct {
	Store    *Store
	Client   *http.Client
	Endpoint string
	BaseURL  string
	Key      string
}

// changedPage is a page to announce to search engines.
type changedPage struct {
	Path      string
	ChangedAt time.Time
}

// Run announces all changes since the last run in one request. If that fails,
// the next run tries again.
func (n IndexNow) Run(ctx context.Context) error {
	pages, err := n.Store.changedPages(ctx, maxAnnounced)
	if err != nil || len(pages) == 0 {
		return err
	}
	status, err := n.tell(ctx, pages)
	if err != nil {
		return fmt.Errorf("tell search engines of %d pages: %w", len(pages), err)
	}
	// These two statuses reject the URLs. Other failures, such as an invalid
	// key, can be fixed, so those are retried.
	told := status < http.StatusMultipleChoices || status == http.StatusBadRequest || status == http.StatusUnprocessableEntity
	if told {
		err = n.Store.announced(ctx, pages)
	}
	if err == nil && status >= http.StatusBadRequest {
		err = fmt.Errorf("IndexNow answered %d for %d pages", status, len(pages))
	}
	return err
}

// tell posts URLs to IndexNow and returns the status of the response.
func (n IndexNow) tell(ctx context.Context, pages []changedPage) (status int, err error) {
	base, err := url.Parse(n.BaseURL)
	if err != nil {
		return 0, err
	}
	addresses := make([]string, len(pages))
	for i, p := range pages {
		addresses[i] = n.BaseURL + p.Path
	}
	body, err := json.Marshal(map[string]any{
		"host": base.Host, "key": n.Key, "keyLocation": n.BaseURL + "/" + n.Key + ".txt", "urlList": addresses,
	})
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, n.Endpoint, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	res, err := n.Client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<16))
	return res.StatusCode, err
}
