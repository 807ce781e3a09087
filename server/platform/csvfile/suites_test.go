//go:build suites

package csvfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// differs has the reason of each known difference.
var differs = map[string]string{
	"location_coordinates": "the suite's own files have two phone numbers",
	"newlines_crlf":        "encoding/csv makes \\n of a line break in a cell",
}

// TestSuiteCSV reads the files of csv-spectrum.
func TestSuiteCSV(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("SUITES"), "csv-spectrum/csvs/*.csv"))
	wrong := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".csv")
		text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "../json", name+".json"))
		if !bytes.HasPrefix(text, []byte("[")) { // a single row
			text = fmt.Appendf(nil, "[%s]", text)
		}
		var want []map[string]string
		if err := errors.Join(err, json.Unmarshal(text, &want)); err != nil {
			t.Fatal(err)
		}
		if !agrees(t, file, want) {
			wrong++
			if differs[name] == "" {
				t.Errorf("%s differs", name)
			}
			t.Logf("%s: %s", name, differs[name])
		}
	}
	t.Logf("csv-spectrum: %d of %d files differ", wrong, len(files))
	if len(files) == 0 {
		t.Error("no csv-spectrum files in SUITES")
	}
}

func agrees(t *testing.T, file string, want []map[string]string) bool {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := NewReader(f)
	if err != nil {
		return false
	}
	for _, row := range want {
		record, err := r.Next()
		if err != nil {
			return false
		}
		for column, cell := range row {
			if record.Get(column) != cell {
				return false
			}
		}
	}
	_, err = r.Next()
	return errors.Is(err, io.EOF)
}
