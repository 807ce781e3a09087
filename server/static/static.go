// Package static serves the files of the front-end build.
package static

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/encoding"
	"thriftwell/server/platform/httpx"
)

// Build is the output of the front-end build.
type Build struct {
	Dir      string
	entries  []os.DirEntry // of the folder client, whose files are served
	Manifest struct {
		Sheet string `json:"sheet"` // address of the public pages' stylesheet
	}
}

// Open opens the build that dir links to now. Later builds don't affect it.
func Open(dir string) (d Build, err error) {
	if d.Dir, err = filepath.EvalSymlinks(dir); err != nil {
		return d, fmt.Errorf("the front end is not built; run scripts/build: %w", err)
	}
	raw, err := os.ReadFile(filepath.Join(d.Dir, "manifest.json"))
	if err != nil {
		return d, fmt.Errorf("the front end is not built; run scripts/build: %w", err)
	}
	if err := json.Unmarshal(raw, &d.Manifest); err != nil {
		return d, fmt.Errorf("read %s/manifest.json: %w", d.Dir, err)
	}
	if d.entries, err = os.ReadDir(filepath.Join(d.Dir, "client")); err != nil {
		return d, fmt.Errorf("the front end is not built; run scripts/build: %w", err)
	}
	return d, nil
}

// Lifetimes of static files. The content of a name with a hash never changes.
const (
	forever = "public, max-age=31536000, immutable"
	aDay    = "public, max-age=86400"
)

// File is a file, or the files of a folder, at a path for the router.
type File struct {
	Path         string
	CacheControl string
	Serve        func(*gin.Context) error
}

// HasPicture reports whether path is that of a built-in picture.
func (d Build) HasPicture(path string) bool {
	return isPicture(path) && filepath.IsLocal(path[1:]) && isFile(filepath.Join(d.Dir, "client", filepath.FromSlash(path)))
}

// OpenPicture opens a built-in picture. If there is none at this path, the
// error is fs.ErrNotExist.
func (d Build) OpenPicture(path string) (io.ReadCloser, error) {
	if !d.HasPicture(path) {
		return nil, fs.ErrNotExist
	}
	return os.Open(filepath.Join(d.Dir, "client", filepath.FromSlash(path)))
}

func isPicture(path string) bool {
	return slices.Contains([]string{".svg", ".png", ".ico"}, filepath.Ext(path))
}

// Files returns the built files: /assets/… by hash, pictures and icons by name.
// Each file has an ETag-like Last-Modified; ranges work.
func (d Build) Files() []File {
	var files []File
	client := filepath.Join(d.Dir, "client")
	for _, e := range d.entries {
		if strings.HasSuffix(e.Name(), ".br") || strings.HasSuffix(e.Name(), ".gz") {
			continue // served instead of the original
		}
		f := File{"/" + e.Name(), aDay, serveFile(filepath.Join(client, e.Name()))}
		if e.IsDir() {
			f.Path, f.Serve = f.Path+"/*file", folder(filepath.Join(client, e.Name()))
		}
		if e.Name() == "assets" {
			f.CacheControl = forever
		}
		files = append(files, f)
	}
	return files
}

func folder(dir string) func(*gin.Context) error {
	root := http.Dir(dir)
	return func(c *gin.Context) error {
		path := c.Param("file")
		f, err := root.Open(path)
		if err != nil {
			return noFile(c)
		}
		f.Close()
		return serveFile(filepath.Join(dir, filepath.FromSlash(path)))(c)
	}
}

// serveFile sends a file. If the build made a compressed version (name.br,
// name.gz) and the client accepts it, that is sent.
func serveFile(path string) func(*gin.Context) error {
	return func(c *gin.Context) error {
		if !isFile(path) {
			return noFile(c)
		}
		h, sent := c.Writer.Header(), path
		h.Set("Vary", "Accept-Encoding")
		h.Set("Content-Type", contentType(path))
		if isPicture(path) {
			httpx.Shown(c)
		}
		if enc := encoding.Negotiate(c.Request.Header["Accept-Encoding"], compressed(path)...); enc != encoding.Identity {
			h.Set("Content-Encoding", enc.String())
			sent += ending(enc)
		}
		http.ServeFile(c.Writer, c.Request, sent)
		return nil
	}
}

// compressed returns the encodings that the build made of a file.
func compressed(path string) (made []encoding.Encoding) {
	for _, enc := range []encoding.Encoding{encoding.Gzip, encoding.Brotli} {
		if isFile(path + ending(enc)) {
			made = append(made, enc)
		}
	}
	return made
}

// ending returns the suffix of a compressed file.
func ending(enc encoding.Encoding) string {
	if enc == encoding.Gzip {
		return ".gz"
	}
	return "." + enc.String()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

func noFile(c *gin.Context) error {
	c.Writer.Header().Del("Cache-Control")
	c.String(http.StatusNotFound, "404 Not Found")
	return nil
}

// contentType returns the type of a file by its extension, the same on every
// machine.
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
	case ".txt":
		return "text/plain; charset=utf-8"
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
