package pieces

import (
	"errors"
	"fmt"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
)

// Moved is returned for a former slug of a public piece.
type Moved struct{ To string }

// Error implements error.
func (m Moved) Error() string { return "moved to " + m.To }

// Elsewhere returns the error for a slug or piece_id without a public piece:
// Moved, fault.Gone, or missing.
func Elsewhere(db *gorm.DB, kind, column, value string, missing error) error {
	var p Piece
	err := db.Table(kind+"_addresses a").Select("p.*").Joins("LEFT JOIN "+kind+"s p ON p.id = a.piece_id").Where("a."+column+" = ?", value).Take(&p).Error
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return missing
	case err != nil:
		return err
	case p.ID == 0, p.DeletedAt != nil, p.Status == Archived:
		return fault.New(fault.Gone, fmt.Sprintf("This %s is no longer available.", kind))
	case p.Status == Published:
		return Moved{To: p.Slug}
	}
	return missing
}

// Moves returns the former slugs of the public pieces of a kind, and the
// current slug of each.
func Moves(db *gorm.DB, kind string) (map[string]string, error) {
	var rows []struct{ Former, Slug string }
	err := db.Raw(`SELECT a.slug AS former, p.slug FROM ` + kind + `_addresses a JOIN ` + kind + `s p ON p.id = a.piece_id
		WHERE a.slug <> p.slug AND p.status = 'published' AND p.deleted_at IS NULL`).Scan(&rows).Error
	moves := make(map[string]string, len(rows))
	for _, r := range rows {
		moves[r.Former] = r.Slug
	}
	return moves, err
}
