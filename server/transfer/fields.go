package transfer

import (
	"time"

	"thriftwell/db/seed"
	"thriftwell/server/features/guides"
	"thriftwell/server/platform/pieces"
)

// fieldsOfAuthor returns an author's fields as in the API. What the file omits
// isn't changed.
func fieldsOfAuthor(a seed.Author) map[string]any {
	fields := map[string]any{"name": a.Name, "bio": a.Bio, "credentials": a.Credentials, "imageUrl": a.Image}
	if a.Active != nil {
		fields["isActive"] = *a.Active
	}
	if a.Example != nil {
		fields["isExample"] = *a.Example
	}
	return fields
}

// fieldsOfClaim is like fieldsOfArticle, but without a date the next review
// isn't changed.
func fieldsOfClaim(c seed.Claim) map[string]any {
	fields := map[string]any{
		"title": c.Title, "value": c.Value, "sourceTitle": c.SourceTitle, "sourceUrl": c.SourceURL, "lookedAt": orNull(c.LookedAt), "note": c.Note,
	}
	if !c.LookAgainAt.IsZero() {
		fields["lookAgainAt"] = c.LookAgainAt
	}
	return fields
}

// fieldsOfArticle returns an article's fields as in the API. What the file
// omits is cleared.
func fieldsOfArticle(a seed.Article) map[string]any {
	fields := common(a.Status, a.Author, a.Published, a.Reviewed, a.Revised)
	for name, value := range map[string]any{
		"title": a.Title, "excerpt": a.Excerpt, "category": a.Category, "tags": list(a.Tags), "featured": a.Featured, "body": a.Body,
		"avgSavings": a.AvgSavings, "savingsAssumption": a.SavingsAssumption, "imageUrl": a.Image, "imageAlt": a.ImageAlt,
		"related": list(a.Related), "sources": list(a.Sources), "correction": a.Correction,
	} {
		fields[name] = value
	}
	return fields
}

// fieldsOfGuide is like fieldsOfArticle.
func fieldsOfGuide(g seed.Guide) map[string]any {
	fields := common(g.Status, g.Author, g.Published, g.Reviewed, g.Revised)
	items := []item{}
	for _, s := range g.Steps {
		items = append(items, item{Step: s})
	}
	for name, value := range map[string]any{
		"title": g.Title, "subtitle": g.Subtitle, "category": g.Category, "tags": list(g.Tags), "featured": g.Featured, "imageUrl": g.Image,
		"introduction": g.Introduction, "items": items, "conclusion": g.Conclusion,
		"related": list(g.Related), "relatedArticles": list(g.RelatedArticles), "sources": list(g.Sources), "correction": g.Correction,
	} {
		fields[name] = value
	}
	return fields
}

// fieldsOfTopic is like fieldsOfAuthor.
func fieldsOfTopic(t seed.Topic) map[string]any {
	fields := map[string]any{"introduction": t.Introduction, "firstArticle": t.First}
	if t.Active != nil {
		fields["isActive"] = *t.Active
	}
	return fields
}

// common returns the fields of both articles and guides that need converting.
func common(status, author string, published, reviewed, revised seed.Date) map[string]any {
	if status == "" {
		status = pieces.Published
	}
	fields := map[string]any{"status": status, "publishAt": orNull(published), "reviewedAt": orNull(reviewed)}
	if author != "" {
		fields["authorName"] = author
	}
	if !revised.IsZero() {
		fields["revisedAt"] = revised
	}
	return fields
}

// item is a step as in the API.
type item struct {
	ID int64 `json:"id,omitempty"`
	seed.Step
}

// keepSteps gives steps the ids of existing steps with the same title, so that
// readers' checkmarks are kept.
func keepSteps(before guides.StaffGuide, fields map[string]any) {
	ids := map[string][]int64{}
	for _, i := range before.Items {
		ids[i.Title] = append(ids[i.Title], i.ID)
	}
	items := fields["items"].([]item)
	for n := range items {
		if there := ids[items[n].Title]; len(there) > 0 {
			items[n].ID, ids[items[n].Title] = there[0], there[1:]
		}
	}
}

// orNull returns an optional date as in the API.
func orNull(d seed.Date) any {
	if d.IsZero() {
		return nil
	}
	return d
}

// list returns s, or an empty slice for nil, which is [] instead of null in
// JSON.
func list[T any](s []T) []T { return append([]T{}, s...) }

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func dateOf(at *time.Time) (d seed.Date) {
	if at != nil {
		d.Time = *at
	}
	return d
}

func sourcesOf(sources []pieces.Source) (out []seed.Source) {
	for _, s := range sources {
		out = append(out, seed.Source{Title: s.Title, URL: s.URL, LookedAt: s.LookedAt})
	}
	return out
}

func correctionOf(c *pieces.Correction) *seed.Correction {
	if c == nil {
		return nil
	}
	return &seed.Correction{Text: c.Text, At: seed.Date{Time: c.At}}
}
