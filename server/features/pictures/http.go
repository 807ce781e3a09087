package pictures

import (
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/picture"
)

// forever allows caching without limit, because a name always stands for the
// same bytes.
const forever = "public, max-age=31536000, immutable"

func contentTypes() map[string]string {
	return map[string]string{".avif": "image/avif", ".webp": "image/webp", ".jpg": "image/jpeg", ".png": "image/png"}
}

// Serve handles GET /pictures/:name.
func Serve(files Files) func(*gin.Context) error {
	return func(c *gin.Context) error {
		file, ok := picture.Parse(c.Request.URL.Path)
		if !ok {
			return noPicture(c)
		}
		name := file.Name()
		content, changed, err := files.Open(c.Request.Context(), name)
		if errors.Is(err, fs.ErrNotExist) {
			return noPicture(c)
		}
		if err != nil {
			return err
		}
		defer content.Close()
		h := c.Writer.Header()
		h.Set("Content-Type", contentTypes()[filepath.Ext(name)])
		h.Set("Cache-Control", forever)
		httpx.Shown(c)
		h.Set("ETag", `"`+name+`"`)
		http.ServeContent(c.Writer, c.Request, name, changed, content)
		return nil
	}
}

func noPicture(c *gin.Context) error {
	c.String(http.StatusNotFound, "404 Not Found")
	return nil
}
