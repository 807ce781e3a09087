package analytics

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
)

// table writes CSV that spreadsheets take as text and numbers, never as
// formulas: a text that begins like one gets an apostrophe before it.
func table(head []string, rows [][]any) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	if err := w.Write(head); err != nil {
		return nil, err
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = fmt.Sprint(v)
			if text, ok := v.(string); ok && text != "" && strings.ContainsRune("=+-@\t\r\n|%", rune(text[0])) {
				cells[i] = "'" + text
			}
		}
		if err := w.Write(cells); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}
