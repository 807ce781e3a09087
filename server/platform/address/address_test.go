package address

import "testing"

func TestOnlyASCIILettersAreFolded(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		" Boss@Example.COM ": "boss@example.com", "\u212Aelvin@example.com": "\u212Aelvin@example.com", "\u0130x@example.com": "\u0130x@example.com", "": "",
	} {
		if got := Normal(given); got != want {
			t.Errorf("%q: %q", given, got)
		}
	}
	for given, want := range map[string]bool{"boss@example.com": true, "\u212Aelvin@example.com": false, "b\u043Ess@example.com": false, "x@ex\u00E4mple.com": true, "": true} {
		if got := IsPlain(given); got != want {
			t.Errorf("%q: plain is %v", given, got)
		}
	}
}
