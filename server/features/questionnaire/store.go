package questionnaire

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/rollup"
	"thriftwell/server/platform/weburl"
)

// Store reads questions from Postgres.
type Store struct {
	db       *gorm.DB
	location *time.Location
}

// NewStore returns a Store over db. Deadlines end with their day at location.
func NewStore(db *gorm.DB, location *time.Location) *Store { return &Store{db, location} }

// Questions returns the active questions of an active page, ordered by
// position, or ErrNotFound. It omits those about an offer whose last day to claim
// is over.
func (s *Store) Questions(ctx context.Context, slug string) ([]Question, error) {
	if !weburl.IsSlug(slug) {
		return nil, ErrNotFound
	}
	var page int64
	err := s.db.WithContext(ctx).Table("content_pages").Select("id").Where("slug = ? AND is_active AND deleted_at IS NULL", slug).Take(&page).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	questions := []Question{}
	err = s.db.WithContext(ctx).Table("questions q").
		Select("q.id, q.question, o.id AS target_offer_id, o.url AS target_url, o.title AS target_title, o.sub_id_param, o.category, o.disclaimer,"+
			" o.image_url, o.partner, o.figure, o.figure_note, o.who, o.minimum, o.fee, o.proof, o.proof_needed, o.deadline, o.updated_at").
		Joins("LEFT JOIN content_offers o ON o.id = shown_content_offer(q.target_offer_id)").
		Where("q.page_id = ? AND q.is_active AND q.deleted_at IS NULL AND NOT "+offer.Past(s.location), page).
		Order("q.position, q.id").Find(&questions).Error
	return questions, err
}

// Index loads the catalog.
func (s *Store) Index(ctx context.Context) (Index, error) {
	var questions []struct{ ID, PageID, TargetOfferID int64 }
	err := s.db.WithContext(ctx).Table("questions").Where("is_active AND deleted_at IS NULL").Find(&questions).Error
	index := make(Index, len(questions))
	for _, q := range questions {
		index[q.ID] = asked{q.PageID, q.TargetOfferID}
	}
	return index, err
}

// Counted returns questions with their figures and targets, in the same order.
func (s *Store) Counted(ctx context.Context, questions []StaffQuestion) ([]CountedQuestion, error) {
	ids := make([]int64, len(questions))
	for i, q := range questions {
		ids[i] = q.ID
	}
	targets, err := s.targets(ctx, ids)
	if err != nil {
		return nil, err
	}
	return rollup.Counted(ctx, s.db, "question", questions, func(q StaffQuestion) int64 { return q.ID }, func(q StaffQuestion, n rollup.Sums) CountedQuestion {
		return CountedQuestion{q, targets[q.ID], n["yes"], n["no"]}
	})
}

// targets returns the offers that a yes to these questions opens, by question
// ID.
func (s *Store) targets(ctx context.Context, ids []int64) (map[int64]Target, error) {
	out := make(map[int64]Target, len(ids))
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
