package site_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/session"
	"thriftwell/server/transfer/imports"
)

func importPath(i imports.Import) string { return fmt.Sprintf("%s/%d", importsPath, i.ID) }

// zipOf returns a zip of files.
func zipOf(t *testing.T, files ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		file, err := w.Create(files[i])
		if err == nil {
			_, err = file.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func articleFile(title string) string {
	return "---\ntitle: " + title + "\nexcerpt: E.\ncategory: pets\n---\nText.\n"
}

func uploadImport(p sitetest.Member, name, body string) sitetest.Answer {
	p.T.Helper()
	return p.Call("POST", importsPath+"?name="+name, body, "Cookie", p.Cookie, "Content-Type", "application/octet-stream")
}

// waitForImport waits until an import is checked or over.
func waitForImport(p sitetest.Member, i imports.Import) imports.Import {
	p.T.Helper()
	return waitForImportAt(p, importPath(i))
}

func TestImportsOfFiles(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"importsAreCheckedAndThenStarted":             importsAreCheckedAndThenStarted,
		"importsAreAllOrNothingByDefault":             importsAreAllOrNothingByDefault,
		"invalidFilesAreRefusedImmediately":           invalidFilesAreRefusedImmediately,
		"importingAnExportChangesNothing":             importingAnExportChangesNothing,
		"subscriberImportsAreCheckedAndThenStarted":   subscriberImportsAreCheckedAndThenStarted,
		"magazineAndSubscribersCanBeUploadedTogether": magazineAndSubscribersCanBeUploadedTogether,
		"exportProgressIsShared":                      exportProgressIsShared,
		"columnsOfOtherSystemsAreGuessed":             columnsOfOtherSystemsAreGuessed,
		"filesWithoutHeaderRowAreRefused":             filesWithoutHeaderRowAreRefused,
		"refusedRowsAreGroupedAndDownloadable":        refusedRowsAreGroupedAndDownloadable,
	}, func(s *sitetest.Site) {
		sitetest.Eventually(s.T, "no import is at work", func() bool {
			return s.Count("SELECT count(*) FROM imports WHERE state IN ('checking', 'importing')") == 0
		})
		s.Exec("DELETE FROM imports") // only one of a kind may be in progress
	})
}

func importsAreCheckedAndThenStarted(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	body := zipOf(t, "articles/good.md", articleFile("Good"), "articles/bad.md", "no front matter", "articles/bundle-or-not.md", articleFile("Bundles"), "notes.txt", "x")
	a := uploadImport(admin, "ours.zip", body)
	sitetest.Agrees(t, doc, "POST", importsPath, a)
	i := sitetest.Decode[imports.Import](t, a.Body)
	if a := uploadImport(admin, "again.zip", body); a.Status != 409 || !strings.Contains(a.Body, "Another import is in progress") {
		t.Errorf("a second import: %d %s", a.Status, a.Body)
	}
	i = waitForImport(admin, i)
	if want := (imports.Counts{New: 1, Changed: 1, Refused: 1, LeftOut: 1}); i.State != "checked" || i.Counts != want || i.Name != "ours.zip" {
		t.Fatalf("%+v", i)
	}
	lines := admin.Do("GET", importPath(i)+"/lines?outcome=refused", nil)
	sitetest.Agrees(t, doc, "GET", importsPath+"/{id}/lines", lines)
	if got := sitetest.Decode[[]imports.Line](t, lines.Body); len(got) != 1 || got[0].Name != "articles/bad.md" || got[0].Line != 1 || got[0].Reason == "" {
		t.Errorf("refused: %s", lines.Body)
	}
	if n := len(sitetest.Must[[]imports.Line](admin, "GET", importPath(i)+"/lines", nil)); n != 3 {
		t.Errorf("%d lines", n)
	}
	if a := s.Get("/api/articles/good"); a.Status != 404 {
		t.Errorf("a dry run imported something: %d", a.Status)
	}
	sitetest.Agrees(t, doc, "POST", importsPath+"/{id}/start", admin.Do("POST", importPath(i)+"/start", sitetest.M{"partial": true}))
	i = waitForImport(admin, i)
	if i.State != "done" || i.Counts.New != 1 {
		t.Fatalf("%+v", i)
	}
	// Caches are invalidated after the commit.
	sitetest.Eventually(t, "the imported article is public", func() bool { return s.Get("/api/articles/good").Status == 200 })
	if n := s.Count("SELECT count(*) FROM import_parts"); n != 0 {
		t.Errorf("%d parts of the file remain", n)
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=archive", nil).Body; !strings.Contains(log, `"action":"import"`) || !strings.Contains(log, "ours.zip") {
		t.Errorf("the log says %s", log)
	}
	if a := admin.Do("POST", importPath(i)+"/start", sitetest.M{}); a.Status != 409 {
		t.Errorf("starting it again: %d", a.Status)
	}
	sitetest.Agrees(t, doc, "GET", importsPath, admin.Do("GET", importsPath, nil))
	for _, path := range []string{importsPath + "/0", importsPath + "/0/lines"} {
		if a := admin.Do("GET", path, nil); a.Status != 404 {
			t.Errorf("%s: got %d, want 404", path, a.Status)
		}
	}
}

func importsAreAllOrNothingByDefault(t *testing.T, s *sitetest.Site) {
	if testing.Short() {
		t.Skip("takes long")
	}
	admin := s.As("admin")
	begin := func(body string) imports.Import {
		t.Helper()
		a := uploadImport(admin, "a.zip", body)
		if a.Status != 201 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		return waitForImport(admin, sitetest.Decode[imports.Import](t, a.Body))
	}
	i := begin(zipOf(t, "articles/whole.md", articleFile("Good"), "articles/bad.md", "x"))
	admin.Do("POST", importPath(i)+"/start", sitetest.M{"partial": false})
	if i = waitForImport(admin, i); i.State != "failed" || i.Reason != "Some rows have errors, so nothing was imported." {
		t.Errorf("%+v", i)
	}
	if a := s.Get("/api/articles/whole"); a.Status != 404 {
		t.Errorf("something was imported: %d", a.Status)
	}
	i = begin(zipOf(t, "articles/whole.md", articleFile("Good")))
	if a := admin.Do("DELETE", importPath(i), nil); a.Status != 200 || !strings.Contains(a.Body, "discarded") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if n := s.Count("SELECT count(*) FROM import_parts"); n != 0 {
		t.Errorf("%d parts of a discarded file remain", n)
	}
	if i = begin("PK no zip"); i.State != "failed" || i.Reason != "This file is damaged or isn't a zip." {
		t.Errorf("%+v", i)
	}
	i = begin(zipOf(t, "articles/whole.md", articleFile("Good")))
	s.Exec("TRUNCATE import_parts") // the table is unlogged, so a crash empties it
	admin.Do("POST", importPath(i)+"/start", sitetest.M{})
	if i = waitForImport(admin, i); i.State != "failed" || !strings.Contains(i.Reason, "Upload it again") {
		t.Errorf("without its file: %+v", i)
	}
	i = begin(zipOf(t, "articles/whole.md", articleFile("Good")))
	s.Exec("UPDATE imports SET changed_at = now() - interval '25 hours' WHERE id = $1", i.ID)
	if err := (imports.Store{DB: s.DB.Gorm}).Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if i = waitForImport(admin, i); i.State != "discarded" || s.Count("SELECT count(*) FROM import_parts") != 0 {
		t.Errorf("undecided: %+v", i)
	}
}

func invalidFilesAreRefusedImmediately(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	for body, status := range map[string]int{"GIF89a": 415, "": 415, "{}": 201} {
		if a := uploadImport(admin, "x", body); a.Status != status {
			t.Errorf("%q: %d %s", body, a.Status, a.Body)
		}
	}
	if a := uploadImport(admin, "x", "\xff\xfe<\x00?\x00"); a.Status != 415 || !strings.Contains(a.Body, "UTF-8") {
		t.Errorf("UTF-16: %d %s", a.Status, a.Body)
	}
	req, err := http.NewRequest("POST", s.Address+importsPath, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Body, req.ContentLength = http.MaxBytesReader(nil, endless{}, 2<<30), 2<<30
	req.Header.Set("Cookie", admin.Cookie)
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != 413 {
		t.Errorf("2 GB: %d", res.StatusCode)
	}
}

// endless is a body that never ends.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }
func (endless) Close() error               { return nil }

func importingAnExportChangesNothing(t *testing.T, s *sitetest.Site) {
	if testing.Short() {
		t.Skip("slow") // package transfer has similar tests
	}
	admin := s.As("admin")
	a := admin.Do("POST", "/api/admin/export", nil)
	if a.Status != 200 || !strings.Contains(a.Header.Get("Content-Disposition"), `filename="thriftwell-`) {
		t.Fatalf("%d %v", a.Status, a.Header)
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=archive", nil).Body; !strings.Contains(log, `"action":"export"`) {
		t.Errorf("the log says %s", log)
	}
	i := waitForImport(admin, sitetest.Decode[imports.Import](t, uploadImport(admin, "own.zip", a.Body).Body))
	if i.State != "checked" || i.Counts.Same == 0 || i.Counts != (imports.Counts{Same: i.Counts.Same}) {
		t.Errorf("%+v", i)
	}
}

func TestImportsOfFormerAdminsDoNotRun(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	admin := s.As("admin")
	token := s.Token(session.Admin)
	a := s.Call("POST", importsPath+"?name=a.zip", zipOf(t, "articles/good.md", articleFile("Good")), "Authorization", "Bearer "+token)
	i := waitForImport(admin, sitetest.Decode[imports.Import](t, a.Body))
	s.Exec("UPDATE tokens SET revoked_at = now()")
	s.Exec("UPDATE imports SET state = 'importing' WHERE id = $1", i.ID)
	if i = waitForImport(admin, i); i.State != "failed" || s.Get("/api/articles/good").Status != 404 {
		t.Errorf("%+v", i)
	}
	i = waitForImport(admin, sitetest.Decode[imports.Import](t, uploadImport(admin, "a.zip", zipOf(t, "articles/good.md", articleFile("Good"))).Body))
	s.Exec("UPDATE users SET role = 'editor' WHERE id = (SELECT user_id FROM imports WHERE id = $1)", i.ID)
	s.Exec("UPDATE imports SET state = 'importing' WHERE id = $1", i.ID)
	sitetest.Eventually(t, "the import is over", func() bool {
		return s.Count("SELECT count(*) FROM imports WHERE id = $1 AND state <> 'importing'", i.ID) == 1
	})
	if s.Count("SELECT count(*) FROM imports WHERE id = $1 AND state = 'failed'", i.ID) != 1 || s.Get("/api/articles/good").Status != 404 {
		t.Error("an import by a former admin ran")
	}
}

func subscriberImportsAreCheckedAndThenStarted(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	const people = importsPath + "?what=subscribers"
	send := func(name, body string) sitetest.Answer {
		return uploadImport(admin, name+"&what=subscribers", body)
	}
	stored := func() int { return s.Count("SELECT count(*) FROM subscribers") }
	logged := func(kind string) int {
		return strings.Count(admin.Do("GET", "/api/admin/audit?kind="+kind, nil).Body, `"action":"import"`)
	}
	storedBefore, loggedBefore, archivesBefore := stored(), logged("subscriber"), logged("archive")
	const csv = "email,emailConsent,consentAt\nann@checked.example,yes,2026-03-01\nbo@checked.example,no,2026-03-01\nnobody,yes,2026-03-01\n"
	a := send("people.csv", csv)
	sitetest.Agrees(t, doc, "POST", importsPath, a)
	i := sitetest.Decode[imports.Import](t, a.Body)
	if n := s.Count("SELECT count(*) FROM import_parts WHERE position('ann@'::bytea IN content) > 0"); n != 0 {
		t.Error("the file isn't encrypted")
	}
	if a := send("again.csv", csv); a.Status != 409 {
		t.Errorf("a second import: %d", a.Status)
	}
	if a := uploadImport(admin, "ours.zip", zipOf(t, "articles/good.md", articleFile("Good"))); a.Status != 201 {
		t.Errorf("an import of the magazine meanwhile: %d %s", a.Status, a.Body)
	}
	i = waitForImport(admin, i)
	if want := (imports.Counts{New: 1, Refused: 2}); i.State != "checked" || i.Counts != want || stored() != storedBefore {
		t.Fatalf("%+v", i)
	}
	lines := sitetest.Must[[]imports.Line](admin, "GET", importPath(i)+"/lines?outcome=refused", nil)
	if len(lines) != 2 || lines[0].Line != 3 || lines[0].Reason != "This person hasn't agreed to emails." || lines[1].Line != 4 {
		t.Errorf("%+v", lines)
	}
	if all := sitetest.Must[[]imports.Import](admin, "GET", importsPath, nil); len(all) != 1 || all[0].What != imports.Magazine {
		t.Errorf("imports of the magazine: %+v", all)
	}
	admin.Do("POST", importPath(i)+"/start", sitetest.M{"partial": false})
	if i = waitForImport(admin, i); i.State != "failed" || i.Reason != "Some rows have errors, so nothing was imported." || stored() != storedBefore {
		t.Errorf("all or nothing: %+v", i)
	}
	for n, want := range []imports.Counts{{New: 1, Refused: 2}, {Same: 1, Refused: 2}} {
		i = waitForImport(admin, sitetest.Decode[imports.Import](t, send("people.csv", csv).Body))
		admin.Do("POST", importPath(i)+"/start", sitetest.M{"partial": true})
		if i = waitForImport(admin, i); i.State != "done" || i.Counts != want || stored() != storedBefore+1 {
			t.Errorf("%d: %+v", n, i)
		}
	}
	sitetest.Agrees(t, doc, "GET", importsPath, admin.Do("GET", people, nil))
	if n := logged("subscriber") - loggedBefore; n != 2 {
		t.Errorf("%d imports are in the log, want 2", n)
	}
	if logged("archive") != archivesBefore {
		t.Error("they're in the log twice")
	}
	if a := send("people.xlsx", "PK\x03\x04 a spreadsheet"); a.Status != 415 || !strings.Contains(a.Body, "CSV") {
		t.Errorf("a spreadsheet: %d %s", a.Status, a.Body)
	}
	if a := admin.Do("GET", importsPath+"?what=texts", nil); a.Status != 400 {
		t.Errorf("another kind of import: %d", a.Status)
	}
	if i = waitForImport(admin, sitetest.Decode[imports.Import](t, send("x.csv", "\n\n").Body)); i.State != "failed" || !strings.Contains(i.Reason, "no header row") {
		t.Errorf("without columns: %+v", i)
	}
}

func magazineAndSubscribersCanBeUploadedTogether(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	body, sending := io.Pipe()
	beingSent := make(chan struct{}) // the server reads the body only after it registered the upload
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(beingSent) }})
	req, err := http.NewRequestWithContext(ctx, "POST", s.Address+importsPath+"?what=subscribers&name=people.csv", body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Expect", "100-continue")
	req.Header.Set("Cookie", admin.Cookie)
	req.Header.Set("Content-Type", "text/csv")
	ended := make(chan error)
	go func() {
		_, err := http.DefaultClient.Do(req)
		ended <- err
	}()
	if _, err := sending.Write([]byte("email,emailConsent")); err != nil {
		t.Fatal(err)
	}
	<-beingSent
	if a := uploadImport(admin, "people.csv&what=subscribers", "email,emailConsent\n"); a.Status != http.StatusConflict {
		t.Errorf("a second file of subscribers: %d %s", a.Status, a.Body)
	}
	if a := uploadImport(admin, "ours.zip", zipOf(t, "articles/good.md", articleFile("Good"))); a.Status != http.StatusCreated {
		t.Errorf("the magazine: %d %s", a.Status, a.Body)
	}
	_ = sending.CloseWithError(errors.New("the browser was closed"))
	<-ended
	sitetest.Eventually(t, "the upload is over", func() bool { return uploadImport(admin, "x&what=subscribers", "").Status != http.StatusConflict })
	if n := s.Count("SELECT count(*) FROM imports WHERE what = 'subscribers'"); n != 0 {
		t.Error("an incomplete file was stored")
	}
}

func exportProgressIsShared(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	const exports = "/api/admin/exports"
	progress, over := (imports.Store{DB: s.DB.Gorm}).Begin(t.Context(), imports.Magazine, 3)
	progress(1)
	a := admin.Do("GET", exports, nil)
	sitetest.Agrees(t, doc, "GET", exports, a)
	if all := sitetest.Decode[[]imports.Export](t, a.Body); len(all) != 1 || all[0].Total != 3 {
		t.Errorf("%s", a.Body)
	}
	if a := admin.Do("GET", exports+"?what=subscribers", nil); a.Body != "[]" {
		t.Errorf("exports of subscribers: %s", a.Body)
	}
	over()
	if a := admin.Do("GET", exports, nil); a.Body != "[]" {
		t.Errorf("after it ended: %s", a.Body)
	}
	if a := s.As("editor").Do("GET", exports, nil); a.Status != 403 {
		t.Errorf("an editor: %d", a.Status)
	}
}
