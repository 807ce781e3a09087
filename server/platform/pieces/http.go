package pieces

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// RedirectMoved redirects a request for a former slug to the current one; path
// is the prefix of the piece's calls. It returns any other error.
func RedirectMoved(c *gin.Context, kind, slug, path string, err error) error {
	var moved Moved
	if !errors.As(err, &moved) {
		return err
	}
	httpx.Tag(c, Tag(kind, slug), Tag(kind, moved.To))
	c.Redirect(http.StatusMovedPermanently, path+moved.To)
	return nil
}

// Preview returns a handler for the preview with a token.
func Preview[T interface{ common() Piece }](d Declaration[T]) func(*gin.Context) error {
	kind := Declare(d)
	return func(c *gin.Context) error {
		c.Header("X-Robots-Tag", "noindex")
		ctx := c.Request.Context()
		t, err := d.Pieces.open(d.Name, c.Param("token"))
		if err != nil {
			return err
		}
		if t.what == typedPiece {
			shown, err := d.Pieces.typed(ctx, d.Name, t.id)
			if err != nil {
				return err
			}
			c.JSON(http.StatusOK, shown)
			return nil
		}
		if err := d.Pieces.checkRevoked(ctx, d.Name, t); err != nil {
			return err
		}
		piece, err := kind.Get(ctx, t.id)
		if err != nil {
			return err
		}
		shown, err := d.Shown(ctx, piece)
		if err != nil {
			return err
		}
		c.JSON(http.StatusOK, shown)
		return nil
	}
}
