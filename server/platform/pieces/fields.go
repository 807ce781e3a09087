package pieces

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/weburl"
)

// Limits of the fields of a piece, in characters or entries.
const (
	MaxExcerpt    = 500
	maxAuthor     = 100
	maxCategory   = 40
	maxTag        = 40
	maxTags       = 20
	maxSources    = 50
	maxReferences = 20
)

// fields returns the fields that every piece has.
func fields(site editable.Site) []editable.Field {
	return []editable.Field{
		{Column: "title", Label: "Title", Rule: editable.Line(editable.MaxTitle), Required: "Enter a title."},
		{Column: "slug", Label: "Slug", Rule: slug(), Required: "Enter a slug, such as lower-your-water-bill.", Taken: "This slug is already in use.", Hint: "End of the address. The old address redirects to the new one.", Doc: "Lowercase letters, digits, and single hyphens, not digits only."},
		{Column: "category", Label: "Category", Rule: category(), Doc: "A slug, not limited to the site's categories."},
		{Column: "tags", Label: "Tags", Rule: tags(), Hint: "Separated by commas"},
		{Column: "author_name", Label: "Author", Rule: editable.Line(maxAuthor), Required: "Enter the author's name.", Default: true, Initial: "Editorial team"},
		{Column: "image_url", Label: "Picture", Rule: site.Image(), Nullable: true},
		{Column: "featured", Label: "Featured", Rule: editable.Flag(), Hint: "Shown on the home page"},
		{Column: "sources", Label: "Sources", Rule: sources(), Hint: "One per line: title, address, and date checked, such as EPA: WaterSense https://www.epa.gov/watersense 2026-03-04", Doc: "The sources used."},
		{Column: "correction", Label: "Correction", Rule: correction(), Nullable: true, Hint: "The correction note shown to readers", Doc: "The correction shown to readers; null removes it."},
		{Column: "reviewed_at", Label: "Last reviewed", Rule: editable.Time(), Control: "day", Nullable: true, Hint: "When someone last checked the facts"},
		{Column: "revised_at", Rule: editable.Time(), Doc: "Set automatically when what readers see changes in substance."},
		{Column: "status", Label: "Status", Rule: editable.Choice("Choose draft, scheduled, published, or archived.", Draft, Scheduled, Published, Archived), Initial: Draft, Doc: "Only published pieces are public. Scheduled ones are published at publishAt."},
		{Column: "publish_at", Label: "Publish at", Hint: "Leave blank to publish right away.", Rule: editable.SoonTime(), Nullable: true, Doc: "When it's published. A future time hides a published piece until then; a past time publishes a scheduled one."},
		revisions.Autosave("Autosave: saves within a few minutes share one revision. Not for public pieces."),
	}
}

// RelatedHint is the hint of the fields of References.
const RelatedHint = "Shown below the text in this order, once published"

// isReserved reports whether a slug is used by other calls or pages. One of
// digits only would look like a number.
func isReserved(slug string) bool {
	return slices.Contains([]string{"featured", "feed", "new", "preview"}, slug) || strings.Trim(slug, "0123456789") == ""
}

func slug() editable.Rule {
	return editable.And(editable.Slug(), func(slug string) (wrong string) {
		if isReserved(slug) {
			wrong = "This slug is reserved. Choose another."
		}
		return wrong
	})
}

// category accepts any name in the form of a slug. The site shows other
// categories than its own too.
func category() editable.Rule {
	rule := editable.And(editable.Line(maxCategory), func(name string) (wrong string) {
		if name != "" && (!weburl.IsSlug(name) || name == "all") {
			wrong = "Enter a category in lowercase letters, digits, and single hyphens, such as insurance."
		}
		return wrong
	})
	rule.Control = "category"
	return rule
}

// asJSON returns a list as its column stores it.
func asJSON[T any](list []T) (any, string) {
	b, err := json.Marshal(append([]T{}, list...))
	if err != nil {
		return nil, "We couldn't read this."
	}
	return string(b), ""
}

// tags accepts a list of tags. It rejects quotes and backslashes, which
// searches wouldn't find.
func tags() editable.Rule {
	return editable.Rule{Control: "tags", Schema: editable.Schema{Of: []string{}, MaxItems: maxTags, MaxLength: maxTag}, Read: func(value json.RawMessage) (any, string) {
		var list, kept []string
		if json.Unmarshal(value, &list) != nil || len(list) > maxTags {
			return nil, fmt.Sprintf("Enter at most %d tags.", maxTags)
		}
		for _, tag := range list {
			tag, wrong := form.Line(tag, maxTag)
			if wrong != "" {
				return nil, wrong
			}
			if strings.ContainsAny(tag, `"\`) {
				return nil, "A tag can't contain quotation marks or backslashes."
			}
			if tag != "" && !slices.Contains(kept, tag) {
				kept = append(kept, tag)
			}
		}
		return asJSON(kept)
	}}
}

// sources accepts a list of sources.
func sources() editable.Rule {
	return editable.Rule{Control: "sources", Schema: editable.Schema{Of: []Source{}, MaxItems: maxSources}, Read: func(value json.RawMessage) (any, string) {
		var list []Source
		if json.Unmarshal(value, &list) != nil || len(list) > maxSources {
			return nil, fmt.Sprintf("Enter at most %d sources, each with a title and a URL.", maxSources)
		}
		for i, s := range list {
			address, refusal := weburl.Check(s.URL)
			if refusal != "" {
				return nil, fmt.Sprintf("Source %d: %s", i+1, refusal)
			}
			title, wrong := form.Line(s.Title, editable.MaxTitle)
			if wrong != "" {
				return nil, fmt.Sprintf("Source %d: %s", i+1, wrong)
			}
			if s.LookedAt != "" {
				if _, err := calendar.Parse(s.LookedAt); err != nil {
					return nil, fmt.Sprintf("Source %d: Write the date as 2026-03-04.", i+1)
				}
			}
			list[i] = Source{Title: title, URL: address, LookedAt: s.LookedAt}
		}
		return asJSON(list)
	}}
}

// correction accepts the text of a correction and its time, which defaults to
// now.
func correction() editable.Rule {
	const missing = "Enter what was corrected."
	body := []editable.Field{
		{Name: "text", Rule: editable.Text(MaxExcerpt), Required: missing},
		{Name: "at", Rule: editable.Time(), Doc: "Now by default."},
	}
	return editable.Rule{Control: "correction", Schema: editable.Schema{Of: body}, Read: func(value json.RawMessage) (any, string) {
		var sent Correction
		if json.Unmarshal(value, &sent) != nil {
			return nil, "Send the correction's text and, as at, when it was made."
		}
		text, wrong := form.Text(sent.Text, MaxExcerpt)
		if wrong == "" && text == "" {
			wrong = missing
		}
		if wrong != "" {
			return nil, wrong
		}
		sent.Text = text
		kept, err := json.Marshal(sent)
		if err != nil {
			return nil, "We couldn't read this."
		}
		return string(kept), ""
	}}
}

// Text accepts a text in Markdown, which may link to offers.
func Text(offers Offers) editable.Rule {
	rule := OfferLinks(editable.And(editable.Text(markdown.MaxLength), markdown.Check), offers)
	rule.Control = "markdown"
	return rule
}

// References accepts the slugs of other pieces, with the given form control. A
// slug without a public piece is stored, but not shown.
func References(control string) editable.Rule {
	return editable.Rule{Control: control, Schema: editable.Schema{Of: []string{}, MaxItems: maxReferences}, Read: func(value json.RawMessage) (any, string) {
		var list []string
		if json.Unmarshal(value, &list) != nil || len(list) > maxReferences {
			return nil, fmt.Sprintf("Enter at most %d slugs.", maxReferences)
		}
		for _, slug := range list {
			if !weburl.IsSlug(slug) || len(slug) > weburl.MaxSlug {
				return nil, "Enter slugs, such as lower-your-water-bill."
			}
		}
		return asJSON(list)
	}}
}

// query returns the parameters of narrow.
func query() []editable.Field {
	return []editable.Field{
		{Name: "status", Rule: editable.Choice("", Draft, Scheduled, Published, Archived)},
		{Name: "category", Rule: editable.Line(maxCategory)},
	}
}

// narrow filters a list by ?status= and ?category=.
func narrow(_ context.Context, query url.Values) (map[string]any, error) {
	by := map[string]any{}
	if status := query.Get("status"); status != "" {
		if !slices.Contains([]string{Draft, Scheduled, Published, Archived}, status) {
			return nil, fault.Form([]fault.Field{{Field: "status", Message: "Choose draft, scheduled, published, or archived."}})
		}
		by["status"] = status
	}
	if category := query.Get("category"); category != "" {
		if !weburl.IsSlug(category) {
			return nil, fault.Form([]fault.Field{{Field: "category", Message: "Unknown category."}})
		}
		by["category"] = category
	}
	return by, nil
}

// Blank reports whether a column will be empty. Old is its value unless values
// set it.
func Blank(values map[string]any, column, old string) bool {
	text, sent := values[column].(string)
	return sent && text == "" || !sent && old == ""
}

// Changes reports whether values change one of the columns.
func Changes(values map[string]any, holds map[string]string) bool {
	for column, was := range holds {
		if is, sent := values[column].(string); sent && is != was {
			return true
		}
	}
	return false
}
