package pieces

import (
	"encoding/json"
	"fmt"
	"strings"

	"gorm.io/gorm"

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

// NumbersColumn is what the column numbers of a piece holds of its calculations. On
// their own pages they stand right below the title.
func NumbersColumn(sheets []*numbers.Sheet) (string, error) {
	type entry struct {
		Name     string `json:"name"`
		Title    string `json:"title"`
		Sentence string `json:"sentence"`
		HTML     string `json:"html"`
	}
	kept := []entry{}
	for _, s := range sheets {
		html, err := s.HTML(2)
		if err != nil {
			return "", err
		}
		kept = append(kept, entry{s.Name, s.Title, s.Sentence(), html})
	}
	column, err := json.Marshal(kept)
	return string(column), err
}

// tool is the name of a calculation that is public, and the piece that has it.
type tool struct {
	Name    string
	Kind    string
	PieceID int64
}

// freeNames refuses a piece that is to be public with numbers of a name that
// those of another public piece have: a name is an address. It is asked before a
// piece is written, so that one of many can be passed over.
func (d Declaration[T]) freeNames(tx *gorm.DB, id int64, values map[string]any) error {
	numbers, sent := values["numbers"].(string)
	if !sent {
		if err := tx.Raw("SELECT numbers FROM "+d.Table+" WHERE id = ?", id).Scan(&numbers).Error; err != nil {
			return err
		}
	}
	if numbers == "" || numbers == "[]" {
		return nil
	}
	var taken []tool
	err := tx.Raw(`SELECT name, kind, piece_id FROM tool_names WHERE (kind, piece_id) <> (?, ?) AND
		name IN (SELECT n ->> 'name' FROM jsonb_array_elements(CAST(? AS jsonb)) n)`, d.Name, id, numbers).Scan(&taken).Error
	if err != nil || len(taken) == 0 {
		return err
	}
	return d.notFree(tx, taken[0])
}

// takeNames gives a public piece the names of its numbers; one that is not public
// has none. Of two pieces that are published at once, one is refused a name.
func (d Declaration[T]) takeNames(tx *gorm.DB, p Piece) error {
	taken, err := takeNames(tx, d.Name, p.ID)
	if err != nil || len(taken) == 0 {
		return err
	}
	return d.notFree(tx, taken[0])
}

// takeNames gives a piece the names that no other has, and returns the others.
func takeNames(tx *gorm.DB, kind string, id int64) (taken []tool, err error) {
	return taken, tx.Raw(`WITH own AS (SELECT slug FROM tools WHERE kind = @kind AND piece_id = @id),
		given AS (DELETE FROM tool_names WHERE kind = @kind AND piece_id = @id AND name NOT IN (SELECT slug FROM own)),
		held AS (INSERT INTO tool_names AS there (name, kind, piece_id) SELECT slug, @kind, @id FROM own ORDER BY slug
			ON CONFLICT (name) DO UPDATE SET name = there.name WHERE (there.kind, there.piece_id) <> (@kind, @id)
			RETURNING name, kind, piece_id)
		SELECT name, kind, piece_id FROM held WHERE (kind, piece_id) <> (@kind, @id)`, map[string]any{"kind": kind, "id": id}).Scan(&taken).Error
}

// notFree says whose a name is.
func (d Declaration[T]) notFree(tx *gorm.DB, of tool) error {
	title := "another piece"
	if err := tx.Raw("SELECT '“' || title || '”' FROM "+of.Kind+"s WHERE id = ?", of.PieceID).Scan(&title).Error; err != nil {
		return err
	}
	return fault.Form([]fault.Field{{Field: d.Long[0], Message: fmt.Sprintf("%s already has numbers named “%s”. Choose another name.", title, of.Name)}})
}

// Rendered notes what else follows from the texts of a piece that was rendered
// without a write: the starting content, or all with a new renderer.
func Rendered(tx *gorm.DB, kind string, p Piece) error {
	if _, err := takeNames(tx, kind, p.ID); err != nil {
		return err
	}
	_, err := register(tx, p)
	return err
}
