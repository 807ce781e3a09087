// Package transfer brings the magazine out as Markdown files with front matter,
// in the form of the starting content (db/seed), and in again; also what other
// systems export.
package transfer

import (
	"thriftwell/db/seed"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/authors"
	"thriftwell/server/features/claims"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/topics"
	"thriftwell/server/platform/editable"
	"time"
)

// Magazine is what is brought out and in.
type Magazine struct {
	Site       editable.Site // its IsPicture is not asked
	Files      pictures.Files
	Zone       *time.Location         // of times of another system that name none
	HasPicture func(path string) bool // reports whether one came with the site
}

// The folders of a transfer, which are also the tables of what is in them.
const (
	authorsFolder  = "authors"
	claimsFolder   = "claims"
	articlesFolder = "articles"
	guidesFolder   = "guides"
	topicsFolder   = "topics"
	picturesFolder = "pictures"
)

// shelf is one kind of what is transferred.
type shelf[T any] struct {
	kind      editable.Kind[T, T]
	folder    string
	by        string // the column that names its files, and its field
	addresses string // the table of former slugs; empty if there are none
	owner     string // its column with the record's id
	slug      func(T) string
	file      func(record T, former []string) file
	fit       func(before T, fields map[string]any) // to what is there; may be nil
}

// file is a file as it is written.
type file interface{ Bytes() ([]byte, error) }

// shelves are all of them.
type shelves struct {
	authors  shelf[authors.StaffAuthor]
	claims   shelf[claims.Claim]
	articles shelf[articles.StaffArticle]
	guides   shelf[guides.StaffGuide]
	topics   shelf[topics.StaffTopic]
	library  *pictures.Library
}

// fileOfAuthor is an author as a file.
func fileOfAuthor(a authors.StaffAuthor, former []string) file {
	return seed.Author{
		Name: a.Name, Credentials: a.Credentials, Image: orEmpty(a.ImageURL), Active: &a.IsActive, Example: &a.IsExample, FormerSlugs: former, Bio: a.Bio,
	}
}

// fileOfClaim is a claim as a file.
func fileOfClaim(c claims.Claim, _ []string) file {
	return seed.Claim{
		Title: c.Title, Value: c.Value, SourceTitle: c.SourceTitle, SourceURL: orEmpty(c.SourceURL),
		LookedAt: dateOf(c.LookedAt), LookAgainAt: dateOf(&c.LookAgainAt), Note: c.Note,
	}
}

// fileOfArticle is an article as a file.
func fileOfArticle(a articles.StaffArticle, former []string) file {
	return seed.Article{
		Title: a.Title, Excerpt: a.Excerpt, Category: a.Category, Tags: a.Tags, Author: a.AuthorName, Status: a.Status,
		Published: dateOf(a.PublishAt), Reviewed: dateOf(a.ReviewedAt), Revised: dateOf(a.RevisedAt), Featured: a.Featured,
		AvgSavings: orEmpty(a.AvgSavings), SavingsAssumption: orEmpty(a.SavingsAssumption), Image: orEmpty(a.ImageURL), ImageAlt: a.ImageAlt,
		Related: a.Related, Sources: sourcesOf(a.Sources), Correction: correctionOf(a.Correction), FormerSlugs: former, Body: a.Body,
	}
}

// fileOfGuide is a guide as a file.
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

// fileOfTopic is a topic as a file.
func fileOfTopic(t topics.StaffTopic, _ []string) file {
	return seed.Topic{First: orEmpty(t.FirstArticle), Active: &t.IsActive, Introduction: t.Introduction}
}
