// Package search finds articles, guides and their steps, calculators and offers
// by words, correcting typos. It also shows editors which searches found
// nothing.
package search

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"thriftwell/server/platform/picture"
)

// Query is a search.
type Query struct {
	Text  string
	Typed bool // still being typed: the last word may be incomplete
	Exact bool // don't correct any words
	Page  int  // starting at 1
}

// Answer is one page of results, best first.
type Answer struct {
	Words     string   `json:"words"`     // words that were searched for
	Corrected bool     `json:"corrected"` // the query found nothing, so some words were replaced or left out
	Some      bool     `json:"some"`      // nothing has all of the words, so the results have some of them in their titles or summaries
	Results   []Result `json:"results"`
	Total     int      `json:"total"`
	More      bool     `json:"more"` // there are more results than Total, the maximum shown

	leftOut bool // a word of the query doesn't occur, nor does a similar one
	inHead  bool // a title or a summary has all of the words
}

// isMiss reports whether nothing was found, or nothing with all of the words.
func (a Answer) isMiss() bool { return a.Total == 0 || a.leftOut || a.Some }

// Result is an article, a guide, a step of a guide, a calculator or an offer.
type Result struct {
	Kind     string `json:"kind"` // article, guide, tool, or the offer's kind as named in events
	Slug     string `json:"slug"` // for an offer, the slug of its content page
	Step     int    `json:"step"` // position of a step in its guide; 0 for the whole piece; for a daily offer, its position in the list
	Category string `json:"category"`
	Title    []Part `json:"title"`
	Guide    string `json:"guide"`   // title of what contains it: a step's guide, a calculator's piece, or an offer's page
	Excerpt  []Part `json:"excerpt"` // excerpt of the matching text
	// ImageURL is the picture of the piece. A step has its own or its guide's.
	ImageURL *string          `json:"imageUrl"`
	Picture  *picture.Picture `json:"picture"`
}

// Part is part of a text that is either entirely matched or not at all.
type Part struct {
	Text string `json:"text"`
	Hit  bool   `json:"hit"`
}

// Limits of a search.
const (
	PerPage  = 10
	Typed    = 6   // results while typing
	MaxPages = 20  // pages shown
	maxWords = 12  // words of a query; the rest is ignored
	maxWord  = 30  // characters
	minStart = 3   // characters at the start of an incomplete word
	longest  = 300 // bytes of a query that are parsed
)

// Find answers a query. Words too common to be indexed, such as "the", are
// looked up in titles. If no title or summary has all of the words, Find joins
// pairs of words that occur as one word in a title, then adds titles that lack
// one of the words. If nothing matches, it replaces words that don't occur with
// the most similar ones and leaves out the rest. Finally it looks for titles
// with some of the words.
func (s *Store) Find(ctx context.Context, q Query) (Answer, error) {
	words := wordsOf(q.Text)
	if len(words) == 0 {
		return Answer{Results: []Result{}}, nil
	}
	common, err := s.areCommon(ctx, words)
	if err != nil {
		return Answer{}, err
	}
	if common {
		return s.find(ctx, inTitles(words), words, q)
	}
	a, err := s.find(ctx, allOf(words, q.Typed), words, q)
	if err != nil || a.inHead || q.Exact {
		return a, err
	}
	joined, err := s.joined(ctx, words)
	if err != nil {
		return a, err
	}
	if len(joined) < len(words) {
		found, err := s.find(ctx, allOf(joined, q.Typed), joined, q)
		if err != nil || found.inHead || found.Total > a.Total {
			found.Corrected = true
			return found, err
		}
	}
	if a.Total > 0 {
		if len(words) < minAlmost {
			return a, nil
		}
		return s.find(ctx, almost(words, q.Typed), words, q)
	}
	return s.findCorrected(ctx, words, q)
}

// findCorrected answers a query whose words find nothing.
func (s *Store) findCorrected(ctx context.Context, words []string, q Query) (Answer, error) {
	nothing := Answer{Words: strings.Join(words, " "), Results: []Result{}}
	corrected, leftOut, err := s.correct(ctx, words, q.Typed)
	if err != nil || len(corrected) == 0 {
		return nothing, err
	}
	isOther := !slices.Equal(corrected, words)
	if isOther {
		if found, err := s.find(ctx, allOf(corrected, q.Typed), corrected, q); err != nil || found.Total > 0 {
			found.Corrected, found.leftOut = true, leftOut
			return found, err
		}
	}
	found, err := s.find(ctx, anyOf(corrected), corrected, q)
	if err != nil || found.Total == 0 {
		return nothing, err
	}
	found.Corrected, found.Some, found.leftOut = isOther, true, leftOut
	return found, nil
}

// correct replaces each word that doesn't occur with the most similar word that
// does, one at a time, and leaves out words without a similar one. While the
// last word is being typed, it stays. A compound that doesn't occur becomes its
// parts.
func (s *Store) correct(ctx context.Context, words []string, typed bool) (out []string, leftOut bool, err error) {
	var nowhere []int // indexes in out
	for _, word := range words {
		there, err := s.occurs(ctx, word)
		if err != nil {
			return nil, false, err
		}
		if parts := partsOf(word); !there && len(parts) > 1 {
			long := slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return utf8.RuneCountInString(p) < 2 }) // the 2 of "W-2" is not significant
			more, without, err := s.correct(ctx, long, false)
			if err != nil {
				return nil, false, err
			}
			without = without || len(long) < len(parts)
			out, leftOut = append(out, more...), leftOut || without
			continue
		}
		if !there {
			nowhere = append(nowhere, len(out))
		}
		out = append(out, word)
	}
	known := slices.Clone(out)
	for _, i := range slices.Backward(nowhere) {
		known = slices.Delete(known, i, i+1)
	}
	for _, i := range slices.Backward(nowhere) { // so that earlier indexes stay valid
		best, err := s.nearest(ctx, out[i], known)
		if err != nil {
			return nil, false, err
		}
		if len(best) == 0 {
			if typed && i == len(out)-1 {
				continue
			}
			leftOut = true
		}
		out, known = slices.Replace(out, i, i+1, best...), append(known, best...)
	}
	return out, leftOut, nil
}

// joined returns words with pairs joined that occur as one word somewhere, such
// as "cash back" as "cashback".
func (s *Store) joined(ctx context.Context, words []string) (out []string, err error) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		if i+1 < len(words) {
			there, err := s.isIndexed(ctx, word+words[i+1])
			if err != nil {
				return nil, err
			}
			if there {
				word += words[i+1]
				i++
			}
		}
		out = append(out, word)
	}
	return out, nil
}

// maxNearest is the maximum number of equally similar words to try.
const maxNearest = 4

// nearest returns the most similar words for a word that doesn't occur: two
// words that it was composed of, or the word with the fewest typos; among
// several, the one with the most results together with known. It may return
// nil.
func (s *Store) nearest(ctx context.Context, word string, known []string) ([]string, error) {
	if two, err := s.split(ctx, word); err != nil || two != "" {
		return strings.Fields(two), err
	}
	similar, err := s.similar(ctx, word)
	if err != nil {
		return nil, err
	}
	var near []string
	fewest := maxTypos(word)
	for _, other := range similar {
		d := distance(word, other)
		if d < fewest {
			fewest, near = d, nil
		}
		if d == fewest {
			near = append(near, other)
		}
	}
	most, best := -1, []string(nil)
	for _, other := range near[:min(len(near), maxNearest)] {
		places, err := s.places(ctx, allOf(append(slices.Clone(known), other), false))
		if err != nil {
			return nil, err
		}
		if len(places) > most {
			most, best = len(places), []string{other}
		}
	}
	return best, nil
}

// maxTypos returns the number of typos allowed in a word.
func maxTypos(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n < 4:
		return 0
	case n < 9: // so that "medicare" does not match "medical"
		return 1
	}
	return 2
}

// distance returns the number of letters to insert, delete, replace or swap
// with the next one to get from one word to another.
func distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// Marks around a match in the database's output.
const (
	hitStart = "\x02"
	hitEnd   = "\x03"
)

// parts parses a marked text.
func parts(marked string) []Part {
	out := []Part{}
	add := func(text string, hit bool) {
		if text != "" {
			out = append(out, Part{text, hit})
		}
	}
	for marked != "" {
		plain, rest, found := strings.Cut(marked, hitStart)
		add(plain, false)
		if !found {
			break
		}
		hit, after, _ := strings.Cut(rest, hitEnd)
		add(hit, true)
		marked = after
	}
	return out
}

// plain returns a marked text as displayed.
func plain(escaped string) string {
	return strings.Join(strings.Fields(html.UnescapeString(escaped)), " ")
}

// comparedBytes is how many bytes are compared to decide whether an excerpt starts or
// ends where the whole text does.
const comparedBytes = 30

// cut adds an ellipsis where an excerpt was cut within a sentence. The whole
// text begins and ends with begins and ends.
func cut(marked, begins, ends string) string {
	bare := strings.NewReplacer(hitStart, "", hitEnd, "").Replace(marked)
	first, _ := utf8.DecodeRuneInString(bare)
	if !strings.HasPrefix(begins, bare[:min(comparedBytes, len(bare))]) && !unicode.IsUpper(first) {
		marked = "… " + marked
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(bare, `"'”’)`))
	if !strings.HasSuffix(ends, bare[max(0, len(bare)-comparedBytes):]) && !strings.ContainsRune(".!?", last) {
		marked = strings.TrimRight(marked, ",:;") + " …"
	}
	return marked
}

// marked marks the words in folded, whatever punctuation they contain, and the
// words that start with what was typed.
func marked(of []Part, folded map[string]bool, typed string) []Part {
	text, hits := "", []bool{}
	for _, p := range of {
		text += p.Text
		hits = append(hits, slices.Repeat([]bool{p.Hit}, len(p.Text))...)
	}
	for _, at := range wordForm.FindAllStringIndex(text, -1) {
		word := fold(strings.ToLower(text[at[0]:at[1]]))
		if folded[word] || typed != "" && strings.HasPrefix(word, typed) {
			copy(hits[at[0]:at[1]], slices.Repeat([]bool{true}, at[1]-at[0]))
		}
	}
	out := []Part{}
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && hits[end] == hits[start] {
			end++
		}
		out = append(out, Part{text[start:end], hits[start]})
		start = end
	}
	return out
}

// maxMiss is the maximum length of an unanswered search that is stored, in
// characters.
const maxMiss = 60

// missOf returns what to store of an unanswered search: only words, and nothing
// that may be a number or an email address.
func missOf(text string) (words string, kept bool) {
	if strings.ContainsAny(text, "@/") || strings.ContainsFunc(text, unicode.IsDigit) {
		return "", false
	}
	words = strings.Join(wordsOf(text), " ")
	return words, words != "" && utf8.RuneCountInString(words) <= maxMiss
}
