package imports

import (
	"context"
	"errors"
	"io"
	"strings"

	"thriftwell/server/platform/csvfile"
	"thriftwell/server/transfer"
)

// refusedRows writes a file's refused rows, with the reason in an additional
// cell. An unreadable row has only the reason.
func (s Store) refusedRows(ctx context.Context, of Import, list *csvfile.Reader, write func(row ...any) error) error {
	var at csvfile.Record
	for after := 0; ; {
		lines, err := s.lines(ctx, of.ID, outcomes()[transfer.Refused], after, linesAtOnce)
		if err != nil || len(lines) == 0 {
			return err
		}
		for _, line := range lines {
			if at, err = seek(list, at, line.Line); err != nil {
				return err
			}
			row := make([]any, len(list.Columns()), len(list.Columns())+1)
			for n := range row {
				row[n] = ""
				if at.Line == line.Line {
					row[n] = strings.ToValidUTF8(at.At(n), "\ufffd")
				}
			}
			if err := write(append(row, line.Reason)...); err != nil {
				return err
			}
			after = line.N
		}
	}
}

// seek returns the record at a line, or the next one if there is none.
func seek(list *csvfile.Reader, at csvfile.Record, line int) (csvfile.Record, error) {
	for at.Line < line {
		record, err := list.Next()
		if wrong := new(csvfile.LineError); errors.As(err, &wrong) {
			record.Line, err = wrong.Line, nil
		}
		if errors.Is(err, io.EOF) {
			return csvfile.Record{Line: line + 1}, nil
		}
		if err != nil {
			return record, err
		}
		at = record
	}
	return at, nil
}
