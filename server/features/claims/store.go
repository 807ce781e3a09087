package claims

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/session"
)

// Rewrite changes the texts of a piece with a function, as an edit by the actor
// in the transaction tx. It fails if the piece's version differs.
type Rewrite func(ctx context.Context, tx *gorm.DB, by session.Actor, id int64, version int, change func(text string) string) error

// Desk holds what claims need. Rewrite has an entry for each kind of piece.
type Desk struct {
	editable.Site
	Rewrite map[string]Rewrite
}

// derive sets the default date of the next review, and refuses to delete a
// claim that pieces use.
func derive(tx *gorm.DB, old *Claim, values map[string]any) error {
	if at, looked := values["looked_at"].(time.Time); looked && values["look_again_at"] == nil {
		values["look_again_at"] = at.AddDate(reviewYears, 0, 0)
	}
	if values["deleted_at"] != nil && len(old.Uses) > 0 {
		return fault.New(fault.Conflict, fmt.Sprintf("“%s” uses this claim. Remove it from the text first.", old.Uses[0].Title))
	}
	return nil
}

// load sets the pieces that use the claims, once for each value.
func load(tx *gorm.DB, claims []Claim) error {
	names, place := make([]string, len(claims)), map[string]*Claim{}
	for i := range claims {
		claims[i].Uses = []Use{}
		names[i], place[claims[i].Name] = claims[i].Name, &claims[i]
	}
	var uses []Use
	err := tx.Session(&gorm.Session{NewDB: true}).Raw(`SELECT DISTINCT claim, value, kind, piece_id, slug, title, status, version
		FROM claim_uses WHERE claim IN ? ORDER BY kind, piece_id, value`, names).Scan(&uses).Error
	for _, u := range uses {
		place[u.Claim].Uses = append(place[u.Claim].Uses, u)
	}
	return err
}

// updateAll sets a claim's value in the texts of pieces in one transaction. It
// fails with Conflict if the claim or a piece has changed since the given
// version.
func (u updater) updateAll(ctx context.Context, by session.Actor, id int64, version int, chosen []piece) error {
	return u.Bus.TaggedTransaction(ctx, u.DB, func(tx *gorm.DB) (tags []string, _ error) {
		var claim Claim
		if err := tx.Raw("SELECT * FROM claims WHERE id = ? AND deleted_at IS NULL FOR SHARE", id).Scan(&claim).Error; err != nil {
			return nil, err
		}
		if claim.ID == 0 {
			return nil, errMissing
		}
		if claim.Version != version {
			return nil, errNewerText
		}
		held := []Claim{claim}
		if err := load(tx, held); err != nil {
			return nil, err
		}
		slices.SortFunc(chosen, func(a, b piece) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.PieceID, b.PieceID)) }) // a fixed lock order prevents deadlocks
		for _, p := range chosen {
			at := slices.IndexFunc(held[0].Uses, func(use Use) bool { return use.Kind == p.Kind && use.PieceID == int64(p.PieceID) })
			if at < 0 || u.Rewrite[p.Kind] == nil {
				return nil, fault.Form([]fault.Field{{Field: "pieces", Message: "One of these no longer uses this claim."}})
			}
			use := held[0].Uses[at]
			wrong := ""
			change := func(text string) string {
				set, why := markdown.SetClaim(text, claim.Name, claim.Value)
				if why != "" {
					wrong = why
				}
				return set
			}
			err := u.Rewrite[p.Kind](ctx, tx, by, use.PieceID, p.Version, change)
			if wrong != "" {
				err = fault.Form([]fault.Field{{Field: "pieces", Message: wrong}})
			}
			if err != nil {
				return nil, notUpdated(use.Title, err)
			}
			tags = append(tags, use.Kind+"s", pieces.Tag(use.Kind, use.Slug))
		}
		return tags, nil
	})
}

// notUpdated adds to an error which piece was not updated.
func notUpdated(title string, err error) error {
	var refused *fault.Error
	if !errors.As(err, &refused) {
		return err
	}
	switch {
	case refused.Code == fault.Conflict:
		return fault.New(fault.Conflict, fmt.Sprintf("“%s” has changed, so nothing was updated. Reload the page and check it again.", title))
	case len(refused.Fields) > 0:
		return fault.New(refused.Code, fmt.Sprintf("We couldn’t update “%s”, so nothing was changed: %s", title, refused.Fields[0].Message))
	}
	return err
}
