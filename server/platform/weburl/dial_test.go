package weburl

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"testing"
	"time"
)

func TestIsPublic(t *testing.T) {
	for _, inside := range []string{
		"127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "198.18.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255",
		"::1", "::ffff:127.0.0.1", "fe80::1", "fd00::1", "64:ff9b::7f00:1", "2001:db8::1", "::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::1", "fec0::1",
	} {
		if IsPublic(netip.MustParseAddr(inside)) {
			t.Errorf("%s counts as public", inside)
		}
		if err := refuseInside("tcp", netip.AddrPortFrom(netip.MustParseAddr(inside), 443).String(), nil); !errors.Is(err, ErrNotPublic) {
			t.Errorf("%s: %v", inside, err)
		}
	}
	for _, public := range []string{"8.8.8.8", "2606:4700::1111"} {
		if !IsPublic(netip.MustParseAddr(public)) {
			t.Errorf("%s counts as private", public)
		}
	}
}

func TestClientsNeverReachPrivateServers(t *testing.T) {
	asked := false
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer inside.Close()
	if _, err := NewClient(time.Minute).Get(inside.URL); !errors.Is(err, ErrNotPublic) || asked {
		t.Errorf("asked %v, %v", asked, err)
	}
}

func TestRedirectsAreSecureAndBounded(t *testing.T) {
	to := func(address string) *http.Request {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		return &http.Request{URL: u}
	}
	if err := staySecure(to("https://a.example/"), make([]*http.Request, 1)); err != nil {
		t.Error(err)
	}
	if staySecure(to("http://a.example/"), make([]*http.Request, 1)) == nil {
		t.Error("followed a redirect to http")
	}
	if staySecure(to("https://a.example/"), make([]*http.Request, maxRedirects)) == nil {
		t.Error("followed too many redirects")
	}
}
