package campaigns

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/weburl"
)

// asJSON returns a value as its column stores it.
func asJSON(value any) (any, string) {
	b, err := json.Marshal(value)
	if err != nil {
		return nil, "We couldn't read this."
	}
	return string(b), ""
}

// picked accepts addresses of articles and guides, whole or only their paths.
func picked(baseURL string) editable.Rule {
	return editable.Rule{Control: "tags", Schema: editable.Schema{Of: []string{}, MaxItems: maxPieces}, Read: func(value json.RawMessage) (any, string) {
		var list []string
		if json.Unmarshal(value, &list) != nil || len(list) > maxPieces {
			return nil, fmt.Sprintf("Choose at most %d articles and guides.", maxPieces)
		}
		kept := []string{}
		for _, address := range list {
			u, err := url.Parse(strings.TrimPrefix(strings.TrimSpace(address), baseURL))
			if err != nil || u.Host != "" || !isPiece(u.Path) {
				return nil, "Use addresses of articles and guides on this site, such as /guides/start-an-emergency-fund."
			}
			if !slices.Contains(kept, u.Path) {
				kept = append(kept, u.Path)
			}
		}
		return asJSON(kept)
	}}
}

func isPiece(path string) bool {
	for _, list := range []string{"/articles/", "/guides/"} {
		if slug, ok := strings.CutPrefix(path, list); ok && weburl.IsSlug(slug) {
			return true
		}
	}
	return false
}

func offers() editable.Rule {
	return editable.Rule{Control: "tags", Schema: editable.Schema{Of: []int64{}, MaxItems: maxOffers}, Read: func(value json.RawMessage) (any, string) {
		var list []httpx.ID
		if json.Unmarshal(value, &list) != nil || len(list) > maxOffers {
			return nil, fmt.Sprintf("Choose at most %d sponsored offers.", maxOffers)
		}
		slices.Sort(list)
		return asJSON(append([]httpx.ID{}, slices.Compact(list)...))
	}}
}

// maxSlug leaves room for a suffix that tells two emails apart.
const maxSlug = 60

// slugOf makes a slug of a subject, of as many words as fit; it may be empty.
func slugOf(subject string) string {
	slug := weburl.Slug(subject)
	if len(slug) <= maxSlug {
		return slug
	}
	if end := strings.LastIndexByte(slug[:maxSlug+1], '-'); end > 0 {
		return slug[:end]
	}
	return slug[:maxSlug]
}
