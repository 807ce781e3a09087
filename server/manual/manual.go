// Package manual has the manual for people who run the site and work on it, in
// Markdown, one page per subject. The command line prints it, and staff read it
// at /admin/help.
package manual

import (
	"embed"
	"fmt"
	"regexp"
	"strings"

	"thriftwell/server/platform/markdown"
)

//go:embed *.md
var files embed.FS

// Path is where staff read the manual. Pages are below it.
const Path = "/admin/help"

// names returns the pages in reading order.
func names() []string {
	return []string{
		"install", "settings", "settings-services", "commands", "access", "email", "keys", "backups", "upgrades", "health", "watching", "trouble", "scaling",
		"editing", "calculators", "import", "campaigns", "subscribers", "offers", "offer-imports", "postbacks", "reports", "privacy", "internals", "cache",
	}
}

// Page is a page of the manual.
type Page struct {
	Name     string             `json:"name"`
	Title    string             `json:"title"`
	HTML     string             `json:"html"`
	Sections []markdown.Heading `json:"sections"`
	Source   string             `json:"-"`
}

// Pages returns the manual in reading order.
func Pages() ([]Page, error) {
	var pages []Page
	for _, name := range names() {
		page, err := Find(name)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// link matches a link to another page of the manual.
var link = regexp.MustCompile(`\]\(([a-z-]+)\.md(#[\w-]+)?\)`)

// Find returns the page with a name, or fs.ErrNotExist.
func Find(name string) (Page, error) {
	source, err := files.ReadFile(name + ".md")
	if err != nil {
		return Page{}, err
	}
	title, body, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), "\n")
	html, sections, err := markdown.Article(link.ReplaceAllString(body, "]("+Path+"/$1$2)"), nil)
	if err != nil {
		return Page{}, fmt.Errorf("manual page %s: %w", name, err)
	}
	return Page{Name: name, Title: title, HTML: html, Sections: sections, Source: string(source)}, nil
}
