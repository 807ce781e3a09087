package transfer

import (
	"os"
	"path/filepath"
	"testing"
)

// Whatever is uploaded as an export of another system, or as an archive, is read or refused.
func FuzzAnExportIsReadOrRefused(f *testing.F) {
	for _, name := range []string{"ghost.json", "wordpress.xml"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(filepath.Ext(name), text)
	}
	f.Add(".zip", []byte("PK\x05\x06"+string(make([]byte, 18))))
	f.Fuzz(func(t *testing.T, ending string, text []byte) {
		if ending != ".json" && ending != ".xml" {
			ending = ".zip"
		}
		path := filepath.Join(t.TempDir(), "export"+ending)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		from, pictures, done, err := sourceOf(path)
		if err != nil {
			return
		}
		defer done()
		_, _ = pictures.count()
		_ = from.read(taker{expect: func(int) {}, tell: func(Outcome) {}, put: func(e entry) error {
			_, err := e.body()
			return err
		}})
	})
}
