package weburl

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestIsLocal(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   bool
	}{
		"on this machine":        {func(*http.Request) {}, true},
		"over IPv6":              {func(r *http.Request) { r.Host, r.RemoteAddr = "[::1]:8080", "[::1]:5000" }, true},
		"from the network":       {func(r *http.Request) { r.RemoteAddr = "192.168.1.7:5000" }, false},
		"over a socket":          {func(r *http.Request) { r.RemoteAddr = "@" }, false},
		"for another host":       {func(r *http.Request) { r.Host = "www.shop.example" }, false},
		"for no host":            {func(r *http.Request) { r.Host = "" }, false},
		"through a proxy":        {func(r *http.Request) { r.Header.Set("X-Forwarded-For", "") }, false},
		"through nginx as it is": {func(r *http.Request) { r.ProtoMajor, r.ProtoMinor = 1, 0 }, false},
	} {
		r := httptest.NewRequest("GET", "http://localhost:8080/dev/mail", nil)
		r.RemoteAddr = "127.0.0.1:5000"
		c.change(r)
		if got := IsLocal(r); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
