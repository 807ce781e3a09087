package seed

import (
	"context"
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/jackc/pgx/v5"
)

// loadOffers reads one of the YAML files of offers; the file's name says of
// which kind they are.
func loadOffers(ctx context.Context, tx pgx.Tx, name string, content []byte) error {
	switch name {
	case "carousel":
		return loadCarousel(ctx, tx, content)
	case "content":
		return loadContent(ctx, tx, content)
	case "daily":
		return loadDaily(ctx, tx, content)
	case "hot-static":
		return loadStatic(ctx, tx, content)
	case "questions":
		return loadQuestions(ctx, tx, content)
	}
	return fmt.Errorf("no kind of offer is called %s", name)
}

func loadCarousel(ctx context.Context, tx pgx.Tx, content []byte) error {
	var file struct {
		Offers []struct {
			Slug, Title, Description, Type, Image string
			TargetURL                             string `yaml:"targetUrl"`
			Priority                              int
			IsActive                              bool `yaml:"isActive"`
		}
	}
	if err := yaml.UnmarshalWithOptions(content, &file, yaml.Strict()); err != nil {
		return err
	}
	for _, o := range file.Offers {
		_, err := tx.Exec(ctx, `INSERT INTO offers (slug, title, description, type, image_url, target_url, priority, is_active)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (slug) DO NOTHING`,
			o.Slug, o.Title, o.Description, o.Type, orNull(o.Image), o.TargetURL, o.Priority, o.IsActive)
		if err != nil {
			return fmt.Errorf("%s: %w", o.Slug, err)
		}
	}
	return nil
}

func loadContent(ctx context.Context, tx pgx.Tx, content []byte) error {
	var file struct {
		Pages []struct {
			Slug, Title, Description string
			IsActive                 bool `yaml:"isActive"`
			Offers                   []contentOffer
		}
	}
	if err := yaml.UnmarshalWithOptions(content, &file, yaml.Strict()); err != nil {
		return err
	}
	for _, p := range file.Pages {
		var id int64
		err := tx.QueryRow(ctx, `INSERT INTO content_pages (slug, title, description, is_active) VALUES ($1, $2, $3, $4)
			ON CONFLICT (slug) DO UPDATE SET slug = excluded.slug RETURNING id`, p.Slug, p.Title, p.Description, p.IsActive).Scan(&id)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Slug, err)
		}
		for _, o := range p.Offers {
			if err := o.insert(ctx, tx, id); err != nil {
				return fmt.Errorf("%s: %w", o.Slug, err)
			}
		}
	}
	return nil
}

type contentOffer struct {
	Slug, Title, Description, URL, Image string
	Priority                             int
	IsActive                             bool `yaml:"isActive"`
	IsFeatured                           bool `yaml:"isFeatured"`
}

func (o contentOffer) insert(ctx context.Context, tx pgx.Tx, page int64) error {
	_, err := tx.Exec(ctx, `INSERT INTO content_offers (page_id, slug, title, description, url, image_url, priority, is_active, is_featured)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (slug) DO NOTHING`,
		page, o.Slug, o.Title, o.Description, o.URL, orNull(o.Image), o.Priority, o.IsActive, o.IsFeatured)
	return err
}

func loadDaily(ctx context.Context, tx pgx.Tx, content []byte) error {
	var file struct {
		Offers []struct {
			Slug, Title, Description, Image, Link string
			CTAText                               string `yaml:"ctaText"`
		}
	}
	if err := yaml.UnmarshalWithOptions(content, &file, yaml.Strict()); err != nil {
		return err
	}
	for i, o := range file.Offers {
		_, err := tx.Exec(ctx, `INSERT INTO daily_offers (slug, position, title, description, image_url, link, cta_text)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (slug) DO NOTHING`, o.Slug, i+1, o.Title, o.Description, orNull(o.Image), o.Link, o.CTAText)
		if err != nil {
			return fmt.Errorf("%s: %w", o.Slug, err)
		}
	}
	return nil
}

func loadStatic(ctx context.Context, tx pgx.Tx, content []byte) error {
	var file struct {
		Offers []struct{ Slug, Title, Description, Image, Link string }
	}
	if err := yaml.UnmarshalWithOptions(content, &file, yaml.Strict()); err != nil {
		return err
	}
	for i, o := range file.Offers {
		_, err := tx.Exec(ctx, `INSERT INTO static_offers (slug, position, title, description, image_url, link)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (slug) DO NOTHING`, o.Slug, i+1, o.Title, o.Description, orNull(o.Image), o.Link)
		if err != nil {
			return fmt.Errorf("%s: %w", o.Slug, err)
		}
	}
	return nil
}

// questionnairePage is the page whose questions the file holds.
const questionnairePage = "settlements2"

func loadQuestions(ctx context.Context, tx pgx.Tx, content []byte) error {
	var file struct {
		Questions []struct{ Slug, Question, Target string }
	}
	if err := yaml.UnmarshalWithOptions(content, &file, yaml.Strict()); err != nil {
		return err
	}
	for i, q := range file.Questions {
		tag, err := tx.Exec(ctx, `INSERT INTO questions (page_id, slug, position, question, target_offer_id)
			SELECT p.id, $2, $3, $4, o.id FROM content_pages p, content_offers o WHERE p.slug = $1 AND o.slug = $5`, questionnairePage, q.Slug, i+1, q.Question, q.Target)
		if err != nil {
			return fmt.Errorf("%s: %w", q.Slug, err)
		}
		if tag.RowsAffected() == 0 {
			return fmt.Errorf("%s: there is no page %s or no offer %s", q.Slug, questionnairePage, q.Target)
		}
	}
	return nil
}
