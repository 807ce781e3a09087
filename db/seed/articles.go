package seed

import (
	"context"

	"github.com/jackc/pgx/v5"
)

type articleHead struct {
	Title      string   `yaml:"title"`
	Excerpt    string   `yaml:"excerpt"`
	Category   string   `yaml:"category"`
	Author     string   `yaml:"author"`
	Published  date     `yaml:"published"`
	Reviewed   date     `yaml:"reviewed"`
	Featured   bool     `yaml:"featured"`
	AvgSavings string   `yaml:"avgSavings"`
	Image      string   `yaml:"image"`
	ImageAlt   string   `yaml:"imageAlt"`
	Related    []string `yaml:"related"`
}

func loadArticle(ctx context.Context, tx pgx.Tx, slug string, content []byte) error {
	var h articleHead
	body, err := frontMatter(content, &h)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO articles
		(slug, title, excerpt, category, image_url, image_alt, avg_savings, read_time, author_name, body, related, is_featured, created_at, reviewed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (slug) DO NOTHING`,
		slug, h.Title, h.Excerpt, h.Category, orNull(h.Image), h.ImageAlt, orNull(h.AvgSavings), minutes(body), h.Author, body,
		list(h.Related), h.Featured, h.Published.Time, h.Reviewed.Time)
	return err
}
