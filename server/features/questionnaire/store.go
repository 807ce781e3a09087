package questionnaire

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"thriftwell/server/platform/rollup"
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

// Counted gives questions with their figures and targets, in their order.
func (s *Store) Counted(ctx context.Context, questions []StaffQuestion) ([]CountedQuestion, error) {
	ids := make([]int64, len(questions))
	for i, q := range questions {
		ids[i] = q.ID
	}
	sums, err := rollup.Human(ctx, s.db, "question", ids)
	if err != nil {
		return nil, err
	}
	targets, err := s.targets(ctx, ids)
	out := make([]CountedQuestion, len(questions))
	for i, q := range questions {
		out[i] = CountedQuestion{q, targets[q.ID], sums[q.ID]["yes"], sums[q.ID]["no"]}
	}
	return out, err
}

// targets gives the offers that a yes to these questions opens, by question.
func (s *Store) targets(ctx context.Context, ids []int64) (map[int64]Target, error) {
	out := make(map[int64]Target, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var rows []struct {
		QuestionID int64
		Title      string
		PageID     int64
	}
	err := s.db.WithContext(ctx).Raw(`SELECT q.id AS question_id, o.title, o.page_id
		FROM questions q JOIN content_offers o ON o.id = q.target_offer_id WHERE q.id IN ?`, ids).Scan(&rows).Error
	for _, r := range rows {
		out[r.QuestionID] = Target{&r.Title, &r.PageID}
	}
	return out, err
}

// place fills in the page of a new question and, unless it has one, its
// position after the last.
func (s *Store) place(ctx context.Context, page int64, columns map[string]any) error {
	var at struct {
		Pages int
		Next  int
	}
	err := s.db.WithContext(ctx).Raw(`SELECT (SELECT count(*) FROM content_pages WHERE id = @page) AS pages,
		(SELECT coalesce(max(position), 0) + 1 FROM questions WHERE page_id = @page) AS next`, map[string]any{"page": page}).Scan(&at).Error
	if err == nil && at.Pages == 0 {
		err = errNoSuchPage
	}
	columns["page_id"] = page
	if _, given := columns["position"]; !given {
		columns["position"] = at.Next
	}
	return err
}
