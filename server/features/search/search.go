// Package search finds articles, guides and their steps, calculators and offers
// by words, in spite of typing errors, and tells editors what readers look for
// in vain.
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

// Query is what somebody looks for.
type Query struct {
	Text  string
	Typed bool // it is still being typed: its last word may be the beginning of one
	Exact bool // no word is to be corrected
	Page  int  // from 1
}

// Answer is a part of what was found, the best first.
type Answer struct {
	Words     string   `json:"words"`     // that were searched for
	Corrected bool     `json:"corrected"` // those of the query find nothing: some are replaced or left out
	Some      bool     `json:"some"`      // nothing has all of the words: these have some of them in their titles or summaries
	Results   []Result `json:"results"`
	Total     int      `json:"total"`
	More      bool     `json:"more"` // there are more than Total, which is the most that are shown

	leftOut bool // a word of the query is nowhere, and nothing near it
	inHead  bool // a title or a summary has all words
}

// isMiss reports whether nothing was found, or not by all words.
func (a Answer) isMiss() bool { return a.Total == 0 || a.leftOut || a.Some }

// Result is an article, a guide or a step of one, a calculator or an offer.
type Result struct {
	Kind     string `json:"kind"` // article, guide or tool; an offer is of the kind that events call it
	Slug     string `json:"slug"` // of an offer, that of its content page
	Step     int    `json:"step"` // its position in the guide; 0 for the whole piece; of a daily offer, its place in the list
	Category string `json:"category"`
	Title    []Part `json:"title"`
	Guide    string `json:"guide"`   // the title of what it is in: the guide of a step, the piece of a calculator, the page of an offer
	Excerpt  []Part `json:"excerpt"` // of what the words were found in
	// ImageURL is the picture of the piece; a step has its own, or its guide's.
	ImageURL *string          `json:"imageUrl"`
	Picture  *picture.Picture `json:"picture"`
}

// Part is a part of a text, which as a whole was a hit or was not.
type Part struct {
	Text string `json:"text"`
	Hit  bool   `json:"hit"`
}

// Limits of a search.
const (
	PerPage  = 10
	Typed    = 6   // of one that is being typed
	MaxPages = 20  // that are shown
	maxWords = 12  // of a query; what follows is left out
	maxWord  = 30  // characters
	minStart = 3   // characters of the beginning of a word
	longest  = 300 // bytes of a text from which the words are read
)

// Find answers a query. Words that no search looks for, such as "the", are looked
// for in titles. Where no title or summary has all words, it takes two for one that
// is in a title, and then adds the titles that lack one of the words. Where nothing
// has them, it looks for the nearest in the place of those that are nowhere, and
// leaves out those that have none; last, it looks for titles with some of them.
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

// correct replaces each word that is nowhere by the nearest that is somewhere, one at
// a time, and leaves it out where there is none; not the last one while it is typed.
// A compound that is nowhere becomes its parts.
func (s *Store) correct(ctx context.Context, words []string, typed bool) (out []string, leftOut bool, err error) {
	var nowhere []int // their places in out
	for _, word := range words {
		there, err := s.isSomewhere(ctx, word)
		if err != nil {
			return nil, false, err
		}
		if parts := partsOf(word); !there && len(parts) > 1 {
			long := slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return utf8.RuneCountInString(p) < 2 }) // the 2 of "W-2" says nothing
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
	for _, i := range slices.Backward(nowhere) { // so that what is before keeps its place
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

// joined returns words with each two in one that are written so somewhere: "cash back"
// as "cashback".
func (s *Store) joined(ctx context.Context, words []string) (out []string, err error) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		if i+1 < len(words) {
			there, err := s.isIn(ctx, word+words[i+1])
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

// maxNearest is how many words that are equally near are tried.
const maxNearest = 4

// nearest returns what is nearest to a word which is nowhere: two words that it was
// made of, or the word with the fewest typing errors between; of several, the one
// that finds most beside those that are known. There may be none.
func (s *Store) nearest(ctx context.Context, word string, known []string) ([]string, error) {
	if two, err := s.split(ctx, word); err != nil || two != "" {
		return strings.Fields(two), err
	}
	similar, err := s.similar(ctx, word)
	if err != nil {
		return nil, err
	}
	var near []string
	fewest := mistakes(word)
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

// mistakes is how many typing errors a word may have.
func mistakes(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n < 4:
		return 0
	case n < 9: // so that "medicare" is not taken for "medical"
		return 1
	}
	return 2
}

// distance is how many letters one has to insert, leave out, change or swap with
// the next to get from one word to another.
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

// The marks around a hit in what the database returns.
const (
	hitStart = "\x02"
	hitEnd   = "\x03"
)

// parts reads a marked text.
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

// plain is a marked text as it is read.
func plain(escaped string) string {
	return strings.Join(strings.Fields(html.UnescapeString(escaped)), " ")
}

// told is how many bytes of a part tell whether the whole begins or ends with it.
const told = 30

// cut marks with an ellipsis where a part of a text, which begins and ends like
// this, was cut within a sentence.
func cut(marked, begins, ends string) string {
	bare := strings.NewReplacer(hitStart, "", hitEnd, "").Replace(marked)
	first, _ := utf8.DecodeRuneInString(bare)
	if !strings.HasPrefix(begins, bare[:min(told, len(bare))]) && !unicode.IsUpper(first) {
		marked = "… " + marked
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(bare, `"'”’)`))
	if !strings.HasSuffix(ends, bare[max(0, len(bare)-told):]) && !strings.ContainsRune(".!?", last) {
		marked = strings.TrimRight(marked, ",:;") + " …"
	}
	return marked
}

// marked marks the words that are these, whatever punctuation is in them, and those
// that begin with what was typed of one.
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

// maxMiss is the longest search that editors get to see, in characters.
const maxMiss = 60

// missOf returns what is kept of a search without an answer: words only, and
// nothing of what may be a number or an address.
func missOf(text string) (words string, kept bool) {
	if strings.ContainsAny(text, "@/") || strings.ContainsFunc(text, unicode.IsDigit) {
		return "", false
	}
	words = strings.Join(wordsOf(text), " ")
	return words, words != "" && utf8.RuneCountInString(words) <= maxMiss
}
