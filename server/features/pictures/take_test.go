package pictures

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thriftwell/server/platform/editable/editabletest"
)

// shelf is a folder that fails for files whose names end in refused.
type shelf struct {
	Folder
	refused string
}

// Put implements Files.
func (s *shelf) Put(ctx context.Context, name, file string) error {
	if s.refused != "" && strings.HasSuffix(name, s.refused) {
		return errors.New("the disk is full")
	}
	return s.Folder.Put(ctx, name, file)
}

// count returns the number of files.
func (s *shelf) count(t *testing.T) int {
	t.Helper()
	files, err := os.ReadDir(string(s.Folder))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return len(files)
}

// making is a program that writes the three files of a small picture.
const making = `import { writeFileSync } from "node:fs";
for (const ending of ["avif", "webp", "png"]) writeFileSync(process.argv[3] + "/9." + ending, "x");
console.log('{"width":9,"height":9,"fallback":"png","widths":[9]}')`

func TestPictureIsStoredCompletelyOrNotAtAll(t *testing.T) {
	d := editabletest.Open(t)
	files := &shelf{Folder: Folder(filepath.Join(t.TempDir(), "pictures"))}
	l := Pictures(d.Site, Service{Files: files, Encoder: script(t, making)})
	sent := upload{file: "x", hash: strings.Repeat("a", 32), name: "A jar"}
	take := func() error {
		_, err := l.take(t.Context(), d.By, sent, t.TempDir())
		return err
	}
	rows := func() int { return d.Count("SELECT count(*) FROM pictures") }

	files.refused = ".png"
	if err := take(); err == nil || files.count(t) != 0 || rows() != 0 {
		t.Errorf("a picture that could not be stored left %d files and %d rows: %v", files.count(t), rows(), err)
	}
	files.refused = ""
	d.Exec("ALTER TABLE audit_log RENAME TO away")
	if err := take(); err == nil || files.count(t) != 0 {
		t.Errorf("a picture whose row could not be written left %d files: %v", files.count(t), err)
	}
	d.Exec("ALTER TABLE away RENAME TO audit_log")

	both := make(chan error)
	for range 2 {
		go func() { both <- take() }()
	}
	if err := errors.Join(<-both, <-both); err != nil || files.count(t) != 3 || rows() != 1 {
		t.Errorf("two concurrent uploads of one file left %d files and %d rows: %v", files.count(t), rows(), err)
	}
}

// An upload is either received or rejected, and no file is written elsewhere.
func FuzzUploadIsReceivedOrRejected(f *testing.F) {
	head := "--b\r\nContent-Disposition: form-data; name="
	f.Add("multipart/form-data; boundary=b", head+"\"file\"; filename=\"a.png\"\r\n\r\nx\r\n"+head+"\"alt\"\r\n\r\nA jar\r\n--b--\r\n")
	f.Add("multipart/form-data; boundary=b", head+"\"file\"; filename*=UTF-8''%2e%2e%2fa\r\n\r\nx\r\n--b--")
	f.Add("multipart/form-data", "")
	f.Fuzz(func(t *testing.T, kind, body string) {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		dir := t.TempDir()
		u, err := receive(r, filepath.Join(dir, "upload"))
		files, listed := os.ReadDir(dir)
		if listed != nil || len(files) > 1 || err == nil && (u.hash == "" || u.name == "" || strings.ContainsAny(u.name, "/\\\n")) {
			t.Errorf("%q: %+v and %d files: %v", body, u, len(files), errors.Join(err, listed))
		}
	})
}
