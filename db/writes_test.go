package db_test

import (
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

func TestWritesAreCounted(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, c := range []struct {
		write   string
		counted int64
	}{
		{"INSERT INTO links (code, name, path, source) VALUES ('abcdefgh', 'a', '/', 's'), ('abcdefgi', 'b', '/', 's')", 2},
		{"SELECT * FROM links", 0},
		{"INSERT INTO settings_elsewhere VALUES (1)", 0},
		{"UPDATE links SET source = 't'", 2},
		{"DELETE FROM links", 2},
	} {
		before, err := d.Writes(t.Context(), "links", "articles")
		if err != nil {
			t.Fatal(err)
		}
		conn, err := d.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = conn.Exec(t.Context(), "CREATE TABLE IF NOT EXISTS settings_elsewhere (n int)")
		if err == nil {
			_, err = conn.Exec(t.Context(), c.write)
		}
		if err == nil {
			_, err = conn.Exec(t.Context(), "SELECT pg_stat_force_next_flush()")
		}
		conn.Release()
		if err != nil {
			t.Fatal(err)
		}
		after, err := d.Writes(t.Context(), "links", "articles")
		if err != nil || after-before != c.counted {
			t.Errorf("%s: counted %d (%v)", c.write, after-before, err)
		}
	}
}
