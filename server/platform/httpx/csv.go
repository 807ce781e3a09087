package httpx

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"regexp"
	"strings"

	"github.com/gin-gonic/gin"
)

// SendCSV answers with a table as a file to download. Text that a spreadsheet
// would treat as a formula gets a leading apostrophe.
func SendCSV(c *gin.Context, name string, head []string, rows [][]any) error {
	var out bytes.Buffer
	err := writeCSV(&out, head, func(write func(row ...any) error) error {
		for _, row := range rows {
			if err := write(row...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", disposition(name))
	c.Data(http.StatusOK, csvType, out.Bytes())
	return nil
}

// StreamCSV is like SendCSV for a table of any length, which rows writes row by
// row. If rows fails after the answer has begun, the connection is aborted, so
// that a partial file isn't taken for a complete one.
func StreamCSV(c *gin.Context, name string, head []string, rows func(write func(row ...any) error) error) error {
	c.Header("Content-Type", csvType)
	c.Header("Content-Disposition", disposition(name))
	err := writeCSV(c.Writer, head, rows)
	if err == nil {
		return nil
	}
	if c.Writer.Written() {
		slog.ErrorContext(c.Request.Context(), "download interrupted", "id", RequestID(c), "error", err)
		panic(http.ErrAbortHandler)
	}
	c.Writer.Header().Del("Content-Disposition")
	return err
}

const csvType = "text/csv; charset=utf-8"

func disposition(name string) string { return `attachment; filename="` + name + `.csv"` }

func writeCSV(out io.Writer, head []string, rows func(write func(row ...any) error) error) error {
	w := csv.NewWriter(out)
	w.UseCRLF = true
	write := func(row ...any) error {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = fmt.Sprint(v)
			if isText := reflect.ValueOf(v).Kind() == reflect.String; isText && cells[i] != "" && strings.IndexByte("=+-@\t\r\n|%", cells[i][0]) >= 0 && !belowZero.MatchString(cells[i]) {
				cells[i] = "'" + cells[i]
			}
		}
		return w.Write(cells)
	}
	names := make([]any, len(head)) // may come from an uploaded file
	for i, name := range head {
		names[i] = name
	}
	if err := write(names...); err != nil {
		return err
	}
	if err := rows(write); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}

// belowZero matches an amount: as a text, it would be missing from a
// spreadsheet's sums.
var belowZero = regexp.MustCompile(`^-\d+(\.\d+)?$`)
