package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// Limits of copying an avatar.
const (
	maxAvatar     = 512 << 10 // bytes
	avatarTimeout = 3 * time.Second
)

// Avatars fetches pictures from the addresses that providers name. Unless
// AllowPrivate (for a provider on this machine) it goes to public addresses
// by https only.
type Avatars struct{ AllowPrivate bool }

// avatar is a copied picture.
type avatar struct {
	ContentType string
	Image       []byte
	Hash        string
}

var errNotAPicture = errors.New("not a picture of at most 512 kB")

func (a Avatars) fetch(ctx context.Context, address string) (avatar, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "https" && (u.Scheme != "http" || !a.AllowPrivate)) {
		return avatar{}, fmt.Errorf("its address is not https")
	}
	ctx, cancel := context.WithTimeout(ctx, avatarTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return avatar{}, err
	}
	transport := &http.Transport{DialContext: (&net.Dialer{Control: a.mayDial}).DialContext, DisableKeepAlives: true}
	res, err := (&http.Client{Transport: transport}).Do(req)
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

// mayDial refuses addresses inside the operator's network, whatever name or
// redirect led there.
func (a Avatars) mayDial(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if ip := to.Addr().Unmap(); !a.AllowPrivate && (!ip.IsGlobalUnicast() || ip.IsPrivate()) {
		return fmt.Errorf("%s is not a public address", ip)
	}
	return nil
}

// isPicture lets through what browsers show without running anything.
func isPicture(contentType string) bool {
	switch contentType {
	case "image/png", "image/jpeg", "image/webp", "image/gif":
		return true
	}
	return false
}
