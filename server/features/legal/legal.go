// Package legal serves the privacy policy and the terms, which admins can edit.
// The program writes the parts that it knows best: what personal data the site
// stores, for how long, and how people can have it deleted. The policy's text
// has a placeholder for each of these parts.
package legal

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/markdown"
)

// Tag is the cache tag of pages that show a legal text.
const Tag = "legal"

// AuditKind is the audit log's name for a legal text.
const AuditKind = "legal text"

//go:embed texts/*.md
var texts embed.FS

// Placeholder stands for a part of a text that the program writes.
type Placeholder struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	alone   bool   // must be a paragraph of its own
}

func (p Placeholder) mark() string { return "{{" + p.Name + "}}" }

// Placeholders returns the placeholders of a page. Its text must contain each
// of them once.
func Placeholders(page string) []Placeholder {
	if page != "privacy" {
		return []Placeholder{}
	}
	return []Placeholder{
		{Name: "effective", Meaning: "“Effective” and the effective date"},
		{Name: "data", Meaning: "what data the site collects, and why", alone: true},
		{Name: "keeping", Meaning: "how long it keeps the data", alone: true},
		{Name: "rights", Meaning: "how people can see, correct, and delete it", alone: true},
	}
}

// isPage reports whether a page has a legal text.
func isPage(page string) bool { return slices.Contains(pages, page) }

// builtInSince is the effective date of the built-in texts.
const builtInSince = "2026-11-22"

// version is a stored text.
type version struct {
	ID        int64
	Page      string
	Effective time.Time
	Text      string
	Shown     string
}

func (v version) day() calendar.Day { return calendar.Day{Time: v.Effective} }

// builtIn returns the built-in version.
func builtIn(page string) (v version, err error) {
	text, err := texts.ReadFile("texts/" + page + ".md")
	if err != nil {
		return v, err
	}
	day, err := calendar.Parse(builtInSince)
	return version{Page: page, Effective: day.Time, Text: strings.TrimSpace(string(text))}, err
}

// Parts returns everything that the program writes in the privacy policy.
func Parts() (string, error) {
	var out []string
	for _, p := range Placeholders("privacy") {
		if p.alone {
			part, err := texts.ReadFile("texts/" + p.Name + ".md")
			if err != nil {
				return "", err
			}
			out = append(out, string(part))
		}
	}
	return strings.Join(out, "\n"), nil
}

// whole returns the text with the program's current parts.
func (v version) whole() (string, error) {
	text := v.Text
	for _, p := range Placeholders(v.Page) {
		part := "Effective " + v.Effective.Format("January 2, 2006")
		if p.alone {
			b, err := texts.ReadFile("texts/" + p.Name + ".md")
			if err != nil {
				return "", err
			}
			part = strings.TrimSpace(string(b))
		}
		text = strings.ReplaceAll(text, p.mark(), part)
	}
	return text, nil
}

// maxText is the maximum length of a text, in characters.
const maxText = 60_000

// check returns what is wrong with a text.
func check(page, text string) []fault.Field {
	wrong := func(message string) []fault.Field { return []fault.Field{{Field: "text", Message: message}} }
	switch {
	case text == "":
		return wrong("Enter the text.")
	case utf8.RuneCountInString(text) > maxText:
		return wrong(fmt.Sprintf("Please use at most %d characters.", maxText))
	case strings.ContainsRune(text, 0) || !utf8.ValidString(text):
		return wrong("The text contains a character we can't store.")
	}
	rest := text
	for _, p := range Placeholders(page) {
		if strings.Count(text, p.mark()) != 1 || p.alone && !standsAlone(text, p.mark()) {
			where := ""
			if p.alone {
				where = ", on its own line between blank lines"
			}
			return wrong(fmt.Sprintf("Include %s exactly once%s. It stands for %s.", p.mark(), where, p.Meaning))
		}
		rest = strings.Replace(rest, p.mark(), "", 1)
	}
	if strings.Contains(rest, "{{") {
		return wrong("The text has a placeholder this page doesn't support.")
	}
	if message := markdown.Check(text); message != "" {
		return wrong(message)
	}
	return nil
}

// standsAlone reports whether mark is a paragraph of its own.
func standsAlone(text, mark string) bool {
	return strings.Contains("\n\n"+text+"\n\n", "\n\n"+mark+"\n\n")
}

// pages lists the pages that have a legal text.
var pages = []string{"privacy", "terms"}

// digest returns a hash of a text including the program's parts. If a release
// changes those, the page needs another review.
func (v version) digest() (string, error) {
	text, err := v.whole()
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), err
}

// Querier is a connection to Postgres or a pool.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Unreviewed returns the pages whose current text no admin has marked as
// reviewed by counsel. The database may have an older schema or be empty.
func Unreviewed(ctx context.Context, db Querier, today calendar.Day) ([]string, error) {
	out := []string{}
	for _, page := range pages {
		v, err := builtIn(page)
		if err == nil {
			_, err = read(ctx, db, []any{&v.Text, &v.Effective}, "SELECT text, effective FROM legal_texts WHERE page = $1 AND effective <= $2 ORDER BY effective DESC LIMIT 1", page, today.Time)
		}
		if err != nil {
			return nil, err
		}
		digest, err := v.digest()
		if err != nil {
			return nil, err
		}
		reviewed, err := read(ctx, db, nil, "SELECT FROM legal_reviews WHERE page = $1 AND digest = $2", page, digest)
		if err != nil {
			return nil, err
		}
		if !reviewed {
			out = append(out, page)
		}
	}
	return out, nil
}

// read reads a row, if there is one and its table exists.
func read(ctx context.Context, db Querier, into []any, query string, args ...any) (found bool, err error) {
	rows, err := db.Query(ctx, query, args...)
	if err == nil {
		_, err = pgx.ForEachRow(rows, into, func() error { found = true; return nil })
	}
	if missing := new(pgconn.PgError); errors.As(err, &missing) && missing.Code == "42P01" {
		err = nil
	}
	return found, err
}
