package seed

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
)

type guideHead struct {
	Title           string   `yaml:"title"`
	Subtitle        string   `yaml:"subtitle"`
	Category        string   `yaml:"category"`
	Tags            []string `yaml:"tags"`
	Author          string   `yaml:"author"`
	Published       date     `yaml:"published"`
	Reviewed        date     `yaml:"reviewed"`
	Featured        bool     `yaml:"featured"`
	Image           string   `yaml:"image"`
	Related         []string `yaml:"related"`
	RelatedArticles []string `yaml:"relatedArticles"`
}

type guideStep struct {
	title, image, content, ctaText, ctaURL string
}

// A guide's file: the introduction, then a "## " section a step, the last of
// which is the conclusion.
func loadGuide(ctx context.Context, tx pgx.Tx, slug string, content []byte) error {
	var h guideHead
	body, err := frontMatter(content, &h)
	if err != nil {
		return err
	}
	introduction, steps, conclusion, err := partGuide(body)
	if err != nil {
		return err
	}
	var id int64
	err = tx.QueryRow(ctx, `INSERT INTO guides
		(slug, title, subtitle, category, tags, image_url, estimated_read_time, author_name, introduction, conclusion,
		 related, related_articles, featured, published_at, reviewed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT (slug) DO NOTHING RETURNING id`,
		slug, h.Title, h.Subtitle, h.Category, list(h.Tags), orNull(h.Image), minutes(body), h.Author, introduction, conclusion,
		list(h.Related), list(h.RelatedArticles), h.Featured, h.Published.Time, h.Reviewed.Time).Scan(&id)
	if err == pgx.ErrNoRows {
		return nil
	}
	if err != nil {
		return err
	}
	for i, s := range steps {
		_, err := tx.Exec(ctx, `INSERT INTO guide_items (guide_id, position, title, image_url, content, cta_text, cta_url)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			id, i+1, s.title, orNull(s.image), s.content, orNull(s.ctaText), orNull(s.ctaURL))
		if err != nil {
			return err
		}
	}
	return nil
}

func partGuide(body string) (introduction string, steps []guideStep, conclusion string, err error) {
	parts := strings.Split("\n"+body, "\n## ")
	introduction = strings.TrimSpace(parts[0])
	for _, part := range parts[1:] {
		title, text, _ := strings.Cut(part, "\n")
		if title == "Conclusion" {
			conclusion = strings.TrimSpace(text)
			continue
		}
		steps = append(steps, partStep(strings.TrimSpace(title), strings.TrimSpace(text)))
	}
	if introduction == "" || conclusion == "" || len(steps) == 0 {
		err = fmt.Errorf("a guide needs an introduction, steps and a conclusion")
	}
	return introduction, steps, conclusion, err
}

// partStep takes the picture's line and the call to action out of a step.
func partStep(title, text string) guideStep {
	s := guideStep{title: title}
	if motif, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(motif, "image: ") {
		s.image = "/images/steps/" + strings.TrimSpace(strings.TrimPrefix(motif, "image: ")) + ".svg"
		text = strings.TrimSpace(rest)
	}
	onlyLink := regexp.MustCompile(`(?m)^\[([^\]]+)\]\(([^)\s]+)\)$`)
	if m := onlyLink.FindStringSubmatch(text); m != nil {
		s.ctaText, s.ctaURL = m[1], m[2]
		text = strings.Replace(text, m[0], "", 1)
	}
	s.content = strings.TrimSpace(regexp.MustCompile(`\n{3,}`).ReplaceAllString(text, "\n\n"))
	return s
}
