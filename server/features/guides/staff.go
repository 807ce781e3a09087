package guides

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
)

// StaffCard is a guide in a list for staff.
type StaffCard struct {
	pieces.Piece
	Subtitle          string `json:"subtitle"`
	EstimatedReadTime int    `json:"estimatedReadTime"`
	WordCount         int    `json:"wordCount"`
}

// StaffGuide is a guide as stored.
type StaffGuide struct {
	StaffCard
	pieces.Notes
	Introduction     string      `json:"introduction"` // Markdown
	Conclusion       string      `json:"conclusion"`   // Markdown
	Items            []StaffItem `json:"items" gorm:"-"`
	Related          []string    `json:"related" gorm:"serializer:json"`         // slugs
	RelatedArticles  []string    `json:"relatedArticles" gorm:"serializer:json"` // slugs
	IntroductionHTML string      `json:"-"`                                      // rendered from Introduction
	ConclusionHTML   string      `json:"-"`                                      // rendered from Conclusion
}

// StaffItem is a step as stored.
type StaffItem struct {
	ID            int64   `json:"id"`
	GuideID       int64   `json:"-"`
	Position      int     `json:"-"`
	Title         string  `json:"title"`
	ImageURL      *string `json:"imageUrl"`
	Content       string  `json:"content"` // Markdown
	CTAText       *string `json:"ctaText"`
	CTAURL        *string `json:"ctaUrl"`
	CTASponsored  bool    `json:"ctaSponsored"`
	CTAAdvertiser *string `json:"ctaAdvertiser"` // who pays for it
	ContentHTML   string  `json:"-"`             // rendered from Content
}

// Limits of a guide.
const (
	maxItems = 60
	maxCTA   = 100 // characters
)

// cardColumns are the columns of a StaffCard.
const cardColumns = `id, slug, title, subtitle, category, tags, author_name, image_url, estimated_read_time, word_count, featured,
	status, publish_at, reviewed_at, revised_at, version, created_at, updated_at, deleted_at`

// Desk has what editing guides needs. Articles returns the cards of related
// articles.
type Desk struct {
	pieces.Site
	Articles Lookup
}

// Guides declares the guides.
func Guides(desk Desk) editable.Kind[StaffGuide, StaffGuide] {
	return pieces.Declare(declaration(desk))
}

func declaration(desk Desk) pieces.Declaration[StaffGuide] {
	store := &Store{DB: desk.DB, Offers: desk.Offers}
	return pieces.Declaration[StaffGuide]{
		Pieces: desk.Site,
		Kind: editable.Kind[StaffGuide, StaffGuide]{
			Name: "guide", Table: "guides", Path: "/api/admin/guides", Missing: ErrNotFound,
			Brief: &editable.Brief[StaffGuide]{Columns: cardColumns, Show: func(g StaffGuide) any { return g.StaffCard }},
			Fields: []editable.Field{
				{Column: "subtitle", Label: "Subtitle", Rule: editable.Line(pieces.MaxExcerpt), Control: "text", Hint: "Shown on cards, in search results, and below the title"},
				{Column: "introduction", Label: "Introduction", Rule: pieces.Text(desk.Offers), Doc: "Markdown. Raw HTML is shown as text."},
				{Name: "items", Label: "Steps", Rule: items(desk.Site), Doc: "Send the ID of each existing step, so readers keep their check marks."},
				{Column: "conclusion", Label: "Conclusion", Rule: pieces.Text(desk.Offers), Doc: "Markdown. Raw HTML is shown as text."},
				{Column: "related", Label: "Related guides", Rule: pieces.References("guides"), Hint: pieces.RelatedHint, Doc: "Guide slugs."},
				{Column: "related_articles", Label: "Related articles", Rule: pieces.References("articles"), Hint: pieces.RelatedHint, Doc: "Article slugs."},
			},
			Load: loadItems, Save: saveItems,
		},
		Long: []string{"introduction", "conclusion", "items"}, Ready: ready, Revised: revised, Render: render,
		Shown: func(ctx context.Context, g StaffGuide) (any, error) {
			return store.preview(ctx, g, desk.Articles)
		},
	}
}

// items accepts the steps of a guide, in order. A step sent with its id keeps
// it, so that readers' checkmarks stay with it.
func items(site pieces.Site) editable.Rule {
	fields, body := itemFields(site), []editable.Field{}
	for _, f := range fields {
		body = append(body, f.Field)
	}
	return editable.Rule{Control: "steps", Schema: editable.Schema{Of: []any{body}, MaxItems: maxItems}, Read: func(value json.RawMessage) (any, string) {
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil || len(list) > maxItems {
			return nil, fmt.Sprintf("Send a list of at most %d steps.", maxItems)
		}
		steps := make([]StaffItem, len(list))
		for i, sent := range list {
			if wrong := readItem(fields, sent, &steps[i]); wrong != "" {
				return nil, fmt.Sprintf("Step %d: %s", i+1, wrong)
			}
			steps[i].Position = i + 1
		}
		return steps, ""
	}}
}

// itemField is a field of a step in a request.
type itemField struct {
	editable.Field
	set func(*StaffItem, any)
}

// itemFields returns the fields of a step.
func itemFields(site pieces.Site) []itemField {
	return []itemField{
		{editable.Field{Name: "id", Rule: editable.ID()}, func(i *StaffItem, v any) { i.ID = v.(int64) }},
		{editable.Field{Name: "title", Rule: editable.Line(editable.MaxTitle), Doc: "Required to publish."}, func(i *StaffItem, v any) { i.Title = v.(string) }},
		{editable.Field{Name: "imageUrl", Rule: site.Image(), Nullable: true}, func(i *StaffItem, v any) { i.ImageURL = text(v) }},
		{editable.Field{Name: "content", Rule: pieces.Text(site.Offers), Doc: "Markdown. Raw HTML is shown as text."}, func(i *StaffItem, v any) { i.Content = v.(string) }},
		{editable.Field{Name: "ctaText", Rule: editable.Line(maxCTA), Nullable: true}, func(i *StaffItem, v any) { i.CTAText = text(v) }},
		{editable.Field{Name: "ctaUrl", Rule: linkOf(site.Offers), Nullable: true}, func(i *StaffItem, v any) { i.CTAURL = text(v) }},
		{editable.Field{Name: "ctaSponsored", Rule: editable.Flag(), Doc: "The link leads to a partner who pays us."}, func(i *StaffItem, v any) { i.CTASponsored = v.(bool) }},
		{editable.Field{Name: "ctaAdvertiser", Rule: editable.Line(maxCTA), Nullable: true, Doc: "The partner's name."}, func(i *StaffItem, v any) { i.CTAAdvertiser = text(v) }},
	}
}

func readItem(fields []itemField, sent json.RawMessage, out *StaffItem) (wrong string) {
	var values map[string]json.RawMessage
	if json.Unmarshal(sent, &values) != nil {
		return "We couldn't read this."
	}
	for _, f := range fields {
		value, named := values[f.Name]
		delete(values, f.Name)
		if !named || string(value) == "null" || string(value) == `""` {
			continue
		}
		read, wrong := f.Rule.Read(value)
		if wrong != "" {
			return wrong
		}
		f.set(out, read)
	}
	if len(values) > 0 {
		return "It has an unknown field."
	}
	return ""
}

// linkOf accepts a step's link, which may be to an offer.
func linkOf(offers pieces.Offers) editable.Rule {
	return editable.And(editable.Link(), func(address string) string {
		wrong := markdown.CheckLink(address)
		if wrong == "" && offers != nil {
			wrong = offers.CheckLink(address)
		}
		return wrong
	})
}

func text(v any) *string {
	if s := v.(string); s != "" {
		return &s
	}
	return nil
}

// ready returns an error for each field that must be filled in before
// publishing.
func ready(old *StaffGuide, values map[string]any) (wrong []fault.Field) {
	var was StaffGuide
	if old != nil {
		was = *old
	}
	if pieces.Blank(values, "subtitle", was.Subtitle) {
		wrong = append(wrong, fault.Field{Field: "subtitle", Message: "Enter a subtitle before you publish."})
	}
	if pieces.Blank(values, "category", was.Category) {
		wrong = append(wrong, fault.Field{Field: "category", Message: "Choose a category before you publish."})
	}
	items := itemsOf(was, values)
	if len(items) == 0 {
		wrong = append(wrong, fault.Field{Field: "items", Message: "Add a step before you publish."})
	}
	for i, item := range items {
		if item.Title == "" {
			sentence := fmt.Sprintf("Enter a title for step %d before you publish.", i+1)
			return append(wrong, fault.Field{Field: "items", Message: sentence})
		}
	}
	return append(wrong, pieces.CheckNumbers(texts(was, values)...)...)
}

// texts returns the guide's texts after an update with values.
func texts(was StaffGuide, values map[string]any) []pieces.Named {
	named := []pieces.Named{{Field: "introduction", Text: was.Introduction}, {Field: "conclusion", Text: was.Conclusion}}
	for i, t := range named {
		if sent, ok := values[t.Field].(string); ok {
			named[i].Text = sent
		}
	}
	for i, item := range itemsOf(was, values) {
		named = append(named, pieces.Named{Field: "items", Part: fmt.Sprintf("Step %d, ", i+1), Text: item.Content})
	}
	return named
}

// itemsOf returns the guide's steps after an update with values.
func itemsOf(was StaffGuide, values map[string]any) []StaffItem {
	if sent, ok := values["items"].([]StaffItem); ok {
		return sent
	}
	return was.Items
}

// revised reports whether values change the texts, and so the revision date.
func revised(old StaffGuide, values map[string]any) bool {
	items, sent := values["items"].([]StaffItem)
	same := func(a, b StaffItem) bool {
		a.ID, a.GuideID, a.ContentHTML, b.ID, b.GuideID, b.ContentHTML = 0, 0, "", 0, 0, ""
		return reflect.DeepEqual(a, b)
	}
	return sent && !slices.EqualFunc(items, old.Items, same) || pieces.Changes(values, map[string]string{
		"title": old.Title, "subtitle": old.Subtitle, "introduction": old.Introduction, "conclusion": old.Conclusion,
	})
}

// render adds the columns computed from the texts to values, and renders the
// steps.
func render(find picture.Lookup, old *StaffGuide, values map[string]any) error {
	var g StaffGuide
	if old != nil {
		g = *old
	}
	written := false
	for column, text := range map[string]*string{"introduction": &g.Introduction, "conclusion": &g.Conclusion} {
		if sent, ok := values[column].(string); ok {
			*text, written = sent, true
		}
	}
	if sent, ok := values["items"].([]StaffItem); ok {
		g.Items, written = sent, true
	}
	if !written {
		return nil
	}
	made, err := g.render(find)
	maps.Copy(values, made)
	return err
}

// render renders the texts, and returns the columns that it set.
func (g *StaffGuide) render(find picture.Lookup) (made map[string]any, err error) {
	sources := []string{g.Introduction}
	for _, item := range g.Items {
		sources = append(sources, item.Content)
	}
	sheets, _ := markdown.Numbers(append(sources, g.Conclusion)...)
	calculations, err := pieces.NumbersColumn(sheets)
	if err != nil {
		return nil, err
	}
	if g.IntroductionHTML, err = markdown.Note(g.Introduction, find, sheets...); err != nil {
		return nil, err
	}
	if g.ConclusionHTML, err = markdown.Note(g.Conclusion, find, sheets...); err != nil {
		return nil, err
	}
	g.WordCount = markdown.Words(markdown.Plain(g.Introduction), markdown.Plain(g.Conclusion))
	for i := range g.Items {
		item := &g.Items[i]
		item.Position = i + 1
		if item.ContentHTML, err = markdown.Note(item.Content, find, sheets...); err != nil {
			return nil, err
		}
		g.WordCount += markdown.Words(item.Title, markdown.Plain(item.Content))
	}
	g.Claims = markdown.Claims(append(sources, g.Conclusion)...)
	marked, err := pieces.ClaimsColumn(g.Claims)
	if err != nil {
		return nil, err
	}
	g.EstimatedReadTime = markdown.Minutes(g.WordCount)
	return map[string]any{
		"introduction_html": g.IntroductionHTML, "conclusion_html": g.ConclusionHTML, "rendered": markdown.Version,
		"word_count": g.WordCount, "estimated_read_time": g.EstimatedReadTime, "numbers": calculations, "claims": marked,
	}, nil
}
