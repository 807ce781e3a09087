package transfer_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"strings"
	"testing"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
	"thriftwell/server/transfer"
)

// packed writes a zip of files and returns its path.
func packed(t *testing.T, files map[string]string, also ...func(*zip.Writer)) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range files {
		file, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	for _, add := range also {
		add(w)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return write(t, t.TempDir(), out.String(), "a.zip")
}

func TestZipsWorkLikeFolders(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes long")
	}
	d := filled(t)
	want := contents(t, d.export())
	var out bytes.Buffer
	done, err := d.ExportZip(t.Context(), &out, func(int) {})
	if err != nil || done.Counts["topics"] != 6 {
		t.Fatalf("%+v %v", done, err)
	}
	files, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range files.File {
		content, err := fs.ReadFile(files, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		got[f.Name] = string(content)
	}
	if !maps.Equal(got, want) {
		t.Fatalf("the zip has %d files, the folder %d", len(got), len(want))
	}
	path := write(t, t.TempDir(), out.String(), "a.zip")
	if counts, _, told := d.bring(path, transfer.Import{}); len(told) > 0 || counts[transfer.Same] == 0 {
		t.Errorf("into the same site: %v %v", counts, told)
	}
	other := open(t)
	if _, stayed, told := other.bring(path, transfer.Import{}); !stayed {
		t.Fatalf("%v", told)
	}
	if again := contents(t, other.export()); !maps.Equal(again, want) {
		t.Error("the second export differs")
	}
	below := map[string]string{"__MACOSX/x": "x"}
	for name, content := range want {
		below["my export/"+name] = content
	}
	if counts, _, told := other.bring(packed(t, below), transfer.Import{}); len(told) > 0 || counts[transfer.Same] == 0 {
		t.Errorf("with the folder at its top: %v %v", counts, told)
	}
}

const piece = "---\ntitle: A\nexcerpt: E.\ncategory: pets\n---\nText.\n"

func TestMaliciousZipsAreRefused(t *testing.T) {
	t.Parallel()
	d := open(t)
	for name, c := range map[string]struct {
		path, words string
	}{
		"a way out":       {packed(t, map[string]string{"articles/a.md": piece, "../../articles/b.md": piece}), "outside its folder: ../../articles/b.md"},
		"a root":          {packed(t, map[string]string{"/articles/b.md": piece}), "outside its folder"},
		"a backslash":     {packed(t, map[string]string{`articles\b.md`: piece}), "outside its folder"},
		"a name of Latin": {packed(t, map[string]string{"articles/a.md": piece, "\xdcbersicht.md": piece}), "a file name that is unreadable"},
		"a deep name":     {packed(t, map[string]string{"articles/" + strings.Repeat("a/", 20) + "a.md": piece}), "a file name that is unreadable"},
		"twice":           {packed(t, map[string]string{"articles/a.md": piece}, func(w *zip.Writer) { _, _ = w.Create("articles/a.md") }), "The folder articles can't be read."},
		"a bomb":          {packed(t, map[string]string{"articles/a.md": piece}, bomb), "larger than 4 GB unpacked"},
		"something else":  {packed(t, map[string]string{"index.html": "x"}), "none of the folders"},
		"no zip":          {write(t, t.TempDir(), "PK\x03\x04", "a.zip"), "isn't a zip"},
		"a list too long": {longList(t), "more than 250,000 files"},
	} {
		_, _, err := d.Import(t.Context(), c.path, transfer.Import{By: session.CommandLine(), Tell: func(transfer.Outcome) {}})
		if f := new(fault.Error); !errors.As(err, &f) || !strings.Contains(f.Detail, c.words) {
			t.Errorf("%s: %v", name, err)
		}
	}
	link := packed(t, map[string]string{"articles/a.md": piece, "articles/large.md": strings.Repeat("x", 4<<20+1)}, func(w *zip.Writer) {
		head := &zip.FileHeader{Name: "articles/link.md"}
		head.SetMode(fs.ModeSymlink | 0o777)
		file, err := w.CreateHeader(head)
		if err == nil {
			_, err = file.Write([]byte("/etc/passwd"))
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	_, stayed, told := d.bring(link, transfer.Import{Partial: true})
	want := "new articles/a.md 0 \nrefused articles/large.md 1 This file is larger than 4 MB.\nleft out articles/link.md 0 We only read Markdown files."
	if got := strings.Join(told, "\n"); !stayed || got != want {
		t.Errorf("%s", got)
	}
}

// bomb adds a file with a false size, larger than the disk.
func bomb(w *zip.Writer) {
	_, _ = w.CreateRaw(&zip.FileHeader{Name: "articles/bomb.md", Method: zip.Deflate, UncompressedSize64: 5 << 30})
}

// longList returns a zip with an oversized list of files.
func longList(t *testing.T) string {
	t.Helper()
	path := t.TempDir() + "/long.zip"
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, name := zip.NewWriter(file), "articles/"+strings.Repeat("x", 60_000)
	for range 600 {
		if _, err := w.CreateHeader(&zip.FileHeader{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDeepBracketsDoNotOverflowTheStack(t *testing.T) {
	t.Parallel()
	d := open(t)
	path := write(t, t.TempDir(), `{"db":`+strings.Repeat("[", 20<<20), "ghost.json")
	_, _, err := d.Import(t.Context(), path, transfer.Import{By: session.CommandLine(), Tell: func(transfer.Outcome) {}})
	if err == nil || !strings.Contains(err.Error(), "couldn't read this Ghost export past byte") {
		t.Errorf("%v", err)
	}
}
