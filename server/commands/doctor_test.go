package commands

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thriftwell/server/checks"
	"thriftwell/server/platform/vault"
)

func TestDoctorReportsProblems(t *testing.T) {
	const mail = "127.0.0.1:1" // nothing listens there
	issuer := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(issuer.Close)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`"ready"`)) }))
	t.Cleanup(other.Close)
	_, port, _ := net.SplitHostPort(other.Listener.Addr().String())
	settings := []string{"PORT=" + port, "BASE_ULR=x", "SMTP_URL=smtp://" + mail, "BACKUP_DIR=/nowhere", "LOG_LEVEL=loud",
		"OIDC_ISSUER=" + issuer.URL, "OIDC_CLIENT_ID=x", "OIDC_CLIENT_SECRET=x", "OIDC_LABEL=Work",
		"S3_ENDPOINT=http://" + mail, "S3_BUCKET=x", "S3_ACCESS_KEY_ID=x", "S3_SECRET_ACCESS_KEY=hidden",
		"RENDERER_URL=" + issuer.URL}

	if a := run(t, []string{"PORT=" + port}, "ready"); a.code != 1 || !strings.Contains(a.err, "no site is running there") {
		t.Errorf("%+v", a)
	}
	a := run(t, append(onDatabase(t), settings...), "doctor")
	for _, want := range []string{
		"WRONG settings: LOG_LEVEL is", "\nBASE_ULR isn't a setting. Did you mean BASE_URL?\n", "WRONG port: PORT " + port + " is in use by", "WRONG front end: ", "WRONG backups: ",
		"WRONG mail server: couldn't reach " + mail, "WRONG sign-in with Work: discover " + issuer.URL + ": 404 Not Found",
		"WRONG picture bucket: the bucket x at http://" + mail, "WRONG renderer " + issuer.URL + ": ", "ok    keys\n", "fix: ",
	} {
		if a.code != 1 || !strings.Contains(a.out, want) || strings.Contains(a.out, "hidden") {
			t.Errorf("%q is not in %+v", want, a)
		}
	}
}

func TestDoctorOnAHealthyRunningSite(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	settings := onDatabase(t)
	url := serve(t, settings)
	port := "PORT=" + url[strings.LastIndex(url, ":")+1:]
	a := run(t, append(settings, port), "doctor")
	if a.code != 0 || a.err != "" || strings.Contains(a.out, "WRONG") {
		t.Fatalf("%+v", a)
	}
	for _, want := range []string{"ok    port\n", "ok    keys\n", "ok    schema\n", "ok    database\n", "WARN  legal pages: a lawyer hasn't reviewed /privacy and /terms", "fictional offers are shown"} {
		if !strings.Contains(a.out, want) {
			t.Errorf("%q is not in %s", want, a.out)
		}
	}
	if a := run(t, append(settings, port), "ready"); a.code != 0 || a.out != "The site is ready.\n" {
		t.Errorf("%+v", a)
	}
	a = run(t, append(settings, port, "DATA_KEYS="+vault.NewPair("other")), "doctor")
	if a.code != 1 || !strings.Contains(a.out, "WRONG keys: the database was encrypted with other keys") {
		t.Errorf("with other keys: %+v", a)
	}
}

func TestDoctorReportsDataKeptByAnUpgrade(t *testing.T) {
	t.Chdir("../..")
	dir := t.TempDir()
	for _, name := range []string{"postgres-17", "postgres-notes"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	a := run(t, []string{"PORT=0", "DATA_DIR=" + dir}, "doctor")
	if want := "WARN  old data: " + filepath.Join(dir, "postgres-17") + " contain"; a.code != 0 || !strings.Contains(a.out, want) {
		t.Errorf("%q is not in %+v", want, a)
	}
}

func TestDoctorReportsFilesOfAKilledRestore(t *testing.T) {
	t.Chdir("../..")
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, checks.RestoredFiles+"1"), 0o700); err != nil {
		t.Fatal(err)
	}
	a := run(t, []string{"PORT=0", "DATA_DIR=" + dir}, "doctor")
	if want := "WARN  old data: " + filepath.Join(dir, checks.RestoredFiles+"1") + " contain"; a.code != 0 || !strings.Contains(a.out, want) {
		t.Errorf("%q is not in %+v", want, a)
	}
}

func TestDoctorReportsTheDatabaseInUse(t *testing.T) {
	t.Chdir("../..")
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "postgres", "letters"), 0o700); err != nil {
		t.Fatal(err)
	}
	for settings, want := range map[string]string{
		"": "contains no database", "DATABASE_URL=postgres://jane:hidden@127.0.0.1:1/site": "the server at DATABASE_URL",
	} {
		a := run(t, []string{"PORT=0", "DATA_DIR=" + dir, settings}, "doctor")
		_, database, _ := strings.Cut(a.out, "WRONG database: ")
		if a.code != 1 || !strings.Contains(database, want) || strings.Contains(database, "server at DATABASE_URL") == (settings == "") || strings.Contains(a.out, "hidden") {
			t.Errorf("with %q: %+v", settings, a)
		}
	}
}

func TestDoctorChangesNothing(t *testing.T) {
	t.Chdir("../..")
	dir := t.TempDir()
	for _, data := range []string{dir, filepath.Join(dir, "not", "there")} {
		a := run(t, []string{"PORT=0", "DATA_DIR=" + data}, "doctor")
		if a.code != 0 || !strings.Contains(a.out, "ok    database: no site yet; bin/server serve creates it in "+data+"\n") {
			t.Errorf("%+v", a)
		}
		if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
			t.Errorf("it created %v (%v)", made, err)
		}
	}
}
