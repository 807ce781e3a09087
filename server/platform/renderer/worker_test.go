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

func TestTheAddressOfAWorkerIsDialed(t *testing.T) {
	for address, want := range map[string]string{
		"http://10.0.0.5:9001":    "tcp 10.0.0.5:9001",
		"http://10.0.0.5:9001/":   "tcp 10.0.0.5:9001",
		"http://renderer":         "tcp renderer:80",
		"http://renderer:":        "tcp renderer:80",
		"http://[fd00::5]:9001":   "tcp [fd00::5]:9001",
		"http://[fd00::5]":        "tcp [fd00::5]:80",
		"http://[fd00::5]:":       "tcp [fd00::5]:80",
		"unix:/run/renderer.sock": "unix /run/renderer.sock",
	} {
		start, err := remote(address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		w, err := start()
		if err != nil {
			t.Fatal(err)
		}
		w.giveUp()
		if got := w.client.network + " " + w.client.address; got != want {
			t.Errorf("%s dials %s, want %s", address, got, want)
		}
	}
}
