package pieces

import (
	"time"

	"thriftwell/server/platform/picture"
)

// ArticleCard is an article in a list (specification, section 3).
type ArticleCard struct {
	ID                int64            `json:"id"`
	Slug              string           `json:"slug"`
	Title             string           `json:"title"`
	Excerpt           string           `json:"excerpt"`
	Category          string           `json:"category"`
	ImageURL          *string          `json:"imageUrl"`
	Picture           *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	ImageAlt          string           `json:"imageAlt"`
	AvgSavings        *string          `json:"avgSavings"`
	SavingsAssumption *string          `json:"savingsAssumption"` // how AvgSavings was calculated
	ReadTime          int              `json:"readTime"`          // minutes
	AuthorName        string           `json:"authorName"`
	CreatedAt         time.Time        `json:"createdAt" gorm:"column:publish_at"`
	ReviewedAt        *time.Time       `json:"reviewedAt"`
	IsFeatured        bool             `json:"isFeatured" gorm:"column:featured"`
}

// GuideCard is a guide in a list (specification, section 3, Listicle).
type GuideCard struct {
	ID                int64            `json:"id"`
	Slug              string           `json:"slug"`
	Title             string           `json:"title"`
	Subtitle          string           `json:"subtitle"`
	Category          string           `json:"category"`
	Tags              []string         `json:"tags" gorm:"serializer:json"`
	ImageURL          *string          `json:"imageUrl"`
	Picture           *picture.Picture `json:"picture" gorm:"->;serializer:json"`
	EstimatedReadTime int              `json:"estimatedReadTime"` // minutes
	AuthorName        string           `json:"authorName"`
	PublishedAt       time.Time        `json:"publishedAt" gorm:"column:publish_at"`
	ReviewedAt        *time.Time       `json:"reviewedAt"`
	Featured          bool             `json:"featured"`
	ItemCount         int              `json:"itemCount"`
}
