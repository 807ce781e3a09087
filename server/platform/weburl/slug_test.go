package weburl

import "testing"

func TestIsSlug(t *testing.T) {
	for _, s := range []string{"a", "7", "cut-the-cord-math", "a-1-b"} {
		if !IsSlug(s) {
			t.Errorf("%q is rejected", s)
		}
	}
	for _, s := range []string{"", "-", "-a", "a-", "a--b", "A", "a_b", "a b", "ä", ".", "..", "a/b", "a\n"} {
		if IsSlug(s) {
			t.Errorf("%q is accepted", s)
		}
	}
}
