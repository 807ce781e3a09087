package articles

import (
	"encoding/json"
	"fmt"
	"maps"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
)

// StaffCard is an article in a list for staff.
type StaffCard struct {
	pieces.Piece
	Excerpt    string  `json:"excerpt"`
	ImageAlt   string  `json:"imageAlt"`
	AvgSavings *string `json:"avgSavings"`
	ReadTime   int     `json:"readTime"`
	WordCount  int     `json:"wordCount"`
}

// StaffArticle is an article as stored.
type StaffArticle struct {
	StaffCard
	pieces.Notes
	Body              string             `json:"body"` // Markdown
	SavingsAssumption *string            `json:"savingsAssumption"`
	Related           []string           `json:"related" gorm:"serializer:json"` // slugs
	BodyHTML          string             `json:"-"`                              // rendered from Body
	TOC               []markdown.Heading `json:"-" gorm:"serializer:json"`
}

// cardColumns are the columns of a StaffCard.
const cardColumns = `id, slug, title, excerpt, category, tags, author_name, image_url, image_alt, avg_savings, read_time, word_count, featured,
	status, publish_at, reviewed_at, revised_at, version, created_at, updated_at, deleted_at`

// Articles declares the articles.
func Articles(site pieces.Site) editable.Kind[StaffArticle, StaffArticle] {
	return pieces.Declare(declaration(site))
}

func declaration(site pieces.Site) pieces.Declaration[StaffArticle] {
	return pieces.Declaration[StaffArticle]{
		Pieces: site,
		Kind: editable.Kind[StaffArticle, StaffArticle]{
			Name: "article", Table: "articles", Path: "/api/admin/articles", Missing: ErrNotFound,
			Brief: &editable.Brief[StaffArticle]{Columns: cardColumns, Show: func(a StaffArticle) any { return a.StaffCard }},
			Fields: []editable.Field{
				{Column: "excerpt", Label: "Excerpt", Rule: editable.Line(pieces.MaxExcerpt), Control: "text", Hint: "Shown on cards, in search results, and below the title"},
				{Column: "body", Label: "Body", Rule: pieces.Text(site.Offers), Doc: "Markdown. Raw HTML is shown as text."},
				{Column: "image_alt", Label: "Alt text", Rule: editable.Line(pieces.MaxExcerpt), Hint: "For screen readers"},
				{Column: "avg_savings", Label: "Savings", Rule: editable.Line(maxSavings), Nullable: true, Hint: "Such as $482/year. The article must show the math."},
				{Column: "savings_assumption", Label: "Savings based on", Rule: editable.Text(pieces.MaxExcerpt), Control: "line", Nullable: true, Hint: "Such as canceling four services"},
				{Column: "related", Label: "Related articles", Rule: pieces.References("articles"), Hint: pieces.RelatedHint, Doc: "Article slugs."},
			},
		},
		Long: []string{"body"}, Ready: ready, Revised: revised, Render: render, Shown: (&Store{DB: site.DB, Offers: site.Offers}).Preview,
	}
}

// maxSavings is the length limit of the savings badge, in characters.
const maxSavings = 40

// ready returns an error for each field that must be filled in before
// publishing.
func ready(old *StaffArticle, values map[string]any) (wrong []fault.Field) {
	var was StaffArticle
	if old != nil {
		was = *old
	}
	for _, f := range []struct{ column, old, sentence string }{
		{"excerpt", was.Excerpt, "Enter an excerpt before you publish."},
		{"category", was.Category, "Choose a category before you publish."},
		{"body", was.Body, "Write the text before you publish."},
	} {
		if pieces.Blank(values, f.column, f.old) {
			wrong = append(wrong, fault.Field{Field: f.column, Message: f.sentence})
		}
	}
	body, sent := values["body"].(string)
	if !sent {
		body = was.Body
	}
	return append(wrong, pieces.CheckNumbers(pieces.Named{Field: "body", Text: body})...)
}

// revised reports whether values change the title, the excerpt or the body, and
// so the revision date.
func revised(old StaffArticle, values map[string]any) bool {
	return pieces.Changes(values, map[string]string{"title": old.Title, "excerpt": old.Excerpt, "body": old.Body})
}

// render adds the columns computed from the body to values.
func render(find picture.Lookup, _ *StaffArticle, values map[string]any) error {
	body, sent := values["body"].(string)
	if !sent {
		return nil
	}
	a := StaffArticle{Body: body}
	made, err := a.render(find)
	maps.Copy(values, made)
	return err
}

// render renders the body, and returns the columns that it set.
func (a *StaffArticle) render(find picture.Lookup) (made map[string]any, err error) {
	if a.BodyHTML, a.TOC, err = markdown.Article(a.Body, find); err != nil {
		return nil, err
	}
	toc, err := json.Marshal(a.TOC)
	if err != nil {
		return nil, fmt.Errorf("write the sections of an article: %w", err)
	}
	sheets, _ := markdown.Numbers(a.Body)
	calculations, err := pieces.NumbersColumn(sheets)
	if err != nil {
		return nil, err
	}
	a.Claims = markdown.Claims(a.Body)
	marked, err := pieces.ClaimsColumn(a.Claims)
	if err != nil {
		return nil, err
	}
	a.WordCount = markdown.Words(markdown.Plain(a.Body))
	a.ReadTime = markdown.Minutes(a.WordCount)
	return map[string]any{
		"body_html": a.BodyHTML, "toc": string(toc), "rendered": markdown.Version, "word_count": a.WordCount, "read_time": a.ReadTime, "numbers": calculations, "claims": marked,
	}, nil
}
