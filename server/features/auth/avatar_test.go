package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A provider names the address of a picture, so it must not lead into the
// operator's network.
func TestPicturesAreFetchedFromPublicAddressesOnly(t *testing.T) {
	asked := false
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer inside.Close()
	for _, address := range []string{
		inside.URL, "http://pictures.example/a.png", "https://169.254.169.254/latest", "https://10.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/",
		"https://100.64.0.1/", "https://198.18.0.1/", "https://[64:ff9b::7f00:1]/",
		"https://localhost/", "file:///etc/passwd", "gopher://x", "//x", "", "https://",
	} {
		if _, err := (Avatars{}).fetch(t.Context(), address); err == nil {
			t.Errorf("%s is fetched", address)
		} else if strings.HasPrefix(address, "https://1") && !strings.Contains(err.Error(), "not a public address") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if asked {
		t.Error("a server inside was asked")
	}
}
