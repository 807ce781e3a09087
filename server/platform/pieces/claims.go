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

// ClaimKind is the kind of a claim in the audit log.
const ClaimKind = "claim"

// Claim is a figure, a rate or a legal date in a piece, with its source.
type Claim struct {
	Name        string     `json:"name"`
	Title       string     `json:"title"` // what it is
	Value       string     `json:"value"` // in the piece
	SourceTitle string     `json:"sourceTitle"`
	SourceURL   *string    `json:"sourceUrl"`
	LookedAt    *time.Time `json:"lookedAt"` // when the source was last checked
}

// ClaimsOf returns the registered claims of texts, each once. A claim of an
// assumption in a calculation is included only if its source has been checked,
// because readers see the source beside the assumption.
func ClaimsOf(db *gorm.DB, marked []markdown.Claim) ([]Claim, error) {
	found := []Claim{}
	if len(marked) == 0 {
		return found, nil
	}
	names, values, named := make([]string, 0, len(marked)), map[string]string{}, map[string]bool{}
	for _, m := range marked {
		named[m.Name] = named[m.Name] || m.Title == ""
		if values[m.Name] == "" {
			names = append(names, m.Name)
			values[m.Name] = m.Value
		}
	}
	var registered []Claim
	err := db.Table("claims").Select("name, title, source_title, source_url, looked_at").Where("name IN ? AND deleted_at IS NULL", names).Find(&registered).Error
	for _, name := range names {
		for _, c := range registered {
			if c.Name == name && (named[name] || c.LookedAt != nil) {
				c.Value = values[name]
				found = append(found, c)
			}
		}
	}
	return found, err
}

// ClaimsColumn returns the value of a piece's column claims.
func ClaimsColumn(marked []markdown.Claim) (string, error) {
	column, err := json.Marshal(marked)
	return string(column), err
}

// registered is a claim that was added to the register.
type registered struct {
	ID                              int64
	Name, Title, Value, SourceTitle string
}

// register adds a piece's claims to the register unless they are in it, with
// the source that an assumption states. A claim is due for review a year after
// its source was checked, or at once if it wasn't. The assumptions of drafts
// aren't registered, because their names may still change.
func register(tx *gorm.DB, p Piece) (all []registered, _ error) {
	// Sorted by name, so that concurrent writes don't deadlock; for the same name, the one with a source
	// first.
	inOrder := slices.SortedFunc(slices.Values(p.Claims), func(a, b markdown.Claim) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), min(len(b.Source), 1)-min(len(a.Source), 1))
	})
	for _, m := range inOrder {
		if m.Title != "" && !p.IsPublic() {
			continue
		}
		var added []registered
		// A conflict would lock the claim, while others that hold it wait for the piece.
		err := tx.Raw(`INSERT INTO claims AS c (name, title, value, source_title, looked_at, look_again_at)
			SELECT @name, @title, @value, @source, CAST(@looked AS timestamptz), coalesce(CAST(@looked AS timestamptz) + interval '1 year', now())
			WHERE NOT EXISTS (SELECT FROM claims WHERE name = @name AND deleted_at IS NULL)
			ON CONFLICT (name) DO UPDATE SET deleted_at = NULL WHERE c.deleted_at IS NOT NULL RETURNING id, name, title, value, source_title`, map[string]any{
			"name": m.Name, "title": cmp.Or(m.Title, titleOf(m.Name)), "value": m.Value, "source": m.Source, "looked": lookedOn(m),
		}).Scan(&added).Error
		if err != nil {
			return nil, err
		}
		all = append(all, added...)
	}
	return all, nil
}

// registerClaims registers the claims of a written piece and logs each in the
// audit log.
func registerClaims(tx *gorm.DB, by session.Actor, p Piece) error {
	added, err := register(tx, p)
	if err != nil {
		return err
	}
	for _, a := range added {
		after := map[string]string{"name": a.Name, "title": a.Title, "value": a.Value, "sourceTitle": a.SourceTitle}
		if err := audit.Write(tx, by, audit.Entry{Action: audit.Create, Kind: ClaimKind, ID: a.ID, After: after}); err != nil {
			return err
		}
	}
	return nil
}

// followClaims updates the claims of a piece's own assumptions to what it says
// now, if the register had what it said before.
func followClaims(tx *gorm.DB, by session.Actor, before, after Piece) error {
	was := map[string]markdown.Claim{}
	for _, m := range before.Claims {
		was[m.Name] = m
	}
	for _, m := range after.Claims {
		w := was[m.Name]
		if m.Title == "" || w.Title == "" || m == w {
			continue
		}
		var changed []registered
		// A transaction that holds the claim writes its value into pieces, and waits for this one.
		err := tx.Raw(`UPDATE claims SET value = @value, title = CASE title WHEN @wasTitle THEN @title ELSE title END,
			source_title = CASE source_title WHEN @wasSource THEN @source ELSE source_title END,
			looked_at = CASE WHEN @looks THEN CAST(@looked AS timestamptz) ELSE looked_at END,
			look_again_at = CASE WHEN @looks THEN coalesce(CAST(@looked AS timestamptz) + interval '1 year', look_again_at) ELSE look_again_at END,
			version = version + 1, updated_at = now()
			WHERE id IN (SELECT id FROM claims WHERE name = @name AND value = @wasValue AND deleted_at IS NULL FOR UPDATE SKIP LOCKED)
			RETURNING id, name, title, value, source_title`, map[string]any{
			"name": m.Name, "value": m.Value, "title": m.Title, "source": m.Source, "looked": lookedOn(m), "looks": m.Looked != w.Looked,
			"wasValue": w.Value, "wasTitle": w.Title, "wasSource": w.Source,
		}).Scan(&changed).Error
		if err != nil {
			return err
		}
		for _, c := range changed {
			entry := audit.Entry{Action: audit.Update, Kind: ClaimKind, ID: c.ID, Before: logged(w), After: logged(m)}
			if err := audit.Write(tx, by, entry); err != nil {
				return err
			}
		}
	}
	return nil
}

// logged returns what the audit log stores of a claim in a text.
func logged(m markdown.Claim) map[string]string {
	return map[string]string{"name": m.Name, "title": m.Title, "value": m.Value, "sourceTitle": m.Source}
}

// lookedOn returns noon of the day on which the source of a claim was checked,
// nil if the text doesn't say.
func lookedOn(m markdown.Claim) *time.Time {
	day, err := time.Parse(time.DateOnly, m.Looked)
	if err != nil {
		return nil
	}
	noon := day.Add(12 * time.Hour)
	return &noon
}

// titleOf makes a title from a name.
func titleOf(name string) string {
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "-", " ")
}
