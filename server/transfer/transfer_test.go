package transfer_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"thriftwell/db/dbtest"
	"thriftwell/db/seed"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/pictures"
	"thriftwell/server/platform/editable/editabletest"
	"thriftwell/server/platform/session"
	"thriftwell/server/transfer"
)

// desk is a site for one test.
type desk struct {
	*editabletest.Desk
	transfer.Magazine
}

// hash is that of a picture.
const hash = "0123456789abcdef0123456789abcdef"

func open(t *testing.T) desk {
	t.Helper()
	d := editabletest.Open(t)
	return desk{d, transfer.Magazine{
		Site: d.Site, Files: pictures.Folder(t.TempDir()), Zone: time.FixedZone("", -5*60*60), HasPicture: func(path string) bool { return strings.HasPrefix(path, "/images/") },
	}}
}

// filled returns a site with the starting content, and with articles and guides
// of every status.
func filled(t *testing.T) desk {
	t.Helper()
	d := open(t)
	if _, err := seed.Load(t.Context(), d.DB.Pool, seed.Content{}); err != nil {
		t.Fatal(err)
	}
	card := pictures.Card{Hash: hash, Widest: 480, Fallback: "jpg"}
	for _, name := range card.FileNames() {
		file := write(t, t.TempDir(), "picture", name)
		if err := d.Files.Put(t.Context(), name, file); err != nil {
			t.Fatal(err)
		}
	}
	d.Exec(`INSERT INTO pictures (hash, name, alt, width, height, focal_x, focal_y, widest, fallback) VALUES ('` + hash + `', 'Jar', 'A jar', 480, 320, 40, 60, 480, 'jpg')`)
	d.Exec(`UPDATE articles SET status = 'scheduled', publish_at = '2099-01-02 03:04:05.6789Z', tags = '["a", "b c"]', image_url = '/pictures/` + hash + `-480.jpg' WHERE slug = 'bundle-or-not'`)
	d.Exec(`UPDATE articles SET status = 'archived', correction = '{"text": "It was 3, not 2.", "at": "2026-11-01T10:00:00Z"}' WHERE slug = 'own-your-router'`)
	d.Exec(`UPDATE articles SET status = 'draft', publish_at = NULL, revised_at = NULL, excerpt = '', body = '' WHERE slug = 'return-policy-habits'`)
	d.Exec(`UPDATE articles SET deleted_at = now() WHERE slug = 'hidden-bank-fees'`)
	d.Exec(`UPDATE guides SET status = 'draft', introduction = E'Why.\n\n## Because\n\nIt is so.' WHERE slug = 'no-spend-month'`)
	d.Exec(`UPDATE claims SET looked_at = '2026-03-04 12:00Z', look_again_at = '2027-01-02 03:04:05.6789Z', note = E'Two\n\nparagraphs.' WHERE name = 'electricity-price'`)
	d.Exec(`INSERT INTO claims (name, title, value) VALUES ('no-source', 'A: title', '1,5 %'), ('binned', 'Binned', '1')`)
	d.Exec(`UPDATE claims SET deleted_at = now() WHERE name = 'binned'`)
	d.Exec(`INSERT INTO article_addresses SELECT 'a-former-slug', id FROM articles WHERE slug = 'cut-the-cord-math'`)
	d.Exec(`INSERT INTO author_addresses SELECT 'daniel', id FROM authors WHERE slug = 'daniel-reeves'`)
	if err := (&articles.Store{DB: d.DB.Gorm}).Render(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := (&guides.Store{DB: d.DB.Gorm}).Render(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}

// write writes a file and returns its path.
func write(t *testing.T, dir, content string, name ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{dir}, name...)...)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// export exports a site and returns the folder.
func (d desk) export() string {
	d.Helper()
	dir := filepath.Join(d.TempDir(), "out")
	if _, err := d.Export(d.Context(), dir); err != nil {
		d.Fatal(err)
	}
	return dir
}

// bring imports a path and returns the outcomes other than Same.
func (d desk) bring(path string, how transfer.Import) (counts transfer.Counts, stayed bool, told []string) {
	d.Helper()
	how.By, how.Tell = session.CommandLine(), func(o transfer.Outcome) {
		if o.What != transfer.Same {
			told = append(told, fmt.Sprintf("%s %s %d %s", o.What, o.Name, o.Line, o.Reason))
		}
	}
	counts, stayed, err := d.Import(d.Context(), path, how)
	if err != nil {
		d.Fatal(err)
	}
	return counts, stayed, told
}

// contents returns the files of a folder by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, path))
		out[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestExportsAreImportedUnchanged(t *testing.T) {
	t.Parallel()
	from, to := filled(t), open(t)
	dir := from.export()
	counts, stayed, told := to.bring(dir, transfer.Import{})
	if !stayed || counts[transfer.Refused] != 0 || counts[transfer.New] == 0 || counts[transfer.New] != len(told) {
		t.Fatal(counts, stayed, told)
	}
	first, second := contents(t, dir), contents(t, to.export())
	for _, name := range slices.Sorted(maps.Keys(first)) {
		if first[name] != second[name] {
			t.Errorf("%s was\n%s\nand now is\n%s", name, first[name], second[name])
		}
	}
	if len(first) != len(second) {
		t.Errorf("%d files, then %d", len(first), len(second))
	}
	for name, want := range map[string]string{
		"articles/bundle-or-not.md":             "status: scheduled\npublished: \"2099-01-02T03:04:05.6789Z\"",
		"articles/own-your-router.md":           "correction:\n  text: It was 3, not 2.\n",
		"articles/return-policy-habits.md":      "status: draft\n",
		"articles/cut-the-cord-math.md":         "formerSlugs:\n  - a-former-slug\n",
		"authors/daniel-reeves.md":              "formerSlugs:\n  - daniel\n",
		"guides/no-spend-month.md":              "parts:\n",
		"claims/electricity-price.md":           "lookedAt: \"2026-03-04\"\nlookAgainAt: \"2027-01-02T03:04:05.6789Z\"\n---\nTwo\n\nparagraphs.\n",
		"claims/no-source.md":                   "value: 1,5 %\n",
		"claims/cheaper-phone-plan-old-fees.md": "title: Fees and taxes today\nvalue: $14\n",
		"pictures/" + hash + "-480.avif":        hash + "-480.avif",
	} {
		if name != "pictures/"+hash+"-480.avif" && !strings.Contains(first[name], want) || first[name] == "" {
			t.Errorf("%s lacks %q:\n%s", name, want, first[name])
		}
	}
	if _, binned := first["articles/hidden-bank-fees.md"]; binned {
		t.Error("trashed records were exported")
	}
	if _, binned := first["claims/binned.md"]; binned {
		t.Error("a trashed claim was exported")
	}
}

func TestImportingTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	d := filled(t)
	dir := d.export()
	for _, site := range []desk{d, open(t)} {
		site.bring(dir, transfer.Import{})
		logged, saved := site.Count("SELECT count(*) FROM audit_log"), site.Count("SELECT sum(version) FROM articles")
		counts, stayed, told := site.bring(dir, transfer.Import{})
		if !stayed || len(told) != 0 || counts[transfer.Same] < 40 {
			t.Error(counts, stayed, told)
		}
		if site.Count("SELECT count(*) FROM audit_log") != logged || site.Count("SELECT sum(version) FROM articles") != saved {
			t.Error("something was written")
		}
	}
	if d.Count("SELECT count(*) FROM audit_log") != 0 {
		t.Error("importing a site's own export changed it")
	}
}

func TestExportsRequireAnEmptyFolder(t *testing.T) {
	t.Parallel()
	d := open(t)
	dir := t.TempDir()
	write(t, dir, "mine", "notes.txt")
	if _, err := d.Export(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Error(err)
	}
	if there, _ := os.ReadDir(dir); len(there) != 1 {
		t.Errorf("%d files", len(there))
	}
}

const article = "---\ntitle: Save\nexcerpt: Less.\ncategory: banking\nauthor: Ada\npublished: 2026-03-04\nfeatured: false\n---\nText.\n"

func TestFilesReplaceTheirRecords(t *testing.T) {
	t.Parallel()
	d := open(t)
	dir := t.TempDir()
	write(t, dir, strings.Replace(article, "author:", "tags: [a, b]\navgSavings: $20\nauthor:", 1), "articles", "save.md")
	d.bring(dir, transfer.Import{})
	d.Told()
	write(t, dir, strings.Replace(article, "Text.", "Another text.", 1), "articles", "save.md")
	if _, _, told := d.bring(dir, transfer.Import{}); !slices.Equal(told, []string{"changed articles/save.md 0 "}) {
		t.Error(told)
	}
	if tags := d.Told(); tags != "article:save articles" {
		t.Errorf("invalidated %q", tags)
	}
	if d.Count(`SELECT count(*) FROM articles WHERE tags = '[]' AND avg_savings IS NULL AND body_html LIKE '%Another text.%' AND status = 'published' AND revised_at > now() - interval '1 hour'`) != 1 {
		t.Error("the article differs from its file")
	}
	if d.Count("SELECT count(*) FROM audit_log WHERE actor = 'command line' AND via = 'command' AND kind = 'article'") != 2 {
		t.Error("the log doesn't have both")
	}
}

func TestFilesReplaceTheirClaims(t *testing.T) {
	t.Parallel()
	d := open(t)
	dir := t.TempDir()
	claim := "---\ntitle: Rate\nvalue: 4%\nsourceTitle: G.19\nsourceUrl: https://fed.example.com/\nlookedAt: 2026-03-04\n---\nIn round figures.\n"
	write(t, dir, claim, "claims", "rate.md")
	write(t, dir, strings.Replace(article, "Text.", "At [4%]{claim=rate}.", 1), "articles", "save.md")
	if _, stayed, told := d.bring(dir, transfer.Import{}); !stayed || !slices.Equal(told, []string{"new claims/rate.md 0 ", "new articles/save.md 0 "}) {
		t.Fatal(stayed, told)
	}
	const as = "SELECT count(*) FROM claims WHERE name = 'rate' AND source_title = 'G.19' AND note = 'In round figures.' AND looked_at = '2026-03-04 12:00Z' AND look_again_at = '2027-03-04 12:00Z'"
	if d.Count(as) != 1 {
		t.Error("the claim differs from its file")
	}
	if err := os.Remove(filepath.Join(dir, "articles", "save.md")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "---\ntitle: Rate\nvalue: 5%\n---\n", "claims", "rate.md")
	d.Told()
	if _, _, told := d.bring(dir, transfer.Import{}); !slices.Equal(told, []string{"changed claims/rate.md 0 "}) {
		t.Error(told)
	}
	if tags := d.Told(); tags != "article:save" {
		t.Errorf("invalidated %q", tags)
	}
	if d.Count("SELECT count(*) FROM claims WHERE value = '5%' AND source_title = '' AND source_url IS NULL AND note = '' AND looked_at IS NULL AND look_again_at = '2027-03-04 12:00Z'") != 1 {
		t.Error("omitted fields weren't cleared")
	}
	for name, file := range map[string]string{
		"refused claims/rate.md 3 A value can't contain brackets or other Markdown characters.": "---\ntitle: Rate\nvalue: a|b\n---\n",
		"refused claims/rate.md 4 Enter a public address that starts with http:// or https://.": "---\ntitle: Rate\nvalue: 5%\nsourceUrl: javascript:alert(1)\n---\n",
		"refused claims/rate.md 1 Enter a value.":                                               "---\ntitle: Rate\n---\n",
		`refused claims/rate.md 3 We couldn't read this: unknown field "colour".`:               "---\ntitle: Rate\ncolour: 5%\n---\n",
	} {
		write(t, dir, file, "claims", "rate.md")
		if _, stayed, told := d.bring(dir, transfer.Import{}); stayed || !slices.Equal(told, []string{name}) {
			t.Errorf("%q", told)
		}
	}
}

func TestStepsKeepReadersCheckmarks(t *testing.T) {
	t.Parallel()
	d := filled(t)
	ids := "SELECT sum(i.id) FROM guide_items i JOIN guides g ON g.id = i.guide_id WHERE slug = 'build-a-price-book'"
	before, dir := d.Count(ids), d.export()
	name := filepath.Join(dir, "guides", "build-a-price-book.md")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, strings.Replace(string(content), "Favor things that keep.", "Favor what keeps.", 1), "guides", "build-a-price-book.md")
	if _, _, told := d.bring(dir, transfer.Import{}); len(told) != 1 || d.Count(ids) != before {
		t.Error(told, d.Count(ids), before)
	}
}

func TestRefusedFilesStopTheImportUnlessPartial(t *testing.T) {
	t.Parallel()
	d := open(t)
	dir := t.TempDir()
	write(t, dir, article, "articles", "good.md")
	write(t, dir, strings.Replace(article, "Text.", "Na\xefve.", 1), "articles", "encoding.md")
	write(t, dir, strings.Replace(article, "featured: false", "image: https://other.example/a.jpg", 1), "articles", "foreign.md")
	write(t, dir, strings.Replace(article, "excerpt: Less.\n", "", 1), "articles", "no-excerpt.md")
	write(t, dir, strings.Replace(article, "Text.", "", 1), "articles", "no-text.md")
	write(t, dir, strings.Replace(article, "featured", "colour", 1), "articles", "unknown.md")
	write(t, dir, article, "articles", "Wrong Name.md")
	write(t, dir, article, "articles", "preview.md")
	write(t, dir, strings.Replace(article, "featured: false", "formerSlugs: [good]", 1), "articles", "takes.md")
	write(t, dir, "x", "articles", "notes.txt")
	if err := os.Symlink("good.md", filepath.Join(dir, "articles", "link.md")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "x", "offers", "content.yaml")
	refused := []string{
		"left out offers 0 We only read the folders authors, claims, articles, guides, topics, and pictures.",
		"refused articles/Wrong Name.md 1 The file name must be a slug in lowercase letters, digits, and single hyphens, such as summer-deals.md.",
		"refused articles/encoding.md 9 This isn't UTF-8.",
		"refused articles/foreign.md 7 Choose a picture on this site. Browsers block pictures from other sites.",
		"new articles/good.md 0 ",
		"left out articles/link.md 0 We only read Markdown files.",
		"refused articles/no-excerpt.md 1 Enter an excerpt before you publish.",
		"refused articles/no-text.md 9 Write the text before you publish.",
		"left out articles/notes.txt 0 We only read Markdown files.",
		"refused articles/preview.md 1 This slug is reserved. Choose another.",
		"refused articles/takes.md 7 The former slug good is in use.",
		`refused articles/unknown.md 7 We couldn't read this: unknown field "colour".`,
	}
	for _, how := range []transfer.Import{{DryRun: true}, {DryRun: true, Partial: true}, {}, {Partial: true}} {
		counts, stayed, told := d.bring(dir, how)
		if !slices.Equal(told, refused) || counts[transfer.Refused] != 8 || counts[transfer.New] != 1 {
			t.Errorf("%+v: %v\n%s", how, counts, strings.Join(told, "\n"))
		}
		want := 0
		if how.Partial && !how.DryRun {
			want = 1
		}
		if n := d.Count("SELECT count(*) FROM articles"); n != want || stayed != (want == 1) || d.Count("SELECT count(*) FROM audit_log") != want {
			t.Errorf("%+v: %d articles", how, n)
		}
	}
	d.Exec("UPDATE articles SET deleted_at = now()")
	if _, _, told := d.bring(dir, transfer.Import{}); !slices.Contains(told, "refused articles/good.md 1 The record with this slug is in the trash. Restore it first.") {
		t.Error(told)
	}
}

func TestImportsFindRecordsByIndex(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, kind := range []string{"articles", "guides"} {
		d.Exec(`INSERT INTO ` + kind + ` (slug, title, status) SELECT 'piece-' || i, 'A piece', 'draft' FROM generate_series(1, 20000) i`)
		d.Exec("ANALYZE " + kind)
	}
	said := dbtest.NewStatements()
	d.Magazine.Site.DB = d.DB.Gorm.Session(&gorm.Session{Logger: said})
	dir := t.TempDir()
	for _, slug := range []string{"piece-7", "another-piece"} {
		write(t, dir, "---\ntitle: A title\nstatus: draft\n---\nText.\n", "articles", slug+".md")
	}
	if counts, stayed, told := d.bring(dir, transfer.Import{}); !stayed {
		t.Fatal(counts, told)
	}
	looked := 0
	for _, sql := range said.Heard() {
		if !strings.HasPrefix(sql, "SELECT") || !strings.Contains(sql, "slug = ") {
			continue
		}
		looked++
		if _, plans := dbtest.Fast(t, d.DB.Pool, []string{sql}, 1e6); strings.Contains(plans[0], "Seq Scan") {
			t.Errorf("%s\n%s", sql, plans[0])
		}
	}
	if looked == 0 {
		t.Error("no slug was looked up")
	}
}
