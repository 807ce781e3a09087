package auth

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// A provider chooses the picture's URL, so it must not reach the operator's
// network.
func TestAvatarsAreFetchedOnlyFromPublicAddresses(t *testing.T) {
	asked := false
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer inside.Close()
	for _, address := range []string{
		inside.URL, "http://pictures.example/a.png", "https://169.254.169.254/latest", "https://10.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/",
		"https://100.64.0.1/", "https://198.18.0.1/", "https://[64:ff9b::7f00:1]/",
		"https://localhost/", "file:///etc/passwd", "gopher://x", "//x", "", "https://",
	} {
		if _, err := (Avatars{}).fetch(t.Context(), address); err == nil {
			t.Errorf("%s was fetched", address)
		} else if strings.HasPrefix(address, "https://1") && !strings.Contains(err.Error(), "not a public address") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if asked {
		t.Error("an internal server received a request")
	}
}

// Whatever the return path looks like, the browser must stay on this site.
func FuzzSignInRedirectsOnlyToThisSite(f *testing.F) {
	for _, s := range []string{"/admin?a=b#c", "//evil.example", "/\\evil.example", "/.//evil.example", "/%2f/evil.example", "/\t/evil.example", "https:evil.example"} {
		f.Add(s)
	}
	site, err := url.Parse("https://site.example/api/auth/google/callback")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w := httptest.NewRecorder()
		http.Redirect(w, httptest.NewRequest("GET", site.Path, nil), safeReturn(s), http.StatusSeeOther)
		location := w.Header().Get("Location")
		if to, err := site.Parse(location); err != nil || to.Host != site.Host || strings.HasPrefix(location, "//") || strings.ContainsAny(location, "\\\t\r\n") {
			t.Errorf("%q leads to %q: %v", s, location, err)
		}
	})
}
