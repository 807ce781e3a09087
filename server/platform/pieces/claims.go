package pieces

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/session"
)

// ClaimKind is what the audit log calls a claim.
const ClaimKind = "claim"

// Claim is a figure, a rate or a legal date as a piece has it, with where it is
// from.
type Claim struct {
	Name        string     `json:"name"`
	Title       string     `json:"title"` // what it is
	Value       string     `json:"value"` // in the piece
	SourceTitle string     `json:"sourceTitle"`
	SourceURL   *string    `json:"sourceUrl"`
	LookedAt    *time.Time `json:"lookedAt"` // when somebody last looked at the source
}

// ClaimsOf returns what the register has of the claims that texts mark, each
// once.
func ClaimsOf(db *gorm.DB, marked []markdown.Claim) ([]Claim, error) {
	found := []Claim{}
	if len(marked) == 0 {
		return found, nil
	}
	names, values := make([]string, 0, len(marked)), map[string]string{}
	for _, m := range marked {
		if values[m.Name] == "" {
			names = append(names, m.Name)
			values[m.Name] = m.Value
		}
	}
	var registered []Claim
	err := db.Table("claims").Select("name, title, source_title, source_url, looked_at").Where("name IN ? AND deleted_at IS NULL", names).Find(&registered).Error
	for _, name := range names {
		for _, c := range registered {
			if c.Name == name {
				c.Value = values[name]
				found = append(found, c)
			}
		}
	}
	return found, err
}

// ClaimsColumn is what the column claims of a piece holds of its texts.
func ClaimsColumn(marked []markdown.Claim) (string, error) {
	column, err := json.Marshal(marked)
	return string(column), err
}

// register adds the claims that a piece marks to the register, where they are
// not in it, with what an assumption says of its source. Where nobody has looked
// at that they are overdue at once, and else a year after somebody did.
func register(tx *gorm.DB, by session.Actor, marked []markdown.Claim) error {
	// By name, so that no two writes wait for each other; of one name, that with a source first.
	inOrder := slices.SortedFunc(slices.Values(marked), func(a, b markdown.Claim) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), min(len(b.Source), 1)-min(len(a.Source), 1))
	})
	for _, m := range inOrder {
		var added []struct {
			ID          int64 `json:"-"`
			Name, Value string
		}
		// A conflict would lock the claim, for which others wait who have locked the piece.
		err := tx.Raw(`INSERT INTO claims AS c (name, title, value, source_title, looked_at, look_again_at)
			SELECT @name, @title, @value, @source, CAST(@looked AS timestamptz), coalesce(CAST(@looked AS timestamptz) + interval '1 year', now())
			WHERE NOT EXISTS (SELECT FROM claims WHERE name = @name AND deleted_at IS NULL)
			ON CONFLICT (name) DO UPDATE SET deleted_at = NULL WHERE c.deleted_at IS NOT NULL RETURNING id, name, value`, map[string]any{
			"name": m.Name, "title": inWords(m.Name), "value": m.Value, "source": m.Source, "looked": lookedOn(m),
		}).Scan(&added).Error
		if err != nil {
			return err
		}
		for _, a := range added {
			after := map[string]string{"name": a.Name, "title": inWords(a.Name), "value": a.Value, "sourceTitle": m.Source}
			if err := audit.Write(tx, by, audit.Entry{Action: audit.Create, Kind: ClaimKind, ID: a.ID, After: after}); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookedOn is noon of the day on which somebody looked at the source of a claim;
// nil where a text says nothing of that.
func lookedOn(m markdown.Claim) *time.Time {
	day, err := time.Parse(time.DateOnly, m.Looked)
	if err != nil {
		return nil
	}
	noon := day.Add(12 * time.Hour)
	return &noon
}

// inWords makes a title of a name.
func inWords(name string) string {
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "-", " ")
}
