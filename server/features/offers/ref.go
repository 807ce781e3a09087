package offers

import (
	"fmt"
	"regexp"
	"strconv"

	"thriftwell/server/platform/markdown"
)

// ref identifies an offer in a text: /go/carousel/12 is the carousel's offer
// 12.
type ref struct {
	kind string
	id   int64
}

var refForm = regexp.MustCompile(`^` + markdown.OfferPath + `([a-z]+)/([1-9][0-9]{0,17})$`)

func parseRef(address string) (r ref, ok bool) {
	parts := refForm.FindStringSubmatch(address)
	if parts == nil {
		return r, false
	}
	id, err := strconv.ParseInt(parts[2], 10, 64)
	return ref{parts[1], id}, err == nil
}

func (r ref) String() string { return fmt.Sprint(markdown.OfferPath, r.kind, "/", r.id) }
