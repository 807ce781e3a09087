package dbtest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"testing"

	"github.com/jackc/pgx/v5"
)

//go:embed testdata/149971c.sql.gz
var old []byte

// NewOld is like New with the schema of version 149971c, the oldest that can be
// upgraded, and a few rows. Its dump was made by pg_dump --inserts after that
// version's migrate command.
func NewOld(t testing.TB) string {
	t.Helper()
	unpacked, err := gzip.NewReader(bytes.NewReader(old))
	if err != nil {
		t.Fatal(err)
	}
	sql, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	url := NewEmpty(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.PgConn().Exec(t.Context(), string(sql)).ReadAll(); err != nil {
		t.Fatal(err)
	}
	return url
}
