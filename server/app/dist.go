package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/gin-gonic/gin"
)

// distribution is what the front-end build made.
type distribution struct {
	dir      string
	manifest struct {
		StyleHash string `json:"styleHash"` // CSP source of the inlined style
		Style     string `json:"style"`
	}
}

func openDistribution(dir string) (d distribution, err error) {
	d.dir = dir
	raw, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		return d, fmt.Errorf("the front end is not built; run npm run build: %w", err)
	}
	if err := json.Unmarshal(raw, &d.manifest); err != nil {
		return d, fmt.Errorf("read %s/manifest.json: %w", dir, err)
	}
	return d, nil
}

// Lifetimes of static files: a name with a hash never changes its content.
const (
	forever = "public, max-age=31536000, immutable"
	aDay    = "public, max-age=86400"
)

// static registers the built files: /assets/… by hash, pictures and icons by
// name. Each file has an ETag-like Last-Modified; ranges work.
func (d distribution) static(r gin.IRoutes) error {
	client := filepath.Join(d.dir, "client")
	entries, err := os.ReadDir(client)
	if err != nil {
		return fmt.Errorf("the front end is not built: %w", err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".br") || strings.HasSuffix(e.Name(), ".gz") {
			continue // sent in place of what it is made of
		}
		if e.IsDir() {
			handler := d.folder(filepath.Join(client, e.Name()), e.Name())
			r.GET("/"+e.Name()+"/*file", handler)
			r.HEAD("/"+e.Name()+"/*file", handler)
			continue
		}
		handler := serveFile(filepath.Join(client, e.Name()), aDay)
		r.GET("/"+e.Name(), handler)
		r.HEAD("/"+e.Name(), handler)
	}
	return nil
}

func (d distribution) folder(dir, name string) gin.HandlerFunc {
	lifetime := aDay
	if name == "assets" {
		lifetime = forever
	}
	root := http.Dir(dir)
	return func(c *gin.Context) {
		path := c.Param("file")
		f, err := root.Open(path)
		if err != nil {
			c.String(http.StatusNotFound, "404 Not Found")
			return
		}
		f.Close()
		serveFile(filepath.Join(dir, filepath.FromSlash(path)), lifetime)(c)
	}
}

// serveFile sends a file, precompressed when the build left such a one beside
// it (name.br, name.gz) and the client takes it.
func serveFile(path, lifetime string) gin.HandlerFunc {
	return func(c *gin.Context) {
		h := c.Writer.Header()
		h.Set("Cache-Control", lifetime)
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			h.Del("Cache-Control")
			c.String(http.StatusNotFound, "404 Not Found")
			return
		}
		h.Set("Vary", "Accept-Encoding")
		for _, e := range []struct{ name, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
			if !strings.Contains(c.GetHeader("Accept-Encoding"), e.name) {
				continue
			}
			if _, err := os.Stat(path + e.ending); err == nil {
				h.Set("Content-Encoding", e.name)
				h.Set("Content-Type", contentType(path))
				http.ServeFile(c.Writer, c.Request, path+e.ending)
				return
			}
		}
		h.Set("Content-Type", contentType(path))
		http.ServeFile(c.Writer, c.Request, path)
	}
}

// contentType is told by the ending, the same on every machine.
func contentType(path string) string {
	switch filepath.Ext(path) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".ico":
		return "image/x-icon"
	case ".woff2":
		return "font/woff2"
	case ".json", ".map":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	}
	return "application/octet-stream"
}
