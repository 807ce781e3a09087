package backup

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"

	"thriftwell/db"
)

// Some bits of zstd have no meaning. A backup with those changed may count as
// complete, but then it has the same content.
func TestDamageIsDetected(t *testing.T) {
	id := identity(t)
	for what, recipients := range map[string][]age.Recipient{"a plain backup": nil, "an encrypted one": {id.Recipient()}} {
		whole := small(t, recipients, func(*Manifest) {})
		opens := func(content []byte) (held string, err error) {
			_, err = read(bytes.NewReader(content), []age.Identity{id}, func(name string, content io.Reader) error {
				text, err := io.ReadAll(content)
				held += name + " " + string(text)
				return err
			})
			return held, err
		}
		if held, err := opens(whole); err != nil || held != "files/one abc" {
			t.Fatalf("%s holds %q, %v", what, held, err)
		}
		for i := range whole {
			if _, err := opens(whole[:i]); err == nil {
				t.Errorf("%s counts as complete without its last %d bytes", what, len(whole)-i)
			}
			flipped := bytes.Clone(whole)
			flipped[i] ^= 1 << (i % 8)
			if held, err := opens(flipped); err == nil && held != "files/one abc" {
				t.Errorf("%s with another byte %d of %d counts as complete and has %q", what, i, len(whole), held)
			}
		}
		if _, err := opens(append(bytes.Clone(whole), 0)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s with an extra byte: %v", what, err)
		}
	}
}

func TestBackupsMustMatchTheirManifest(t *testing.T) {
	for what, change := range map[string]func(*Manifest){
		"a file with other content":   func(m *Manifest) { m.Files[0].SHA256 = strings.Repeat("0", 64) },
		"a file that is not in it":    func(m *Manifest) { m.Files = append(m.Files, File{"more", Content{1, "00"}}) },
		"a file that it is silent of": func(m *Manifest) { m.Files = nil },
		"rows of an empty table":      func(m *Manifest) { m.Files, m.Tables = nil, []Table{{Name: "x"}} },
	} {
		if _, err := Open(put(t, small(t, nil, change))); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	newer := func(m *Manifest) { m.Format = format + 1 }
	if _, err := Open(put(t, small(t, nil, newer))); err == nil || !strings.Contains(err.Error(), "has format 2") {
		t.Errorf("a newer format: %v", err)
	}
	unknown := func(m *Manifest) { m.Schema.Migrations = []int64{300, 99999} }
	if _, err := Open(put(t, small(t, nil, unknown))); err == nil || !strings.Contains(err.Error(), "unknown migration 99999") {
		t.Errorf("a newer schema: %v", err)
	}
	queue := func(m *Manifest) { m.Schema.Queue = 999 }
	if _, err := Open(put(t, small(t, nil, queue))); err == nil || !strings.Contains(err.Error(), "unknown job queue migration 999") {
		t.Errorf("a newer queue: %v", err)
	}
}

func TestOtherFilesAreRejected(t *testing.T) {
	for _, content := range []string{"", "x", "CREATE TABLE x ();", strings.Repeat("\x00", 1024)} {
		if _, err := Open(put(t, []byte(content))); !errors.Is(err, ErrNoBackup) {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// small returns a backup of one file with a changed manifest.
func small(t *testing.T, recipients []age.Recipient, change func(*Manifest)) []byte {
	t.Helper()
	var out bytes.Buffer
	a, err := newArchive(&out, time.Now(), recipients)
	if err != nil {
		t.Fatal(err)
	}
	content, err := a.addFrom("files/one", 3, strings.NewReader("abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	m := Manifest{Format: format, Files: []File{{"one", content}}, Schema: db.Schema{Migrations: []int64{300}}}
	change(&m)
	text, err := json.Marshal(m)
	if err == nil {
		err = errors.Join(a.add(manifestName, text), a.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func put(t *testing.T, content []byte) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "backup")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Any archive is read or rejected.
func FuzzRead(f *testing.F) {
	for _, text := range []string{`{"format":1}`, `{"format":1,"tables":[{"name":"../x","rows":-1}],"files":[{"name":"/etc/passwd"}]}`, "{}"} {
		var plain bytes.Buffer
		to := &archive{Writer: tar.NewWriter(&plain)}
		if err := errors.Join(to.add("files/one", []byte("abc")), to.add(manifestName, []byte(text)), to.Writer.Close()); err != nil {
			f.Fatal(err)
		}
		f.Add(plain.Bytes())
	}
	f.Fuzz(func(t *testing.T, plain []byte) {
		var packed bytes.Buffer
		w, err := zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1))
		if _, failed := w.Write(plain); errors.Join(err, failed, w.Close()) != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		m, err := read(&packed, nil, func(name string, content io.Reader) error {
			seen[name] = true
			_, err := io.Copy(io.Discard, content)
			return err
		})
		if err == nil && len(seen) > len(m.Tables)+len(m.Files) {
			t.Errorf("it has %v, and its manifest says %+v", seen, m)
		}
	})
}
