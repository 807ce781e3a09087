package search

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"thriftwell/server/platform/picture"
)

// Store searches in Postgres.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// What is looked at for a search, so that it takes no longer where a word is
// everywhere: then the newest count.
const (
	newest = 2000 // documents whose heads are looked at, the newest first
	most   = PerPage * MaxPages
)

// The words of a query, and the beginning of one after them.
const (
	inFull    = "plainto_tsquery('english', @words)"
	beginning = "(" + inFull + " || (plainto_tsquery('english', @before) && to_tsquery('simple', @last)))"
)

// place is where something was found.
type place struct {
	Kind    string
	PieceID int64
	Step    int
}

// ranked finds places, the best first: a hit in title or summary comes before
// all that the words are only in the text of.
func ranked(head string) string {
	return `
		SELECT kind, piece_id, step FROM (
			(SELECT kind, piece_id, step, published_at, 1 + ts_rank(head, ` + head + `) AS rank
				FROM (SELECT * FROM search_documents ORDER BY published_at DESC, kind, piece_id, step LIMIT @newest) d
				WHERE head @@ ` + head + ` LIMIT @most)
			UNION ALL (SELECT kind, piece_id, step, published_at, 1 + ts_rank(head, ` + head + `) FROM search_documents WHERE head @@ ` + head + ` LIMIT @most)
			UNION ALL (SELECT kind, piece_id, step, published_at, ts_rank(lexemes, ` + inFull + `, 32) FROM search_documents WHERE lexemes @@ ` + inFull + ` LIMIT @most)
		) found GROUP BY kind, piece_id, step, published_at
		ORDER BY max(rank) DESC, published_at DESC, kind, piece_id, step LIMIT @most`
}

// The options of highlights: of a whole line, and of a part of a long text.
const (
	line = `'HighlightAll=true, StartSel="' || chr(2) || '", StopSel="' || chr(3) || '"'`
	part = `'MaxWords=28, MinWords=16, StartSel="' || chr(2) || '", StopSel="' || chr(3) || '"'`
)

// bodyText is the text of a body, still escaped: elements within a line leave
// nothing behind, the others a space.
const bodyText = `regexp_replace(regexp_replace(coalesce(i.content_html, a.body_html, g.introduction_html || ' ' || g.conclusion_html),
	'</{0,1}(a|b|code|em|i|span|strong)(\s[^>]*){0,1}>', '', 'g'), '<[^>]*>', ' ', 'g')`

// texts reads what is shown of places; the text of the body only where nothing
// else has a hit, with how the whole begins and ends.
const texts = `
	SELECT d.kind, d.piece_id, d.step, coalesce(a.slug, g.slug) AS slug, coalesce(a.category, g.category) AS category,
		ts_headline('english', coalesce(i.title, a.title, g.title), ` + inFull + `, ` + line + `) AS title,
		CASE WHEN d.step > 0 THEN g.title ELSE '' END AS guide,
		coalesce(i.image_url, a.image_url, g.image_url) AS image_url, picture_of(coalesce(i.image_url, a.image_url, g.image_url)) AS picture,
		CASE WHEN d.step = 0 THEN ts_headline('english', coalesce(a.excerpt, g.subtitle), ` + inFull + `, ` + line + `) ELSE '' END AS summary,
		ts_headline('english', body.text, ` + inFull + `, ` + part + `) AS text, left(body.text, 500) AS begins, right(body.text, 500) AS ends
	FROM search_documents d
	LEFT JOIN articles a ON d.kind = 'article' AND a.id = d.piece_id
	LEFT JOIN guides g ON d.kind = 'guide' AND g.id = d.piece_id
	LEFT JOIN guide_items i ON d.step > 0 AND i.guide_id = g.id AND i.position = d.step
	LEFT JOIN LATERAL (SELECT ` + bodyText + ` AS text
		WHERE d.step > 0 OR NOT d.head @@ ` + inFull + ` OFFSET 0) body ON true -- worked out once for each
	WHERE (d.kind, d.piece_id, d.step) IN @places AND (d.step = 0 OR i.id IS NOT NULL)`

// find searches for words.
func (s *Store) find(ctx context.Context, words []string, q Query) (Answer, error) {
	a := Answer{Words: strings.Join(words, " "), Results: []Result{}}
	if len(words) == 0 {
		return a, nil
	}
	head, limit, typed := inFull, PerPage, ""
	values := map[string]any{"words": a.Words, "newest": newest, "most": most + 1}
	if q.Typed {
		limit = Typed
		if last := words[len(words)-1]; utf8.RuneCountInString(last) >= minStart {
			head, typed = beginning, last
			values["before"], values["last"] = strings.Join(words[:len(words)-1], " "), last+":*"
		}
	}
	var places []place
	if err := s.db.WithContext(ctx).Raw(ranked(head), values).Scan(&places).Error; err != nil {
		return a, fmt.Errorf("search: %w", err)
	}
	a.Total, a.More = min(len(places), most), len(places) > most
	places = places[:a.Total]
	places = places[min(len(places), (q.Page-1)*limit):]
	places = places[:min(len(places), limit)]
	found, err := s.read(ctx, places, a.Words)
	for _, p := range places {
		if r, there := found[p]; there {
			r.Title, r.Excerpt = beginnings(r.Title, typed), beginnings(r.Excerpt, typed)
			a.Results = append(a.Results, r)
		}
	}
	return a, err
}

// read returns what is shown of places.
func (s *Store) read(ctx context.Context, places []place, words string) (map[place]Result, error) {
	out := map[place]Result{}
	if len(places) == 0 {
		return out, nil
	}
	keys := make([][]any, len(places))
	for i, p := range places {
		keys[i] = []any{p.Kind, p.PieceID, p.Step}
	}
	var rows []struct {
		Place                                       place `gorm:"embedded"`
		Slug, Category, Title, Guide, Summary, Text string
		Begins, Ends                                string
		ImageURL                                    *string
		Picture                                     *picture.Picture `gorm:"serializer:json"`
	}
	if err := s.db.WithContext(ctx).Raw(texts, map[string]any{"words": words, "places": keys}).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("read what a search found: %w", err)
	}
	for _, r := range rows {
		excerpt := parts(r.Summary)
		if r.Text != "" {
			excerpt = parts(cut(plain(r.Text), plain(r.Begins), plain(r.Ends)))
		}
		out[r.Place] = Result{Kind: r.Place.Kind, Slug: r.Slug, Step: r.Place.Step, Category: r.Category, Title: parts(r.Title), Guide: r.Guide, Excerpt: excerpt, ImageURL: r.ImageURL, Picture: r.Picture}
	}
	return out, nil
}

// isSomewhere reports whether any document has a word. Those that no search looks
// for, such as "the", are everywhere.
func (s *Store) isSomewhere(ctx context.Context, word string) (bool, error) {
	return s.holds(ctx, "numnode(plainto_tsquery('english', @word)) = 0 OR "+isInDocument, word)
}

// isIn reports whether any document has a word that searches look for.
func (s *Store) isIn(ctx context.Context, word string) (bool, error) {
	return s.holds(ctx, isInDocument, word)
}

const isInDocument = "EXISTS (SELECT FROM search_documents WHERE lexemes @@ plainto_tsquery('english', @word))"

// holds reports whether something holds of a word.
func (s *Store) holds(ctx context.Context, condition, word string) (yes bool, err error) {
	if err = s.db.WithContext(ctx).Raw("SELECT "+condition, map[string]any{"word": word}).Scan(&yes).Error; err != nil {
		return false, fmt.Errorf("look for a word: %w", err)
	}
	return yes, nil
}

// hyphenated returns a word with a hyphen in it, as it is somewhere, or "". All ways
// to write it are one query of the index, which has few of them.
func (s *Store) hyphenated(ctx context.Context, word string) (found string, err error) {
	if mistakes(word) == 0 || strings.ContainsFunc(word, unicode.IsDigit) {
		return "", nil
	}
	var ways, queries []string
	var values []any
	for i := range word {
		if i > 0 {
			way := word[:i] + "-" + word[i:]
			ways, queries, values = append(ways, way), append(queries, "plainto_tsquery('english', ?)"), append(values, way)
		}
	}
	err = s.db.WithContext(ctx).Raw(`
		WITH found AS MATERIALIZED (SELECT kind, piece_id, step FROM search_documents WHERE lexemes @@ (`+strings.Join(queries, " || ")+`)),
			one AS MATERIALIZED (SELECT lexemes FROM search_documents WHERE (kind, piece_id, step) = (SELECT kind, piece_id, step FROM found LIMIT 1))
		SELECT way FROM one, unnest(string_to_array(?, ' ')) way WHERE lexemes @@ plainto_tsquery('english', way) LIMIT 1`,
		append(values, strings.Join(ways, " "))...).Scan(&found).Error
	if err != nil {
		return "", fmt.Errorf("look for a word with a hyphen: %w", err)
	}
	return found, nil
}

// similar returns the words that are most like one; none where the database can't
// compare words.
func (s *Store) similar(ctx context.Context, word string) (others []string, err error) {
	if mistakes(word) == 0 {
		return nil, nil
	}
	err = s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var can bool
		if err := tx.Raw("SELECT to_regprocedure('similarity(text,text)') IS NOT NULL").Scan(&can).Error; err != nil || !can {
			return err
		}
		return tx.Raw("SELECT word FROM search_words WHERE word % ? ORDER BY similarity(word, ?) DESC, word LIMIT 20", word, word).Scan(&others).Error
	})
	if err != nil {
		return nil, fmt.Errorf("look for similar words: %w", err)
	}
	return others, nil
}

// atOnce is how many pieces are brought up to date in one transaction.
const atOnce = 50

// Follow writes the documents of the pieces that changed.
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
				return fmt.Errorf("write the documents of the search: %w", err)
			}
			if n < atOnce {
				break
			}
		}
	}
	return nil
}

// follow writes the documents of some pieces of a kind, and returns of how many.
// It takes locks in the order in which writes of pieces do.
func follow(tx *gorm.DB, kind, table, documents string) (int, error) {
	var due, there []int64
	if err := tx.Raw("SELECT piece_id FROM search_due WHERE kind = ? ORDER BY piece_id LIMIT ?", kind, atOnce).Scan(&due).Error; err != nil || len(due) == 0 {
		return 0, err
	}
	if err := tx.Raw("SELECT id FROM "+table+" WHERE id IN ? ORDER BY id FOR SHARE", due).Scan(&there).Error; err != nil {
		return 0, err
	}
	for _, sql := range []string{"DELETE FROM search_due WHERE kind = @kind AND piece_id IN @due", "DELETE FROM search_documents WHERE kind = @kind AND piece_id IN @due", documents} {
		if err := tx.Exec(sql, map[string]any{"kind": kind, "due": due}).Error; err != nil {
			return 0, err
		}
	}
	return len(due), nil
}

// headOf is the head of a document: each word as it stands, and its stem.
func headOf(title, summary string) string {
	return `(setweight(to_tsvector('english', ` + title + `), 'A') || setweight(to_tsvector('simple', ` + title + `), 'A')
		|| setweight(to_tsvector('english', ` + summary + `), 'B') || setweight(to_tsvector('simple', ` + summary + `), 'B'))`
}

// textOf is as much of a text as a document can hold.
func textOf(text string) string { return "left(" + text + ", 300000)" }

// A document of a step names its guide too, so that words of both find it.
var (
	articleDocuments = written(`
		SELECT 'article' AS kind, id AS piece_id, 0 AS step, publish_at, ` + headOf("title", "excerpt || ' ' || tags::text || ' ' || category") + ` AS head,
			` + textOf("body_html") + ` AS body, '' AS around, title || ' ' || excerpt || ' ' || ` + textOf("body_html") + ` AS all_words
		FROM articles WHERE id IN @due AND status = 'published' AND deleted_at IS NULL`)
	guideDocuments = written(`
		SELECT 'guide' AS kind, id AS piece_id, 0 AS step, publish_at, ` + headOf("title", "subtitle || ' ' || tags::text || ' ' || category") + ` AS head,
			` + textOf("introduction_html || ' ' || conclusion_html") + ` AS body, '' AS around, title || ' ' || subtitle || ' ' || ` + textOf("introduction_html || ' ' || conclusion_html") + ` AS all_words
		FROM guides WHERE id IN @due AND status = 'published' AND deleted_at IS NULL
		UNION ALL
		SELECT 'guide', g.id, i.position, g.publish_at, ` + headOf("i.title", "''") + `,
			` + textOf("i.content_html") + `, g.title, i.title || ' ' || ` + textOf("i.content_html") + `
		FROM guides g JOIN guide_items i ON i.guide_id = g.id WHERE g.id IN @due AND g.status = 'published' AND g.deleted_at IS NULL`)
)

// written is the statement that writes documents, and their words.
func written(documents string) string {
	return `WITH d AS (` + documents + `), w AS (
			INSERT INTO search_words (word) SELECT DISTINCT word FROM d, unnest(tsvector_to_array(to_tsvector('simple', all_words))) word
			WHERE word ~ '^[[:alpha:]]{4,30}$' ORDER BY word ON CONFLICT DO NOTHING)
		INSERT INTO search_documents (kind, piece_id, step, published_at, head, lexemes)
		SELECT kind, piece_id, step, publish_at, head, head || setweight(to_tsvector('english', body), 'C') || setweight(to_tsvector('english', around), 'D') FROM d`
}

// miss notes that somebody looked for words in vain.
func (s *Store) miss(ctx context.Context, day time.Time, visitor uuid.UUID, words string) error {
	return s.db.WithContext(ctx).Exec("INSERT INTO search_misses (day, visitor, words) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", day, visitor, words).Error
}

// Miss is a search in vain.
type Miss struct {
	Words   string    `json:"words"`
	People  int       `json:"people"` // on the day when most did
	LastDay time.Time `json:"lastDay"`
}

// misses returns the searches in vain that as many people made, the most
// frequent first, and how many of them there are.
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

// Sweep forgets the searches in vain of the days before oldest.
func (s *Store) Sweep(ctx context.Context, oldest time.Time) error {
	return s.db.WithContext(ctx).Exec("DELETE FROM search_misses WHERE day < ?", oldest).Error
}
