package transfer

import (
	"time"

	"thriftwell/db/seed"
	"thriftwell/server/features/guides"
	"thriftwell/server/platform/pieces"
)

// fieldsOfAuthor are the fields of an author as the API has them. What a file
// does not say of is left as it is.
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

// fieldsOfClaim are the fields of a claim, as fieldsOfArticle but for the day of
// the next look, which is left as it is where the file does not say.
func fieldsOfClaim(c seed.Claim) map[string]any {
	fields := map[string]any{
		"title": c.Title, "value": c.Value, "sourceTitle": c.SourceTitle, "sourceUrl": c.SourceURL, "lookedAt": orNull(c.LookedAt), "note": c.Note,
	}
	if !c.LookAgainAt.IsZero() {
		fields["lookAgainAt"] = c.LookAgainAt
	}
	return fields
}

// fieldsOfArticle are the fields of an article as the API has them. A file
// stands for the whole article: what it leaves out is emptied.
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

// fieldsOfGuide are the fields of a guide, as fieldsOfArticle.
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

// fieldsOfTopic are the fields of a topic, as fieldsOfAuthor.
func fieldsOfTopic(t seed.Topic) map[string]any {
	fields := map[string]any{"introduction": t.Introduction, "firstArticle": t.First}
	if t.Active != nil {
		fields["isActive"] = *t.Active
	}
	return fields
}

// common are the fields that every piece has, where they are not just sent.
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

// item is a step as the API has it.
type item struct {
	ID int64 `json:"id,omitempty"`
	seed.Step
}

// keepSteps gives the steps of a guide the ids of those that are there with the
// same title, so that the ticks of readers stay.
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

// orNull is what the API has for a date that may not be given.
func orNull(d seed.Date) any {
	if d.IsZero() {
		return nil
	}
	return d
}

// list returns s, or an empty slice for nil, so that its JSON is [] and not null.
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
