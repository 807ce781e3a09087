package search

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"thriftwell/server/platform/picture"
)

// Store searches in Postgres.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// Limits that keep searches for common words fast. Only the newest matches
// count.
const (
	newest = 2000 // newest documents whose titles and summaries are ranked
	offers = 20   // offers in the results
	most   = PerPage * MaxPages
)

// place is where a match was found.
type place struct {
	Kind    string
	PieceID int64
	Step    int
	Name    string // name of a calculator
}

// Options for highlighting a whole line, and part of a long text.
const (
	line = `'HighlightAll=true, StartSel="' || chr(2) || '", StopSel="' || chr(3) || '"'`
	part = `'MaxWords=28, MinWords=16, StartSel="' || chr(2) || '", StopSel="' || chr(3) || '"'`
)

// bodyText is the SQL expression for the text of a body, still escaped. Inline
// elements are removed; others become a space.
const bodyText = `regexp_replace(regexp_replace(coalesce(i.content_html, a.body_html, g.introduction_html || ' ' || g.conclusion_html),
	'</{0,1}(a|b|code|em|i|span|strong)(\s[^>]*){0,1}>', '', 'g'), '<[^>]*>', ' ', 'g')`

// texts returns the SQL query for what is shown of pieces. It reads the body
// only if nothing else matches, including how the body begins and ends.
func (l lookup) texts() string {
	return `
	SELECT d.kind, d.piece_id, d.step, coalesce(a.slug, g.slug) AS slug, coalesce(a.category, g.category) AS category,
		ts_headline('english', coalesce(i.title, a.title, g.title), ` + l.all + `, ` + line + `) AS title,
		CASE WHEN d.step > 0 THEN g.title ELSE '' END AS guide,
		coalesce(i.image_url, a.image_url, g.image_url) AS image_url, picture_of(coalesce(i.image_url, a.image_url, g.image_url)) AS picture,
		CASE WHEN d.step = 0 THEN ts_headline('english', coalesce(a.excerpt, g.subtitle), ` + l.all + `, ` + line + `) ELSE '' END AS summary,
		CASE WHEN position(chr(2) IN shown.text) > 0 THEN shown.text ELSE coalesce(substring(body.text FROM @nearby), shown.text) END AS text,
		left(body.text, 500) AS begins, right(body.text, 500) AS ends
	FROM search_documents d
	LEFT JOIN articles a ON d.kind = 'article' AND a.id = d.piece_id
	LEFT JOIN guides g ON d.kind = 'guide' AND g.id = d.piece_id
	LEFT JOIN guide_items i ON d.step > 0 AND i.guide_id = g.id AND i.position = d.step
	LEFT JOIN LATERAL (SELECT ` + bodyText + ` AS text
		WHERE d.step > 0 OR NOT d.head @@ ` + l.all + ` OFFSET 0) body ON true -- worked out once for each
	LEFT JOIN LATERAL (SELECT ts_headline('english', body.text, ` + l.all + `, ` + part + `) AS text OFFSET 0) shown ON true
	WHERE (d.kind, d.piece_id, d.step) IN @places AND (d.step = 0 OR i.id IS NOT NULL)`
}

// extras returns the SQL query for what is shown of calculators and offers.
func (l lookup) extras() string {
	return `
	SELECT kind, id AS piece_id, name, slug, category, guide, step, image_url, picture_of(image_url) AS picture,
		ts_headline('english', title, ` + l.all + `, ` + line + `) AS title, ts_headline('english', summary, ` + l.all + `, ` + line + `) AS summary
	FROM (
		SELECT kind, id, slug AS name, slug, category, list AS guide, 0 AS step, image_url, title, summary FROM search_tools
			WHERE (kind, id, slug) IN @places
		UNION ALL
		SELECT kind, id, '', slug, '', list, CASE kind WHEN 'daily_offer' THEN (
				SELECT count(*) FROM daily_offers o JOIN daily_offers it ON it.id = search_offers.id
				WHERE o.is_active AND o.deleted_at IS NULL AND o.hold IS NULL AND (o.position, o.id) <= (it.position, it.id)) ELSE 0 END,
			image_url, title, summary FROM search_offers
			WHERE (kind, id, '') IN @places
	) found`
}

// find runs a lookup that was built from words.
func (s *Store) find(ctx context.Context, l lookup, words []string, q Query) (Answer, error) {
	a := Answer{Words: strings.Join(words, " "), Results: []Result{}}
	limit, typed := PerPage, ""
	if q.Typed {
		limit = Typed
		if last := fold(words[len(words)-1]); utf8.RuneCountInString(last) >= minStart {
			typed = last
		}
	}
	ranked, err := s.places(ctx, l)
	if err != nil {
		return a, err
	}
	places := make([]place, len(ranked))
	for i, r := range ranked {
		places[i] = r.Place
	}
	a.inHead = len(ranked) > 0 && ranked[0].Rank >= 1
	a.Total, a.More = min(len(places), most), len(places) > most
	places = places[:a.Total]
	places = places[min(len(places), (q.Page-1)*limit):]
	places = places[:min(len(places), limit)]
	l.values["nearby"] = nearby(words)
	found, err := s.read(ctx, l, places)
	folded := map[string]bool{}
	for _, word := range words {
		folded[fold(word)] = true
	}
	for _, p := range places {
		if r, there := found[p]; there {
			r.Title, r.Excerpt = marked(r.Title, folded, typed), marked(r.Excerpt, folded, typed)
			a.Results = append(a.Results, r)
		}
	}
	return a, err
}

// ranked is a place and its rank. At 1 or above, its title or summary has the
// words.
type ranked struct {
	Place place `gorm:"embedded"`
	Rank  float64
}

// places returns the best places, one more than are shown.
func (s *Store) places(ctx context.Context, l lookup) (places []ranked, err error) {
	l.values["newest"], l.values["offers"], l.values["most"] = newest, offers, most+1
	if err := s.db.WithContext(ctx).Raw(l.ranked(), l.values).Scan(&places).Error; err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return places, nil
}

// read returns what is shown of places.
func (s *Store) read(ctx context.Context, l lookup, places []place) (map[place]Result, error) {
	var pieces, others [][]any
	for _, p := range places {
		if p.Kind == "article" || p.Kind == "guide" {
			pieces = append(pieces, []any{p.Kind, p.PieceID, p.Step})
		} else {
			others = append(others, []any{p.Kind, p.PieceID, p.Name})
		}
	}
	out := map[place]Result{}
	for _, of := range []struct {
		sql  string
		keys [][]any
	}{{l.texts(), pieces}, {l.extras(), others}} {
		if len(of.keys) == 0 {
			continue
		}
		var rows []struct {
			Place                                       place `gorm:"embedded"`
			Slug, Category, Title, Guide, Summary, Text string
			Begins, Ends                                string
			ImageURL                                    *string
			Picture                                     *picture.Picture `gorm:"serializer:json"`
		}
		l.values["places"] = of.keys
		if err := s.db.WithContext(ctx).Raw(of.sql, l.values).Scan(&rows).Error; err != nil {
			return nil, fmt.Errorf("read search results: %w", err)
		}
		for _, r := range rows {
			excerpt := parts(r.Summary)
			if r.Text != "" {
				excerpt = parts(cut(plain(r.Text), plain(r.Begins), plain(r.Ends)))
			}
			result := Result{Kind: r.Place.Kind, Slug: r.Slug, Step: r.Place.Step, Category: r.Category, Title: parts(r.Title), Guide: r.Guide, Excerpt: excerpt, ImageURL: r.ImageURL, Picture: r.Picture}
			if r.Place.Kind == "daily_offer" {
				r.Place.Step = 0 // only pieces have steps
			}
			out[r.Place] = result
		}
	}
	return out, nil
}

// areCommon reports whether all of the words are too common to be indexed.
func (s *Store) areCommon(ctx context.Context, words []string) (bool, error) {
	l := allOf(words, false)
	return s.holds(ctx, "numnode("+l.all+") = 0", l)
}

// occurs reports whether a word occurs in anything. Words too common to be
// indexed, such as "the", count as occurring.
func (s *Store) occurs(ctx context.Context, word string) (bool, error) {
	l := allOf([]string{word}, false)
	return s.holds(ctx, "numnode("+l.all+") = 0 OR "+l.isAnywhere(), l)
}

// isIndexed reports whether an indexed word occurs in anything.
func (s *Store) isIndexed(ctx context.Context, word string) (bool, error) {
	l := allOf([]string{word}, false)
	return s.holds(ctx, l.isAnywhere(), l)
}

func (l lookup) isAnywhere() string {
	return "EXISTS (SELECT FROM search_documents WHERE lexemes @@ " + l.all + ") OR EXISTS (SELECT FROM search_tools WHERE head @@ " + l.all +
		") OR EXISTS (SELECT FROM search_offers WHERE head @@ " + l.all + ")"
}

// holds reports whether a condition holds for a lookup.
func (s *Store) holds(ctx context.Context, condition string, l lookup) (yes bool, err error) {
	if err = s.db.WithContext(ctx).Raw("SELECT "+condition, l.values).Scan(&yes).Error; err != nil {
		return false, fmt.Errorf("look up a word: %w", err)
	}
	return yes, nil
}

// split returns the two words that word is composed of, if they occur in
// sequence somewhere, or "".
func (s *Store) split(ctx context.Context, word string) (two string, err error) {
	var ways []string
	letters := []rune(word)
	for i := minStart; i <= len(letters)-minStart; i++ {
		ways = append(ways, string(letters[:i])+" "+string(letters[i:]))
	}
	if len(ways) == 0 {
		return "", nil
	}
	err = s.db.WithContext(ctx).Raw(`SELECT way FROM unnest(string_to_array(?, '|')) way
		WHERE numnode(phraseto_tsquery('english', way)) = 3 -- neither is too common
			AND EXISTS (SELECT FROM search_documents WHERE lexemes @@ phraseto_tsquery('english', way)) LIMIT 1`, strings.Join(ways, "|")).Scan(&two).Error
	if err != nil {
		return "", fmt.Errorf("look for two words in one: %w", err)
	}
	return two, nil
}

// similar returns the words most similar to word. It returns none if the
// database can't compare words.
func (s *Store) similar(ctx context.Context, word string) (others []string, err error) {
	if maxTypos(word) == 0 {
		return nil, nil
	}
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var can bool
		if err := tx.Raw("SELECT to_regprocedure('similarity(text,text)') IS NOT NULL").Scan(&can).Error; err != nil || !can {
			return err
		}
		// Swapping two letters in a short word leaves little in common.
		if err := tx.Exec("SELECT set_config('pg_trgm.similarity_threshold', '0.2', true)").Error; err != nil {
			return err
		}
		return tx.Raw("SELECT word FROM search_words WHERE word % ? AND abs(length(word) - length(?)) <= 2 ORDER BY similarity(word, ?) DESC, word LIMIT 50", word, word, word).Scan(&others).Error
	})
	if err != nil {
		return nil, fmt.Errorf("look for similar words: %w", err)
	}
	return others, nil
}

// batchSize is the maximum number of pieces indexed in one transaction, which
// blocks saving them.
const batchSize = 200

// IsBehind reports whether Follow has pieces to index.
func (s *Store) IsBehind(ctx context.Context) (behind bool, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT EXISTS (SELECT FROM search_due) OR EXISTS (SELECT FROM search_documents WHERE form < 2)").Scan(&behind).Error
	return behind, err
}

// Follow indexes pieces that have changed, and reindexes those that an earlier
// version of the program indexed.
func (s *Store) Follow(ctx context.Context) error {
	for kind, write := range map[string]struct{ table, documents string }{
		"article": {"articles", articleDocuments}, "guide": {"guides", guideDocuments},
	} {
		for {
			n := 0
			err := s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) (err error) {
				n, err = follow(tx, kind, write.table, write.documents)
				return err
			})
			if err != nil {
				return fmt.Errorf("write search documents: %w", err)
			}
			if n < batchSize {
				break
			}
		}
	}
	return nil
}

// follow indexes some pieces of a kind and returns how many. It takes locks in
// the same order as writes to pieces.
func follow(tx *gorm.DB, kind, table, documents string) (int, error) {
	var due, there []int64
	err := tx.Raw(`SELECT piece_id FROM search_due WHERE kind = @kind UNION SELECT piece_id FROM search_documents WHERE kind = @kind AND form < 2
		ORDER BY piece_id LIMIT @most`, map[string]any{"kind": kind, "most": batchSize}).Scan(&due).Error
	if err != nil || len(due) == 0 {
		return 0, err
	}
	if err := tx.Raw("SELECT id FROM "+table+" WHERE id IN ? ORDER BY id FOR SHARE", due).Scan(&there).Error; err != nil {
		return 0, err
	}
	for _, sql := range []string{
		"DELETE FROM search_due WHERE kind = @kind AND piece_id IN @due", "DELETE FROM search_documents WHERE kind = @kind AND piece_id IN @due", documents,
		"DELETE FROM search_tool_heads WHERE kind = @kind AND piece_id IN @due",
		`INSERT INTO search_tool_heads SELECT kind, piece_id, slug, search_head(title, sentence) FROM tools
			WHERE kind = @kind AND piece_id IN @due ON CONFLICT DO NOTHING`,
	} {
		if err := tx.Exec(sql, map[string]any{"kind": kind, "due": due}).Error; err != nil {
			return 0, err
		}
	}
	return len(due), nil
}

// textOf truncates a text to what a document can hold.
func textOf(text string) string { return "left(" + text + ", 300000)" }

// A step's document includes its guide's title, so that words of both find it.
var (
	articleDocuments = written(`
		SELECT 'article' AS kind, id AS piece_id, 0 AS step, publish_at, search_head(title, excerpt || ' ' || tags::text || ' ' || category) AS head,
			` + textOf("body_html") + ` AS body, '' AS around, title || ' ' || excerpt || ' ' || ` + textOf("body_html") + ` AS all_words
		FROM articles WHERE id IN @due AND status = 'published' AND deleted_at IS NULL`)
	guideDocuments = written(`
		SELECT 'guide' AS kind, id AS piece_id, 0 AS step, publish_at, search_head(title, subtitle || ' ' || tags::text || ' ' || category) AS head,
			` + textOf("introduction_html || ' ' || conclusion_html") + ` AS body, '' AS around, title || ' ' || subtitle || ' ' || ` + textOf("introduction_html || ' ' || conclusion_html") + ` AS all_words
		FROM guides WHERE id IN @due AND status = 'published' AND deleted_at IS NULL
		UNION ALL
		SELECT 'guide', g.id, i.position, g.publish_at, search_head(i.title, ''),
			` + textOf("i.content_html") + `, g.title, i.title || ' ' || ` + textOf("i.content_html") + `
		FROM guides g JOIN guide_items i ON i.guide_id = g.id WHERE g.id IN @due AND g.status = 'published' AND g.deleted_at IS NULL`)
)

// written returns the statement that writes documents and their words.
func written(documents string) string {
	return `WITH d AS (` + documents + `), w AS (
			INSERT INTO search_words (word) SELECT DISTINCT word FROM d, unnest(tsvector_to_array(to_tsvector('simple', all_words))) word
			WHERE word ~ '^[[:alpha:]]{3,30}$' ORDER BY word ON CONFLICT DO NOTHING)
		INSERT INTO search_documents (kind, piece_id, step, published_at, head, lexemes, form)
		SELECT kind, piece_id, step, publish_at, head,
			head || setweight(to_tsvector('english', body || ' ' || search_compounds(body)), 'C') || setweight(to_tsvector('english', around), 'D'), 2 FROM d`
}

// miss records that a visitor's search had no answer.
func (s *Store) miss(ctx context.Context, day time.Time, visitor uuid.UUID, words string) error {
	return s.db.WithContext(ctx).Exec("INSERT INTO search_misses (day, visitor, words) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", day, visitor, words).Error
}

// Miss is a search without an answer.
type Miss struct {
	Words   string    `json:"words"`
	People  int       `json:"people"` // maximum on one day
	LastDay time.Time `json:"lastDay"`
}

// misses returns the unanswered searches made by at least that many people,
// most frequent first, and their total number.
func (s *Store) misses(ctx context.Context, people, limit int) ([]Miss, int64, error) {
	var rows []struct {
		Miss
		Total int64
	}
	err := s.db.WithContext(ctx).Raw(`SELECT words, max(n) AS people, max(day) AS last_day, count(*) OVER () AS total
		FROM (SELECT words, day, count(*) AS n FROM search_misses GROUP BY words, day) of_days
		GROUP BY words HAVING max(n) >= ? ORDER BY people DESC, last_day DESC, words LIMIT ?`, people, limit).Scan(&rows).Error
	out := make([]Miss, len(rows))
	total := int64(0)
	for i, r := range rows {
		out[i], total = r.Miss, r.Total
	}
	return out, total, err
}

// Sweep deletes unanswered searches from before oldest.
func (s *Store) Sweep(ctx context.Context, oldest time.Time) error {
	return s.db.WithContext(ctx).Exec("DELETE FROM search_misses WHERE day < ?", oldest).Error
}
