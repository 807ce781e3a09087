package reports

import (
	"context"
	"strconv"
	"strings"
)

// named is what an internal key stands for.
type named struct{ Ref, Key, Label string }

// refs selects the site's pages, offers, advertisers and links, including
// deleted ones, by internal key.
const refs = `
	SELECT 'path:' || id AS ref, path AS key, path AS label FROM paths
	UNION ALL SELECT 'page:' || id, '/content/' || slug, title FROM content_pages
	UNION ALL SELECT 'article:' || id, '/articles/' || slug, title FROM articles
	UNION ALL SELECT 'guide:' || id, '/guides/' || slug, title FROM guides
	UNION ALL SELECT 'author:' || id, '/authors/' || slug, name FROM authors
	UNION ALL SELECT 'newsletter:' || id, '/newsletter/' || slug, subject FROM letters
	UNION ALL SELECT subject || ':' || id, kind || ':' || id, title FROM placed_offers
	UNION ALL SELECT g.subject || ':' || g.id, g.subject || ':' || g.id, o.title FROM gone_offers g JOIN offers o ON o.id = g.offer_id
	UNION ALL SELECT 'advertiser:' || id, id::text, name FROM advertisers
	UNION ALL SELECT 'link:' || id, code, name FROM links`

// name sets the public keys and labels of rows.
func (s *Store) name(ctx context.Context, by dimension, rows []Row) error {
	for i := range rows {
		rows[i].ref, rows[i].Label = rows[i].Key, rows[i].Key
	}
	if !by.named() {
		return nil
	}
	keys := make([]string, len(rows))
	for i, r := range rows {
		keys[i] = r.Key
	}
	// Pass the keys as one array: planning a list of a thousand takes longer
	// than looking them up.
	var found []named
	err := s.db.WithContext(ctx).Raw("SELECT * FROM ("+refs+") refs WHERE ref IN (SELECT unnest(string_to_array(?, ' ')))", strings.Join(keys, " ")).Scan(&found).Error
	names := map[string]named{}
	for _, n := range found {
		names[n.Ref] = n
	}
	for i := range rows {
		n, known := names[rows[i].Key]
		if !known {
			n = named{Ref: rows[i].Key, Key: rows[i].Key, Label: rows[i].Key}
		}
		rows[i].Key, rows[i].Label = n.Key, n.Label
		if _, id, _ := strings.Cut(n.Ref, ":"); by == byOffer || by == byLink {
			rows[i].ID, _ = strconv.ParseInt(id, 10, 64)
		}
		if by == byOffer {
			rows[i].Kind, _, _ = strings.Cut(n.Key, ":")
		}
	}
	return err
}

// refs returns the internal keys of a sheet's rows.
func (s Sheet) refs() map[string]bool {
	refs := map[string]bool{}
	for _, r := range s.Rows {
		refs[r.ref] = true
	}
	return refs
}

// subjects returns the prefixes of a dimension's internal keys.
func (d dimension) subjects() []string {
	return map[dimension][]string{
		byPage:       {"path", "page", "article", "guide", "author", "newsletter"},
		byPiece:      {"article", "guide"},
		byOffer:      {"offer", "content_offer", "daily_offer", "static_offer"},
		byAdvertiser: {"advertiser"},
		byLink:       {"link"},
	}[d]
}

// refs returns the internal keys of a dimension's values. If two pieces have
// had the same slug, the current one counts.
func (s *Store) refs(ctx context.Context, by dimension, keys []string) (found []named, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT DISTINCT ON (key) * FROM ("+refs+`) refs WHERE key IN ? AND split_part(ref, ':', 1) IN ?
		ORDER BY key, split_part(ref, ':', 2)::bigint DESC`, keys, by.subjects()).Scan(&found).Error
	return found, err
}
