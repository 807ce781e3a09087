package discovery

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/lane"
	"thriftwell/server/platform/weburl"
)

// The share images are made one at a time, so that pages keep their time.
const (
	shareDeadline = 30 * time.Second
	shareWaiting  = 50
)

// ShareImages are the pictures of link previews, each made when it is first asked
// for.
type ShareImages struct {
	Store   *Store
	Site    Site
	Dir     string                                                        // keeps them
	Picture func(ctx context.Context, path string) (io.ReadCloser, error) // fails with fs.ErrNotExist
	Node    string                                                        // the binary; empty if there is none
	Script  string                                                        // ssr/share.ts, or what it was built to
	lane    *lane.Lane
}

// NewShareImages returns ShareImages that make one at a time.
func NewShareImages(s ShareImages) *ShareImages {
	s.lane = lane.New("share images", 1, shareWaiting)
	return &s
}

// shareCard is what a share image shows; ssr/share.ts reads it.
type shareCard struct {
	Site   string  `json:"site" gorm:"-"`
	Label  string  `json:"label"`
	Title  string  `json:"title"`
	FocalX int     `json:"focalX" gorm:"-"`
	FocalY int     `json:"focalY" gorm:"-"`
	Image  *string `json:"-"`
}

// shareName is how a share image is addressed: the slug of its page, and a mark
// that ui/shared/head.tsx changes with what the image shows, so that everybody may
// keep it.
var shareName = regexp.MustCompile(`^(.+)-[0-9a-z]{1,13}\.jpg$`)

// Serve handles GET /share/:kind/:name.
func (s *ShareImages) Serve(c *gin.Context) error {
	parts := shareName.FindStringSubmatch(c.Param("name"))
	if parts == nil || !weburl.IsSlug(parts[1]) {
		return errNoShareImage
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), shareDeadline)
	defer cancel()
	kind, slug := c.Param("kind"), parts[1]
	card, err := s.Store.shareCard(ctx, kind, slug)
	if err != nil {
		return err
	}
	card.Site = s.Site.Name
	if card.Image == nil {
		card.Image = new("/images/default.svg")
	}
	if kind == "site" {
		card.Title = s.Site.Tagline
	}
	if s.Node == "" {
		c.Redirect(http.StatusFound, "/icon-512.png")
		return nil
	}
	file, err := s.file(ctx, kind+"-"+slug, card)
	if errors.Is(err, lane.ErrBusy) {
		return fault.Busy("Many share images are being made right now. Please try again in a moment.", shareDeadline, err)
	}
	if err != nil {
		return fmt.Errorf("make a share image: %w", err)
	}
	defer file.Close()
	c.Header("Content-Type", "image/jpeg")
	c.Header("ETag", `"`+filepath.Base(file.Name())+`"`)
	c.Header("Cache-Control", "public, max-age=31536000, immutable")
	httpx.Shown(c)
	http.ServeContent(c.Writer, c.Request, "", time.Time{}, file)
	return nil
}

// file opens the image of a card, and makes it unless it was made before.
func (s *ShareImages) file(ctx context.Context, name string, card shareCard) (*os.File, error) {
	sum, err := s.sum(card)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(s.Dir, name+"-"+sum+".jpg")
	if f, err := os.Open(path); err == nil {
		return f, nil
	}
	leave, err := s.lane.Enter(ctx, shareDeadline)
	if err != nil {
		return nil, err
	}
	defer leave()
	if f, err := os.Open(path); err == nil { // made meanwhile
		return f, nil
	}
	made, err := s.draw(ctx, card)
	if err != nil {
		return nil, err
	}
	if err := s.keep(name, path, made); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// sum stands for everything that an image is made of.
func (s *ShareImages) sum(card shareCard) (string, error) {
	script, err := os.ReadFile(s.Script)
	if err != nil {
		return "", err
	}
	image := ""
	if card.Image != nil {
		image = *card.Image
	}
	said, err := json.Marshal(card)
	sum := sha256.Sum256(bytes.Join([][]byte{script, said, []byte(image)}, []byte{0}))
	return hex.EncodeToString(sum[:8]), err
}

// draw makes the image of a card, in a process of its own.
func (s *ShareImages) draw(ctx context.Context, card shareCard) ([]byte, error) {
	said, err := json.Marshal(card)
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, s.Node, s.Script, string(said))
	c.Env = []string{"NODE_ENV=production"} // the rest of the environment holds secrets
	c.WaitDelay = time.Second
	var trouble bytes.Buffer
	c.Stderr = &trouble
	if card.Image != nil {
		picture, err := s.Picture(ctx, *card.Image)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			defer picture.Close()
			c.Stdin = picture
		}
	}
	made, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, strings.TrimSpace(trouble.String()))
	}
	return made, nil
}

// keep writes an image to its path, whole, and removes what the page had before.
func (s *ShareImages) keep(name, path string, made []byte) error {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return err
	}
	before, err := filepath.Glob(filepath.Join(s.Dir, name+"-"+strings.Repeat("[0-9a-f]", 16)+".jpg"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", made, 0o644); err != nil {
		return err
	}
	if err := os.Rename(path+".new", path); err != nil {
		return err
	}
	for _, old := range before {
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
