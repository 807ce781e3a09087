package renderer

import (
	"context"
	"testing"
)

func TestAWorkerIsSentWhatIsKnownOfAPage(t *testing.T) {
	p := start(t, options(t, func(o *Options) {
		o.Known = func(_ context.Context, target string) []byte {
			if target == "/sent-1" {
				return []byte(`{"path":"/api/x"}`)
			}
			return nil
		}
	}))
	for target, want := range map[string]string{"/sent-1": `POST {"path":"/api/x"}`, "/sent-2": "GET "} {
		if page := render(t, p, target); string(page.Body) != want {
			t.Errorf("%s: the worker got %q, want %q", target, page.Body, want)
		}
	}
}
