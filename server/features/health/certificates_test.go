package health

import (
	"log/slog"
	"net/http/httptest"
	"testing"
)

func TestACertificateOfAServerThatIsAwayIsRemembered(t *testing.T) {
	server := httptest.NewTLSServer(nil)
	w := &Watch{Servers: map[string]string{baseURL: server.URL}, Log: slog.New(slog.DiscardHandler)}
	w.CheckCertificates(t.Context())
	server.Close()
	w.CheckCertificates(t.Context())
	if len(w.certificates) != 1 || w.uncertain == "" {
		t.Errorf("%v, %q", w.certificates, w.uncertain)
	}
}
