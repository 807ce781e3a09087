package pieces

import (
	"encoding/json"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/numbers"
)

// Named is a text of a piece: the field that has it, and which part of that.
type Named struct {
	Field string
	Part  string // "Step 3, "
	Text  string
}

// CheckNumbers says what keeps the numbers in the texts of a piece from being
// published, each by the field and the line of its text.
func CheckNumbers(texts ...Named) (wrong []fault.Field) {
	sources := make([]string, len(texts))
	for i, t := range texts {
		sources[i] = t.Text
	}
	_, troubles := markdown.Numbers(sources...)
	for _, trouble := range troubles {
		t := texts[trouble.Text]
		place, line := fmt.Sprintf("Line %d: ", trouble.Line), trouble.Line
		if t.Part != "" {
			place, line = t.Part+strings.ToLower(place[:1])+place[1:], 0
		}
		wrong = append(wrong, fault.Field{Field: t.Field, Message: place + trouble.Message, Line: line})
	}
	return wrong
}

// NumbersColumn is what the column numbers of a piece holds of its calculations.
func NumbersColumn(sheets []*numbers.Sheet) (string, error) {
	type entry struct {
		Name     string `json:"name"`
		Title    string `json:"title"`
		Sentence string `json:"sentence"`
		HTML     string `json:"html"`
	}
	kept := []entry{}
	for _, s := range sheets {
		html, err := s.HTML()
		if err != nil {
			return "", err
		}
		kept = append(kept, entry{s.Name, s.Title, s.Sentence(), html})
	}
	column, err := json.Marshal(kept)
	return string(column), err
}

// ownNumbers refuses a public piece with numbers of a name that those of another
// have: a name is an address.
func (d Declaration[T]) ownNumbers(tx *gorm.DB, w *editable.Write[T]) error {
	after := w.After.common()
	if !after.IsPublic() {
		return nil
	}
	var taken []struct{ Slug, PieceTitle string }
	err := tx.Raw(`SELECT o.slug, o.piece_title FROM tools o JOIN tools own ON own.slug = o.slug AND own.kind = @kind AND own.piece_id = @id
		WHERE o.kind <> @kind OR o.piece_id <> @id`, map[string]any{"kind": d.Name, "id": after.ID}).Scan(&taken).Error
	if err != nil || len(taken) == 0 {
		return err
	}
	return fault.Form([]fault.Field{{Field: d.Long[0], Message: fmt.Sprintf("“%s” has numbers named “%s”. Please give these another name.", taken[0].PieceTitle, taken[0].Slug)}})
}
