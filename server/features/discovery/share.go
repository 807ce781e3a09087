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
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"thriftwell/server/platform/fairqueue"
)

// Share images are created one at a time, so that pages stay fast.
const (
	shareDeadline = 30 * time.Second
	shareWaiting  = 50
	shareKept     = 30 * 24 * time.Hour
)

// ShareImages serves the images of link previews. It creates each one at the
// first request.
type ShareImages struct {
	Store   *Store
	Site    Site
	Dir     string                                                        // where images are stored
	Picture func(ctx context.Context, path string) (io.ReadCloser, error) // fails with fs.ErrNotExist
	Node    string                                                        // path of the binary; empty if there is none
	Script  string                                                        // path of ssr/share.ts or of its build
	queue   *fairqueue.Queue
}

// NewShareImages returns ShareImages that creates one image at a time.
func NewShareImages(s ShareImages) *ShareImages {
	s.queue = fairqueue.New("share images", 1, shareWaiting)
	return &s
}

// shareCard is the content of a share image. ssr/share.ts reads it.
type shareCard struct {
	Site   string  `json:"site" gorm:"-"`
	Label  string  `json:"label"`
	Title  string  `json:"title"`
	FocalX int     `json:"focalX" gorm:"-"`
	FocalY int     `json:"focalY" gorm:"-"`
	Image  *string `json:"-"`
}

// shareName matches the name of a share image: the slug of its page, and a hash
// that ui/shared/head.tsx changes with the image's content, because social
// networks cache images by URL.
var shareName = regexp.MustCompile(`^(.+)-[0-9a-z]{1,13}\.jpg$`)

// find returns the card of a page.
func (s *ShareImages) find(ctx context.Context, kind, slug string) (card shareCard, err error) {
	card, err = s.Store.shareCard(ctx, kind, slug)
	if errors.Is(err, errNoShareImage) && kind == "topics" {
		card, err = s.emptyTopic(ctx, slug)
	}
	if err != nil {
		return card, err
	}
	card.Site = s.Site.Name
	if card.Image == nil {
		card.Image = new("/images/default.svg")
	}
	if kind == "site" {
		card.Title = s.Site.Tagline
	}
	return card, nil
}

// emptyTopic returns the card of a topic without articles, which has a page if
// it has a picture.
func (s *ShareImages) emptyTopic(ctx context.Context, slug string) (shareCard, error) {
	path := topicPicture(slug)
	picture, err := s.Picture(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return shareCard{}, errNoShareImage
	}
	if err != nil {
		return shareCard{}, err
	}
	return shareCard{Label: topicLabel, Title: title(slug), FocalX: 50, FocalY: 50, Image: &path}, picture.Close()
}

// topicLabel is shown next to a topic's name in its share image.
const topicLabel = "Articles"

func topicPicture(slug string) string { return "/images/categories/" + slug + ".svg" }

// open opens the image of a card, creating it if necessary. Requests from one
// network take turns with other networks'.
func (s *ShareImages) open(ctx context.Context, network, name string, card shareCard) (*os.File, error) {
	sum, err := s.sum(card)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(s.Dir, name+"-"+sum+".jpg")
	if f, err := os.Open(path); err == nil {
		return f, nil
	}
	leave, err := s.queue.Enter(ctx, network, shareDeadline)
	if err != nil {
		return nil, err
	}
	defer leave()
	if f, err := os.Open(path); err == nil { // created meanwhile
		return f, nil
	}
	// Finish drawing even if this client gives up, so that the next one gets
	// the image.
	drawing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shareDeadline)
	defer cancel()
	made, err := s.draw(drawing, card)
	if err != nil {
		return nil, err
	}
	if err := s.keep(name, path, made); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// sum returns a hash of everything that determines an image.
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

// draw draws the image of a card in a separate process.
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

// keep writes an image to its path atomically, and removes the page's earlier
// images.
func (s *ShareImages) keep(name, path string, made []byte) error {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return err
	}
	before, err := filepath.Glob(filepath.Join(s.Dir, name+"-"+strings.Repeat("[0-9a-f]", 16)+".jpg"))
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(s.Dir, ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(made)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	for _, old := range before {
		if old == path {
			continue
		}
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Sweep removes old images. Their pages may be gone; images still in use are
// created again.
func (s *ShareImages) Sweep(context.Context) error {
	made, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range made {
		info, gone := entry.Info()
		if gone == nil && time.Since(info.ModTime()) > shareKept {
			err = errors.Join(err, os.Remove(filepath.Join(s.Dir, entry.Name())))
		}
	}
	return err
}
