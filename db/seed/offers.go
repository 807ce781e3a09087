package seed

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// offers loads the offers of partners, and the questions about them.
type offers struct {
	active    bool
	pagesOnly bool // without any offer
}

// load loads a YAML file of offers; its name is their kind.
func (l offers) load(ctx context.Context, tx pgx.Tx, name string, content []byte, _ bool) error {
	if l.pagesOnly && name != "content" {
		return nil
	}
	switch name {
	case "carousel":
		return l.loadCarousel(ctx, tx, content)
	case "content":
		return l.loadContent(ctx, tx, content)
	case "daily":
		return l.loadList(ctx, tx, "daily_offers", content)
	case "hot-static":
		return l.loadList(ctx, tx, "static_offers", content)
	case "questions":
		return l.loadQuestions(ctx, tx, content)
	}
	return fmt.Errorf("unknown kind of offer %s", name)
}

func (l offers) loadCarousel(ctx context.Context, tx pgx.Tx, content []byte) error {
	var file struct {
		Offers []struct {
			Slug, Title, Description, Type, Image string
			TargetURL                             string `yaml:"targetUrl"`
			Priority                              int
			IsActive                              bool `yaml:"isActive"`
			Facts                                 facts
		}
	}
	if err := ReadYAML(content, &file); err != nil {
		return err
	}
	for _, o := range file.Offers {
		err := insertOffer(ctx, tx, "carousel_offers", o.Slug, "title, description, type, image_url, target_url, priority, is_active", o.Facts,
			o.Title, o.Description, o.Type, orNull(o.Image), o.TargetURL, o.Priority, o.IsActive && l.active)
		if err != nil {
			return fmt.Errorf("%s: %w", o.Slug, err)
		}
	}
	return nil
}

func (l offers) loadContent(ctx context.Context, tx pgx.Tx, content []byte) error {
	var file struct {
		Pages []struct {
			Slug, Title, Description string
			IsActive                 bool `yaml:"isActive"`
			Offers                   []contentOffer
		}
	}
	if err := ReadYAML(content, &file); err != nil {
		return err
	}
	for _, p := range file.Pages {
		var id int64
		err := tx.QueryRow(ctx, `INSERT INTO content_pages (slug, title, description, is_active) VALUES ($1, $2, $3, $4)
			ON CONFLICT (slug) DO UPDATE SET title = excluded.title, description = excluded.description, is_active = excluded.is_active RETURNING id`, p.Slug, p.Title, p.Description, p.IsActive).Scan(&id)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Slug, err)
		}
		if l.pagesOnly {
			continue
		}
		for _, o := range p.Offers {
			o.IsActive = o.IsActive && l.active
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
	// DeadlineInDays is the number of days until the last day to claim, or 0 if there is none. A fixed date
	// in an example would pass.
	DeadlineInDays int  `yaml:"deadlineInDays"`
	ProofNeeded    bool `yaml:"proofNeeded"`
	Facts          facts
}

func (o contentOffer) insert(ctx context.Context, tx pgx.Tx, page int64) error {
	var deadline *time.Time
	if o.DeadlineInDays > 0 {
		noon := time.Now().UTC().Truncate(24*time.Hour).Add(12*time.Hour).AddDate(0, 0, o.DeadlineInDays) // the same day everywhere in America
		deadline = &noon
	}
	return insertOffer(ctx, tx, "content_offers", o.Slug, "page_id, title, description, url, image_url, priority, is_active, is_featured, deadline, proof_needed", o.Facts,
		page, o.Title, o.Description, o.URL, orNull(o.Image), o.Priority, o.IsActive, o.IsFeatured, deadline, o.ProofNeeded)
}

// facts are the key facts of an offer.
type facts struct {
	Partner, Figure, Who, Minimum, Fee, Ends, Proof string
	FigureNote                                      string `yaml:"figureNote"`
	Category                                        string
	PlanOrganizations                               *int `yaml:"planOrganizations"` // for a health plan
	PlanProducts                                    *int `yaml:"planProducts"`
}

// insertOffer adds an offer with these columns and its facts to the view of its
// kind, unless its slug exists.
func insertOffer(ctx context.Context, tx pgx.Tx, view, slug, columns string, f facts, values ...any) error {
	var there bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+view+" WHERE slug = $1)", slug).Scan(&there); err != nil || there {
		return err
	}
	values = append(values, slug, f.Partner, f.Figure, f.FigureNote, f.Who, f.Minimum, f.Fee, f.Ends, f.Proof, cmp.Or(f.Category, "general"), f.PlanOrganizations, f.PlanProducts)
	_, err := tx.Exec(ctx, "INSERT INTO "+view+" ("+columns+", slug, partner, figure, figure_note, who, minimum, fee, ends, proof, category, plan_organizations, plan_products) VALUES ("+
		places(len(values))+")", values...)
	return err
}

// loadList loads offers in the order of the file.
func (l offers) loadList(ctx context.Context, tx pgx.Tx, view string, content []byte) error {
	var file struct {
		Offers []struct {
			Slug, Title, Description, Image, Link string
			CTAText                               string `yaml:"ctaText"`
			Facts                                 facts
		}
	}
	if err := ReadYAML(content, &file); err != nil {
		return err
	}
	for i, o := range file.Offers {
		err := insertOffer(ctx, tx, view, o.Slug, "position, title, description, image_url, link, cta_text, is_active", o.Facts,
			i+1, o.Title, o.Description, orNull(o.Image), o.Link, orNull(o.CTAText), l.active)
		if err != nil {
			return fmt.Errorf("%s: %w", o.Slug, err)
		}
	}
	return nil
}

// questionnairePage is the page of the questions in the file.
const questionnairePage = "settlements2"

func (l offers) loadQuestions(ctx context.Context, tx pgx.Tx, content []byte) error {
	var file struct {
		Questions []struct{ Slug, Question, Target string }
	}
	if err := ReadYAML(content, &file); err != nil {
		return err
	}
	for i, q := range file.Questions {
		tag, err := tx.Exec(ctx, `INSERT INTO questions (page_id, slug, position, question, target_offer_id, is_active)
			SELECT p.id, $2, $3, $4, o.id, $6 FROM content_pages p, content_offers o WHERE p.slug = $1 AND o.slug = $5`, questionnairePage, q.Slug, i+1, q.Question, q.Target, l.active)
		if err != nil {
			return fmt.Errorf("%s: %w", q.Slug, err)
		}
		if tag.RowsAffected() == 0 {
			return fmt.Errorf("%s: page %s or offer %s not found", q.Slug, questionnairePage, q.Target)
		}
	}
	return nil
}

// Examples returns the number of active offers with fictional partners, whose
// addresses are at example.com.
func Examples(ctx context.Context, conn *pgx.Conn) (shown int, err error) {
	err = conn.QueryRow(ctx, `SELECT count(*) FROM placed_offers
		WHERE is_active AND deleted_at IS NULL AND address ~ '^https?://([^/]+\.)?example\.com([/?#]|$)'`).Scan(&shown)
	return shown, err
}
