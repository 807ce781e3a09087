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

// Named is a text of a piece, with its field and the part of the field.
type Named struct {
	Field string
	Part  string // such as "Step 3, "
	Text  string
}

// CheckNumbers returns what prevents the numbers in the texts of a piece from
// being published, by field and line.
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

// NumbersColumn returns the value of a piece's column numbers. Its headings are
// for a calculation's own page, right below the title.
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

// tool is the name of a public calculation, and the piece that has it.
type tool struct {
	Name    string
	Kind    string
	PieceID int64
}

// checkNames rejects a piece to be published whose calculations have the same
// name as another public piece's, because a name is an address. It runs before
// the write, so that an import can skip the piece.
func (d Declaration[T]) checkNames(tx *gorm.DB, id int64, values map[string]any) error {
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
	return d.nameTaken(tx, taken[0])
}

// takeNames claims the names of a public piece's calculations and releases
// those of other pieces. If two pieces with the same name are published at
// once, one is rejected.
func (d Declaration[T]) takeNames(tx *gorm.DB, p Piece) error {
	taken, err := takeNames(tx, d.Name, p.ID)
	if err != nil || len(taken) == 0 {
		return err
	}
	return d.nameTaken(tx, taken[0])
}

// takeNames claims the names that no other piece has, and returns the others.
func takeNames(tx *gorm.DB, kind string, id int64) (taken []tool, err error) {
	return taken, tx.Raw(`WITH own AS (SELECT slug FROM tools WHERE kind = @kind AND piece_id = @id),
		given AS (DELETE FROM tool_names WHERE kind = @kind AND piece_id = @id AND name NOT IN (SELECT slug FROM own)),
		held AS (INSERT INTO tool_names AS there (name, kind, piece_id) SELECT slug, @kind, @id FROM own ORDER BY slug
			ON CONFLICT (name) DO UPDATE SET name = there.name WHERE (there.kind, there.piece_id) <> (@kind, @id)
			RETURNING name, kind, piece_id)
		SELECT name, kind, piece_id FROM held WHERE (kind, piece_id) <> (@kind, @id)`, map[string]any{"kind": kind, "id": id}).Scan(&taken).Error
}

// nameTaken returns the error that says who has a name.
func (d Declaration[T]) nameTaken(tx *gorm.DB, of tool) error {
	title := "another piece"
	if err := tx.Raw("SELECT '“' || title || '”' FROM "+of.Kind+"s WHERE id = ?", of.PieceID).Scan(&title).Error; err != nil {
		return err
	}
	return fault.Form([]fault.Field{{Field: d.Long[0], Message: fmt.Sprintf("%s already has numbers named “%s”. Choose another name.", title, of.Name)}})
}

// Rendered records what follows from the texts of a piece that was rendered
// without a write, such as starting content or after an update of the renderer.
func Rendered(tx *gorm.DB, kind string, p Piece) error {
	if _, err := takeNames(tx, kind, p.ID); err != nil {
		return err
	}
	_, err := register(tx, p)
	return err
}
