package commands

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestImportsShowOnTheRunningSite(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	settings, dir := onDatabase(t), filepath.Join(t.TempDir(), "out")
	url := serve(t, settings)
	page := func() string {
		req, _ := http.NewRequest("GET", url+"/articles/bundle-or-not", nil)
		_, body := get(t, req)
		return body
	}
	const title = "Bundles, Weighed Anew"
	if strings.Contains(page(), title) {
		t.Fatal("the page has the new title already")
	}
	if a := run(t, settings, "export", dir); a.code != 0 || !strings.HasPrefix(a.out, "Exported 4 authors, ") {
		t.Fatalf("%+v", a)
	}
	if a := run(t, settings, "export", dir); a.code != 2 || !strings.Contains(a.err, "is not empty") {
		t.Errorf("%+v", a)
	}
	file := filepath.Join(dir, "articles", "bundle-or-not.md")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(content), "\n")
	lines[1] = "title: " + title + "\n"
	if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	const changed = "changed: articles/bundle-or-not.md\nTotal: 0 new, 1 changed, "
	if a := run(t, settings, "import", dir, "--dry-run"); a.code != 0 || !strings.HasPrefix(a.out, changed) || !strings.HasSuffix(a.out, "Nothing was changed.\n") {
		t.Errorf("%+v", a)
	}
	if strings.Contains(page(), title) {
		t.Error("a dry run changed the page")
	}
	if a := run(t, settings, "import", dir); a.code != 0 || !strings.HasPrefix(a.out, changed) {
		t.Errorf("%+v", a)
	}
	for deadline := time.Now().Add(time.Minute); !strings.Contains(page(), title); {
		if time.Now().After(deadline) {
			t.Fatal("the page was not updated")
		}
	}
	if err := os.WriteFile(file, []byte("no front matter"), 0o600); err != nil {
		t.Fatal(err)
	}
	if a := run(t, settings, "import", dir); a.code != 1 || !strings.Contains(a.out, "refused: articles/bundle-or-not.md, line 1: Start the file") || !strings.Contains(a.err, "nothing was imported") {
		t.Errorf("%+v", a)
	}
}
