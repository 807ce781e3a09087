package search

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	partForm = regexp.MustCompile(`[\p{L}\p{N}]+`)
	wordForm = regexp.MustCompile(`[\p{L}\p{N}]+(?:[` + within + `]+[\p{L}\p{N}]+\)?)*`)
)

// within is the punctuation allowed inside words. The database function
// search_compounds has the same list.
const within = `-‐‑&'’.(`

// wordsOf splits a query into lower-case words. "AT&T" is one word, and so is
// "401(k)". Plain numbers are words too.
func wordsOf(text string) (words []string) {
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "")
	}
	for _, word := range wordForm.FindAllString(strings.ToLower(text), maxWords) {
		if strings.ContainsFunc(word, unicode.IsLetter) {
			words = append(words, word)
		} else {
			words = append(words, partsOf(word)...)
		}
	}
	words = words[:min(len(words), maxWords)]
	return slices.DeleteFunc(words, func(w string) bool { return utf8.RuneCountInString(fold(w)) > maxWord })
}

// partsOf returns the parts of a word that punctuation separates.
func partsOf(word string) []string { return partForm.FindAllString(word, -1) }

// fold returns a word without its punctuation.
func fold(word string) string { return strings.Join(partsOf(word), "") }

// lookup is a database query: conditions in SQL and their values.
type lookup struct {
	all    string   // condition for the whole text
	head   string   // condition for title and summary, which rank first
	almost string   // condition for title and summary with all words but one; may be empty
	each   []string // alternatives: the more match in title and summary, and the rarer they are, the better; nil if all must match
	values map[string]any
}

// allOf looks up all of the words. If typed is set, the last word may be the
// start of a word in a title or a summary.
func allOf(words []string, typed bool) lookup {
	l := lookup{values: map[string]any{}}
	each := l.queries(words)
	l.all = "(" + strings.Join(each, " && ") + ")"
	l.head = l.all
	if last := fold(words[len(words)-1]); typed && utf8.RuneCountInString(last) >= minStart {
		l.values["last"] = last + ":*"
		l.head = "(" + l.all + " || (" + strings.Join(append(each[:len(each)-1], "to_tsquery('simple', @last)"), " && ") + "))"
	}
	return l
}

// minAlmost is the minimum number of words for which almost allows a missing
// one.
const minAlmost = 3

// almost looks up all of the words, and titles and summaries that lack one.
func almost(words []string, typed bool) lookup {
	l := allOf(words, typed)
	each := l.queries(words)
	ways := make([]string, len(each))
	for i := range each {
		ways[i] = "(" + strings.Join(slices.Delete(slices.Clone(each), i, i+1), " && ") + ")"
	}
	l.almost = "(" + strings.Join(ways, " || ") + ")"
	return l
}

// anyOf looks up any of the words in titles and summaries.
func anyOf(words []string) lookup {
	l := lookup{values: map[string]any{}}
	l.each = l.queries(words)
	l.all = "(" + strings.Join(l.each, " || ") + ")"
	l.head = l.all
	return l
}

// inTitles looks up all of the words, unstemmed, in titles.
func inTitles(words []string) lookup {
	var parts []string
	for _, word := range words {
		for _, part := range partsOf(word) {
			parts = append(parts, part+":A")
		}
	}
	const query = "to_tsquery('simple', @words)"
	return lookup{all: query, head: query, each: []string{query}, values: map[string]any{"words": strings.Join(parts, " & ")}}
}

// queries returns the query for each word: the word without punctuation, or its
// parts in sequence.
func (l *lookup) queries(words []string) (each []string) {
	for i, word := range words {
		name := fmt.Sprint("word", i)
		query := "plainto_tsquery('english', @" + name + ")"
		l.values[name] = fold(word)
		if parts := partsOf(word); len(parts) > 1 {
			l.values[name+"parts"] = strings.Join(parts, " ")
			query = "(" + query + " || phraseto_tsquery('english', @" + name + "parts))"
		}
		each = append(each, query)
	}
	return each
}

// rank returns the SQL expression that ranks a title and summary.
func (l lookup) rank() string {
	rank := "ts_rank(head, " + l.head + ")"
	for _, query := range l.each {
		rank += " + (head @@ " + query + ")::int / ln(3 + (SELECT count(*) FROM search_documents WHERE head @@ " + query + "))"
	}
	return rank
}

// ranked returns the SQL query for places, best first. Matches in a title or a
// summary come before matches in the text only, and our editors' pieces before
// partners' offers.
func (l lookup) ranked() string {
	heads := l.rank()
	sql := `
		SELECT kind, piece_id, step, name, max(rank) AS rank FROM (
			(SELECT kind, piece_id, step, '' AS name, published_at, 2 + ` + heads + ` AS rank
				FROM (SELECT * FROM search_documents ORDER BY published_at DESC, kind, piece_id, step LIMIT @newest) d
				WHERE head @@ ` + l.head + ` LIMIT @most)
			UNION ALL (SELECT kind, piece_id, step, '', published_at, 2 + ` + heads + ` FROM search_documents WHERE head @@ ` + l.head + ` LIMIT @most)
			UNION ALL (SELECT kind, id, 0, slug, since, 2 + ` + heads + ` FROM search_tools WHERE head @@ ` + l.head + ` LIMIT @most)
			UNION ALL (SELECT kind, id, 0, '', since, ` + heads + ` + 1 FROM search_offers WHERE head @@ ` + l.head + ` LIMIT @offers)`
	if l.each == nil {
		sql += `
			UNION ALL (SELECT kind, piece_id, step, '', published_at, ts_rank(lexemes, ` + l.all + `, 32) FROM search_documents WHERE lexemes @@ ` + l.all + ` LIMIT @most)`
	}
	if l.almost != "" {
		sql += `
			UNION ALL (SELECT kind, piece_id, step, '', published_at, 0.9 + ts_rank(head, ` + l.almost + `) / 100 FROM search_documents WHERE head @@ ` + l.almost + ` LIMIT @most)`
	}
	return sql + `
		) found GROUP BY kind, piece_id, step, name, published_at
		ORDER BY rank DESC, published_at DESC, kind, piece_id, step, name LIMIT @most`
}

// nearby returns a pattern for the part of a text around any of the words,
// whatever punctuation they contain.
func nearby(words []string) string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = strings.Join(strings.Split(fold(word), ""), `(?:&amp;|[`+within+`])*`)
	}
	return `(?i)(?:\S+\s+){0,8}\m(?:` + strings.Join(all, "|") + `)\M\S*(?:\s+\S+){0,18}`
}
