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
	"thriftwell/server/platform/weburl"
)

// The most that the fields of a piece take, in characters or in entries.
const (
	MaxExcerpt    = 500
	maxAuthor     = 100
	maxCategory   = 40
	maxTag        = 40
	maxTags       = 20
	maxSources    = 50
	maxReferences = 20
)

// fields are those that every piece has.
func fields(site editable.Site) []editable.Field {
	return []editable.Field{
		{Column: "title", Rule: editable.Line(editable.MaxTitle), Required: "Please enter a title."},
		{Column: "slug", Rule: slug, Required: "Please enter a slug, such as lower-your-water-bill.", Taken: "Another piece has this slug."},
		{Column: "category", Rule: category},
		{Column: "tags", Rule: tags},
		{Column: "author_name", Rule: editable.Line(maxAuthor), Required: "Please name the author.", Default: true},
		{Column: "image_url", Rule: site.Image(), Nullable: true},
		{Column: "featured", Rule: editable.Flag()},
		{Column: "sources", Rule: sources},
		{Column: "correction", Rule: correction, Nullable: true},
		{Column: "reviewed_at", Rule: editable.Time(), Nullable: true},
		{Column: "revised_at", Rule: editable.Time()},
		{Column: "publish_at", Rule: editable.SoonTime(), Nullable: true},
		{Column: "status", Rule: editable.Choice("Please choose draft, scheduled, published or archived.", Draft, Scheduled, Published, Archived)},
		{Name: "autosave", Rule: editable.Flag()},
	}
}

// isReserved reports whether calls or pages beside the pieces have this name.
// What has digits only would be taken for a number.
func isReserved(slug string) bool {
	return slices.Contains([]string{"featured", "feed", "new", "preview"}, slug) || strings.Trim(slug, "0123456789") == ""
}

func slug(value json.RawMessage) (any, string) {
	read, wrong := editable.Slug()(value)
	if wrong == "" && isReserved(read.(string)) {
		wrong = "This slug is reserved. Please choose another one."
	}
	return read, wrong
}

// category takes any name in the form of a slug: the site has a list of
// categories, and shows others too.
func category(value json.RawMessage) (any, string) {
	read, wrong := editable.Line(maxCategory)(value)
	if name, ok := read.(string); ok && name != "" && (!weburl.IsSlug(name) || name == "all") {
		wrong = "Please name a category in lower-case letters, digits and single hyphens, such as insurance."
	}
	return read, wrong
}

// asJSON is a list as its column keeps it.
func asJSON[T any](list []T) (any, string) {
	b, err := json.Marshal(append([]T{}, list...))
	if err != nil {
		return nil, "This can't be read."
	}
	return string(b), ""
}

// tags takes a list of tags. Quotes and backslashes would not be found by a
// search.
func tags(value json.RawMessage) (any, string) {
	var list, kept []string
	if json.Unmarshal(value, &list) != nil || len(list) > maxTags {
		return nil, fmt.Sprintf("Please give a list of at most %d tags.", maxTags)
	}
	for _, tag := range list {
		tag, wrong := form.Line(tag, maxTag)
		if wrong != "" {
			return nil, wrong
		}
		if strings.ContainsAny(tag, `"\`) {
			return nil, "A tag holds no quotation marks and no backslashes."
		}
		if tag != "" && !slices.Contains(kept, tag) {
			kept = append(kept, tag)
		}
	}
	return asJSON(kept)
}

// sources takes a list of sources.
func sources(value json.RawMessage) (any, string) {
	var list []Source
	if json.Unmarshal(value, &list) != nil || len(list) > maxSources {
		return nil, fmt.Sprintf("Please give a list of at most %d sources, each with a title and a url.", maxSources)
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
				return nil, fmt.Sprintf("Source %d: Please give the day as 2026-03-04.", i+1)
			}
		}
		list[i] = Source{Title: title, URL: address, LookedAt: s.LookedAt}
	}
	return asJSON(list)
}

// correction takes what readers are told of a correction, and when it was made:
// now, if it does not say.
func correction(value json.RawMessage) (any, string) {
	var sent Correction
	if json.Unmarshal(value, &sent) != nil {
		return nil, "Please give the text of the correction and, as at, when it was made."
	}
	text, wrong := form.Text(sent.Text, MaxExcerpt)
	if wrong == "" && text == "" {
		wrong = "Please say what was corrected."
	}
	if wrong != "" {
		return nil, wrong
	}
	sent.Text = text
	kept, err := json.Marshal(sent)
	if err != nil {
		return nil, "This can't be read."
	}
	return string(kept), ""
}

// Text takes a text in Markdown.
func Text() editable.Rule {
	return func(value json.RawMessage) (any, string) {
		read, wrong := editable.Text(markdown.MaxLength)(value)
		if wrong == "" {
			wrong = markdown.Check(read.(string))
		}
		return read, wrong
	}
}

// References takes the slugs of other pieces. One that no public piece has is
// kept, and not shown.
func References() editable.Rule {
	return func(value json.RawMessage) (any, string) {
		var list []string
		if json.Unmarshal(value, &list) != nil || len(list) > maxReferences {
			return nil, fmt.Sprintf("Please give a list of at most %d slugs.", maxReferences)
		}
		for _, slug := range list {
			if !weburl.IsSlug(slug) || len(slug) > weburl.MaxSlug {
				return nil, "Please give slugs, such as lower-your-water-bill."
			}
		}
		return asJSON(list)
	}
}

// narrow narrows a list by ?status= and ?category=.
func narrow(_ context.Context, query url.Values) (map[string]any, error) {
	by := map[string]any{}
	if status := query.Get("status"); status != "" {
		if !slices.Contains([]string{Draft, Scheduled, Published, Archived}, status) {
			return nil, fault.Form([]fault.Field{{Field: "status", Message: "Please choose draft, scheduled, published or archived."}})
		}
		by["status"] = status
	}
	if category := query.Get("category"); category != "" {
		if !weburl.IsSlug(category) {
			return nil, fault.Form([]fault.Field{{Field: "category", Message: "There is no such category."}})
		}
		by["category"] = category
	}
	return by, nil
}

// Blank reports whether a column is to be empty: old is what it holds, unless
// values set it.
func Blank(values map[string]any, column, old string) bool {
	text, sent := values[column].(string)
	return sent && text == "" || !sent && old == ""
}

// Changes reports whether values set one of the columns to another text than it
// holds.
func Changes(values map[string]any, holds map[string]string) bool {
	for column, was := range holds {
		if is, sent := values[column].(string); sent && is != was {
			return true
		}
	}
	return false
}
