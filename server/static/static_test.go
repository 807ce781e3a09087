package static

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/gin-gonic/gin"
)

func TestAFileIsSentInTheEncodingThatTheClientPrefers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "entry.js")
	for ending, content := range map[string]string{"": "plain", ".br": "brotli", ".gz": "gzip"} {
		if err := os.WriteFile(path+ending, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for accepted, want := range map[string]string{
		"": "plain", "gzip, deflate, br, zstd": "brotli", "br;q=0": "plain", "br;q=0, gzip": "gzip",
		"br;q=0.5, gzip": "gzip", "zstd": "plain", "*": "brotli", "x-brotli": "plain",
	} {
		w := httptest.NewRecorder()
		c, _ := gin.CreateTestContext(w)
		c.Request = httptest.NewRequest("GET", "/assets/entry.js", nil)
		c.Request.Header.Set("Accept-Encoding", accepted)
		if err := serveFile(path)(c); err != nil {
			t.Fatal(err)
		}
		token := map[string]string{"brotli": "br", "gzip": "gzip"}[want]
		if h := w.Header(); w.Body.String() != want || h.Get("Content-Encoding") != token || h.Get("Vary") != "Accept-Encoding" || h.Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("%q: %q with %v", accepted, w.Body, h)
		}
	}
}
