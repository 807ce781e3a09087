package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"thriftwell/server/platform/weburl"
)

// Limits for copying an avatar.
const (
	maxAvatar     = 512 << 10 // bytes
	avatarTimeout = 3 * time.Second
)

// Avatars fetches profile pictures from the URLs that providers give. It uses
// only public addresses over https unless AllowPrivate is set, for a provider
// on this machine.
type Avatars struct{ AllowPrivate bool }

// avatar is a copied picture.
type avatar struct {
	ContentType string
	Image       []byte
	Hash        string
}

var errNotAPicture = errors.New("not a picture of 512 kB or less")

func (a Avatars) fetch(ctx context.Context, address string) (avatar, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "https" && (u.Scheme != "http" || !a.AllowPrivate)) {
		return avatar{}, fmt.Errorf("address is not https")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return avatar{}, err
	}
	res, err := a.client().Do(req)
	if err != nil {
		return avatar{}, err
	}
	defer res.Body.Close()
	image, err := io.ReadAll(io.LimitReader(res.Body, maxAvatar+1))
	if err != nil {
		return avatar{}, err
	}
	kind := http.DetectContentType(image)
	if res.StatusCode != http.StatusOK || len(image) > maxAvatar || !isPicture(kind) {
		return avatar{}, errNotAPicture
	}
	sum := sha256.Sum256(image)
	return avatar{ContentType: kind, Image: image, Hash: hex.EncodeToString(sum[:8])}, nil
}

func (a Avatars) client() *http.Client {
	if a.AllowPrivate {
		return &http.Client{Timeout: avatarTimeout}
	}
	return weburl.NewClient(avatarTimeout)
}

// isPicture reports whether contentType is an image type that browsers display
// without running code.
func isPicture(contentType string) bool {
	switch contentType {
	case "image/png", "image/jpeg", "image/webp", "image/gif":
		return true
	}
	return false
}
