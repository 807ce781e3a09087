// Package search finds articles, guides and their steps by words, in spite of
// typing errors, and tells editors what readers look for in vain.
package search

import (
	"context"
	"regexp"
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
	Page  int  // from 1
}

// Answer is a part of what was found, the best first.
type Answer struct {
	Words     string   `json:"words"`     // that were searched for
	Corrected bool     `json:"corrected"` // those of the query find nothing: some are replaced or left out
	Results   []Result `json:"results"`
	Total     int      `json:"total"`
	More      bool     `json:"more"` // there are more than Total, which is the most that are shown

	leftOut bool // a word of the query is nowhere, and nothing near it
}

// isMiss reports whether nothing was found, or a word had to be left out.
func (a Answer) isMiss() bool { return a.Total == 0 || a.leftOut }

// Result is an article, a guide or a step of one.
type Result struct {
	Kind     string `json:"kind"` // article or guide
	Slug     string `json:"slug"`
	Step     int    `json:"step"` // its position in the guide; 0 for the whole piece
	Category string `json:"category"`
	Title    []Part `json:"title"`
	Guide    string `json:"guide"`   // the title of the guide that a step is in
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

// Find answers a query. Where its words find nothing together, it takes two for one
// that is somewhere; where that finds nothing either, it looks for the nearest in the
// place of those that are nowhere, and leaves out those that have none.
func (s *Store) Find(ctx context.Context, q Query) (Answer, error) {
	words := wordsOf(q.Text)
	a, err := s.find(ctx, words, q)
	if err != nil || a.Total > 0 || len(words) == 0 {
		return a, err
	}
	joined, err := s.joined(ctx, words)
	if err != nil {
		return a, err
	}
	if len(joined) < len(words) {
		if found, err := s.find(ctx, joined, q); err != nil || found.Total > 0 {
			found.Corrected = true
			return found, err
		}
	}
	corrected, leftOut, err := s.correct(ctx, words, q.Typed)
	if err != nil || len(corrected) == 0 || slices.Equal(corrected, words) {
		return a, err
	}
	found, err := s.find(ctx, corrected, q)
	if err != nil || found.Total == 0 {
		return a, err
	}
	found.Corrected, found.leftOut = true, leftOut
	return found, nil
}

// correct replaces each word that is nowhere by the nearest that is somewhere, and
// leaves it out where there is none; not the last one while it is typed.
func (s *Store) correct(ctx context.Context, words []string, typed bool) (out []string, leftOut bool, err error) {
	for i, word := range words {
		there, err := s.isSomewhere(ctx, word)
		if err != nil {
			return nil, false, err
		}
		best := word
		if !there {
			if best, err = s.nearest(ctx, word); err != nil {
				return nil, false, err
			}
		}
		if best == "" && typed && i == len(words)-1 {
			best = word
		}
		if best == "" {
			leftOut = true
			continue
		}
		out = append(out, best)
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

// nearest returns the word that is nearest to one which is nowhere: with a hyphen
// in it, or with a typing error. It is empty where none is near.
func (s *Store) nearest(ctx context.Context, word string) (string, error) {
	found, err := s.hyphenated(ctx, word)
	if err != nil || found != "" {
		return found, err
	}
	similar, err := s.similar(ctx, word)
	best := mistakes(word) + 1
	for _, other := range similar {
		if d := distance(word, other); d < best {
			best, found = d, other
		}
	}
	return found, err
}

// mistakes is how many typing errors a word may have.
func mistakes(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n < 4:
		return 0
	case n < 6:
		return 1
	}
	return 2
}

var wordForm = regexp.MustCompile(`[\p{L}\p{N}]+`)

// wordsOf reads the words of a query, in lower case.
func wordsOf(text string) []string {
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "")
	}
	words := wordForm.FindAllString(strings.ToLower(text), maxWords)
	return slices.DeleteFunc(words, func(w string) bool { return utf8.RuneCountInString(w) > maxWord })
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

// beginnings marks the words that begin with what was typed of one.
func beginnings(of []Part, typed string) []Part {
	if typed == "" {
		return of
	}
	out := []Part{}
	for _, p := range of {
		if p.Hit {
			out = append(out, p)
			continue
		}
		marked := wordForm.ReplaceAllStringFunc(p.Text, func(word string) string {
			if strings.HasPrefix(strings.ToLower(word), typed) {
				return hitStart + word + hitEnd
			}
			return word
		})
		out = append(out, parts(marked)...)
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
