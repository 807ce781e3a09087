package offer

import (
	"slices"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/tracking"
)

// Counter counts what visitors do with the offers of a kind.
type Counter struct {
	*tracking.Counter
	Kind     Kind
	Index    func() Index
	Currency string // that clicks earn in
}

// Click counts a click on an offer and responds with the receipt. The content
// page is 0 for other kinds. unknown is the error for an offer that doesn't count.
func (e Counter) Click(c *gin.Context, page int64, id httpx.ID, sent tracking.Sent, unknown error) error {
	pays, counts := e.Index().Pays(page, int64(id))
	if !counts {
		return unknown
	}
	return e.Answer(c, page, sent, pays.Hit(e.Kind.Subject, int64(id), tracking.Click, e.Currency))
}

// Seen returns the views of the offers with the given IDs, each once.
func (e Counter) Seen(page int64, ids []httpx.ID, unknown error) (hits []tracking.Hit, err error) {
	for _, id := range ids {
		if _, counts := e.Index().Pays(page, int64(id)); !counts {
			return nil, unknown
		}
		if hit := e.view(int64(id)); !slices.Contains(hits, hit) {
			hits = append(hits, hit)
		}
	}
	return hits, nil
}

// AllSeen returns the views of the offers shown on a content page, or in the
// list of another kind (0).
func (e Counter) AllSeen(page int64) (hits []tracking.Hit) {
	for _, id := range e.Index().Shown(page) {
		hits = append(hits, e.view(id))
	}
	return hits
}

func (e Counter) view(id int64) tracking.Hit {
	return tracking.Hit{Subject: e.Kind.Subject, ID: id, Action: tracking.View}
}
