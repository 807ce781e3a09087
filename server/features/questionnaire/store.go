package questionnaire

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

// Store reads questions from Postgres.
type Store struct{ db *gorm.DB }

// NewStore makes a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// Questions gives the active questions of an active page in the order of
// staff, or ErrNotFound.
func (s *Store) Questions(ctx context.Context, slug string) ([]Question, error) {
	if !slugForm.MatchString(slug) {
		return nil, ErrNotFound
	}
	var page int64
	err := s.db.WithContext(ctx).Table("content_pages").Select("id").Where("slug = ? AND is_active", slug).Take(&page).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	questions := []Question{}
	err = s.db.WithContext(ctx).Table("questions q").
		Select("q.id, q.question, o.id AS target_offer_id, o.url AS target_url, o.title AS target_title").
		Joins("LEFT JOIN content_offers o ON o.id = q.target_offer_id AND o.is_active AND o.deleted_at IS NULL").
		Where("q.page_id = ? AND q.is_active AND q.deleted_at IS NULL", page).
		Order("q.position, q.id").Find(&questions).Error
	return questions, err
}

// Index loads the catalog.
func (s *Store) Index(ctx context.Context) (Index, error) {
	var rows []struct {
		Slug       string
		PageID     int64
		QuestionID *int64
		OfferID    int64
	}
	err := s.db.WithContext(ctx).Raw(`
		SELECT p.slug, p.id AS page_id, q.id AS question_id, coalesce(o.id, 0) AS offer_id
		FROM content_pages p LEFT JOIN questions q ON q.page_id = p.id AND q.is_active AND q.deleted_at IS NULL
			LEFT JOIN content_offers o ON o.id = q.target_offer_id AND o.is_active AND o.deleted_at IS NULL
		WHERE p.is_active`).Scan(&rows).Error
	index := Index{}
	for _, r := range rows {
		p, ok := index[r.Slug]
		if !ok {
			p = PageIndex{r.PageID, map[int64]int64{}}
		}
		if r.QuestionID != nil {
			p.Targets[*r.QuestionID] = r.OfferID
		}
		index[r.Slug] = p
	}
	return index, err
}
