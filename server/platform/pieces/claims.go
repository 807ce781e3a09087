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

// ClaimsOf returns what the register has of the claims of texts, each once.
// Readers see where an assumption is from beside it, so one that has a claim of
// its own is there once somebody has looked at its source.
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

// ClaimsColumn is what the column claims of a piece holds of its texts.
func ClaimsColumn(marked []markdown.Claim) (string, error) {
	column, err := json.Marshal(marked)
	return string(column), err
}

// registered is a claim that was added to the register.
type registered struct {
	ID                              int64
	Name, Title, Value, SourceTitle string
}

// register adds the claims of a piece to the register, where they are not in it,
// with what an assumption says of its source. Where nobody has looked at that
// they are overdue at once, and else a year after somebody did. A draft's
// assumptions get no claims of their own, as their names are still being typed.
func register(tx *gorm.DB, p Piece) (all []registered, _ error) {
	// By name, so that no two writes wait for each other; of one name, that with a source first.
	inOrder := slices.SortedFunc(slices.Values(p.Claims), func(a, b markdown.Claim) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), min(len(b.Source), 1)-min(len(a.Source), 1))
	})
	for _, m := range inOrder {
		if m.Title != "" && !p.IsPublic() {
			continue
		}
		var added []registered
		// A conflict would lock the claim, for which others wait who have locked the piece.
		err := tx.Raw(`INSERT INTO claims AS c (name, title, value, source_title, looked_at, look_again_at)
			SELECT @name, @title, @value, @source, CAST(@looked AS timestamptz), coalesce(CAST(@looked AS timestamptz) + interval '1 year', now())
			WHERE NOT EXISTS (SELECT FROM claims WHERE name = @name AND deleted_at IS NULL)
			ON CONFLICT (name) DO UPDATE SET deleted_at = NULL WHERE c.deleted_at IS NOT NULL RETURNING id, name, title, value, source_title`, map[string]any{
			"name": m.Name, "title": cmp.Or(m.Title, inWords(m.Name)), "value": m.Value, "source": m.Source, "looked": lookedOn(m),
		}).Scan(&added).Error
		if err != nil {
			return nil, err
		}
		all = append(all, added...)
	}
	return all, nil
}

// registerClaims adds the claims of a piece that was written to the register,
// with a line each in the audit log.
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

// followClaims has the claims that are a piece's own follow what it says now,
// where the register had what it said before.
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
		// Whoever holds the claim brings its value into pieces, and waits for this one.
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

// logged is what the audit log keeps of what a text says of a claim.
func logged(m markdown.Claim) map[string]string {
	return map[string]string{"name": m.Name, "title": m.Title, "value": m.Value, "sourceTitle": m.Source}
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
