// Package transfer exports the magazine as Markdown files with front matter, in
// the format of the starting content (db/seed), and imports them. It also
// imports exports of other systems.
package transfer

import (
	"context"
	"time"

	"thriftwell/db/seed"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/authors"
	"thriftwell/server/features/claims"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/topics"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/session"
)

// Magazine is what is exported and imported.
type Magazine struct {
	Site       editable.Site // without IsPicture
	Files      pictures.Files
	Zone       *time.Location         // for other systems' times without a zone
	HasPicture func(path string) bool // reports whether a picture comes with the site
}

// Folders of a transfer. They are also names of tables.
const (
	authorsFolder  = "authors"
	claimsFolder   = "claims"
	articlesFolder = "articles"
	guidesFolder   = "guides"
	topicsFolder   = "topics"
	picturesFolder = "pictures"
)

// shelf is one kind of record.
type shelf[T any] struct {
	kind      editable.Kind[T, T]
	folder    string
	by        string // column for the slug, also the field's name
	addresses string // table of former slugs; "" if none
	owner     string // column of addresses with the record's id
	slug      func(T) string
	file      func(record T, former []string) file
	fit       func(before T, fields map[string]any) // adjusts fields to the existing record; may be nil
}

// file is a file to write.
type file interface{ Bytes() ([]byte, error) }

// records is a shelf, whatever its kind.
type records interface {
	export(ctx context.Context, to sink) (n int, err error)
	write(ctx context.Context, by session.Actor, e entry) (What, error)
}

// shelves are all kinds.
type shelves struct {
	kinds     map[string]records // by folder
	library   *pictures.Library
	isPicture func(path string) bool
}

// fileOfAuthor returns an author as a file.
func fileOfAuthor(a authors.StaffAuthor, former []string) file {
	return seed.Author{
		Name: a.Name, Credentials: a.Credentials, Image: orEmpty(a.ImageURL), Active: &a.IsActive, Example: &a.IsExample, FormerSlugs: former, Bio: a.Bio,
	}
}

// fileOfClaim returns a claim as a file.
func fileOfClaim(c claims.Claim, _ []string) file {
	return seed.Claim{
		Title: c.Title, Value: c.Value, SourceTitle: c.SourceTitle, SourceURL: orEmpty(c.SourceURL),
		LookedAt: dateOf(c.LookedAt), LookAgainAt: dateOf(&c.LookAgainAt), Note: c.Note,
	}
}

// fileOfArticle returns an article as a file.
func fileOfArticle(a articles.StaffArticle, former []string) file {
	return seed.Article{
		Title: a.Title, Excerpt: a.Excerpt, Category: a.Category, Tags: a.Tags, Author: a.AuthorName, Status: a.Status,
		Published: dateOf(a.PublishAt), Reviewed: dateOf(a.ReviewedAt), Revised: dateOf(a.RevisedAt), Featured: a.Featured,
		AvgSavings: orEmpty(a.AvgSavings), SavingsAssumption: orEmpty(a.SavingsAssumption), Image: orEmpty(a.ImageURL), ImageAlt: a.ImageAlt,
		Related: a.Related, Sources: sourcesOf(a.Sources), Correction: correctionOf(a.Correction), FormerSlugs: former, Body: a.Body,
	}
}

// fileOfGuide returns a guide as a file.
func fileOfGuide(g guides.StaffGuide, former []string) file {
	out := seed.Guide{
		Title: g.Title, Subtitle: g.Subtitle, Category: g.Category, Tags: g.Tags, Author: g.AuthorName, Status: g.Status,
		Published: dateOf(g.PublishAt), Reviewed: dateOf(g.ReviewedAt), Revised: dateOf(g.RevisedAt), Featured: g.Featured, Image: orEmpty(g.ImageURL),
		Related: g.Related, RelatedArticles: g.RelatedArticles, Sources: sourcesOf(g.Sources), Correction: correctionOf(g.Correction), FormerSlugs: former,
		Introduction: g.Introduction, Conclusion: g.Conclusion,
	}
	for _, i := range g.Items {
		out.Steps = append(out.Steps, seed.Step{
			Title: i.Title, Image: orEmpty(i.ImageURL), Content: i.Content, CTAText: orEmpty(i.CTAText), CTAURL: orEmpty(i.CTAURL),
			CTASponsored: i.CTASponsored, CTAAdvertiser: orEmpty(i.CTAAdvertiser),
		})
	}
	return out
}

// fileOfTopic returns a topic as a file.
func fileOfTopic(t topics.StaffTopic, _ []string) file {
	return seed.Topic{First: orEmpty(t.FirstArticle), Active: &t.IsActive, Introduction: t.Introduction}
}
