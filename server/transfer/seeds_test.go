package transfer_test

import (
	"testing"

	"thriftwell/db/seed"
	"thriftwell/server/transfer"
)

// A site may import a backup of edited pieces before it seeds. All of them then
// have version 1, like seeded ones.
func TestSeedingKeepsImportedPieces(t *testing.T) {
	t.Parallel()
	from, to := filled(t), open(t)
	from.Exec("UPDATE articles SET title = 'Edited' WHERE slug = 'cut-the-cord-math'")
	from.Exec("UPDATE guides SET subtitle = 'Edited' WHERE slug = 'build-a-price-book'")
	from.Exec("UPDATE guide_items SET title = 'Edited' WHERE position = 1 AND guide_id = (SELECT id FROM guides WHERE slug = 'build-a-price-book')")
	from.Exec("UPDATE claims SET title = 'Edited' WHERE name = 'card-interest-rate'")
	if counts, stayed, told := to.bring(from.export(), transfer.Import{}); !stayed || counts[transfer.Refused] != 0 {
		t.Fatal(counts, told)
	}
	unchanged := func(when string) {
		t.Helper()
		if _, err := seed.Load(t.Context(), to.DB.Pool, seed.Content{}); err != nil {
			t.Fatal(err)
		}
		for _, query := range []string{
			"SELECT count(*) FROM articles WHERE title = 'Edited' AND version = 1",
			"SELECT count(*) FROM guides WHERE subtitle = 'Edited' AND version = 1",
			"SELECT count(*) FROM guide_items WHERE title = 'Edited'",
			"SELECT count(*) FROM claims WHERE title = 'Edited' AND version = 1",
		} {
			if n := to.Count(query); n != 1 {
				t.Errorf("%s: %s: %d", when, query, n)
			}
		}
	}
	unchanged("the first start after the import")
	to.Exec("UPDATE seed_files SET digest = 'of an earlier text'")
	unchanged("a release with other files")
	to.Exec("UPDATE seed_files SET digest = NULL")
	unchanged("an upgrade from a version without digests")
}
