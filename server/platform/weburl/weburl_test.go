package weburl

import (
	"net/url"
	"strings"
	"testing"
)

func TestPublicAddressesAreUnchanged(t *testing.T) {
	for in, want := range map[string]string{
		"https://partner.example.com/a?b={zip}&c=%20#d": "https://partner.example.com/a?b={zip}&c=%20#d",
		"HTTP://Partner.example":                        "http://Partner.example",
		" https://x.example:8443/ ":                     "https://x.example:8443/",
		"https://münchen.example/ü":                     "https://münchen.example/ü",
		"https://8.8.8.8/":                              "https://8.8.8.8/",
		"https://[2606:4700::1111]/":                    "https://[2606:4700::1111]/",
		"https://x.example/{first}/":                    "https://x.example/{first}/",
	} {
		if got, refusal := Check(in); got != want || refusal != "" {
			t.Errorf("%q: %q, %q", in, got, refusal)
		}
	}
}

func TestOtherAddressesAreRejected(t *testing.T) {
	for _, in := range []string{
		"", "x", "example.com", "//example.com", "/path", "javascript:alert(1)", "data:text/html,x", "ftp://example.com", "mailto:a@b.example",
		"http:", "http://", "http:///x", "https:example.com", "http://localhost", "http://LOCALHOST./", "http://a.localhost", "http://intranet/",
		"http://printer.local", "http://x.internal", "http://127.0.0.1", "http://127.1", "http://2130706433", "http://0x7f.1", "http://0x7f000001",
		"http://0.0.0.0", "http://10.0.0.1", "http://172.16.3.4", "http://192.168.1.1", "http://169.254.169.254/latest", "http://100.64.0.1",
		"http://[::1]/", "http://[::ffff:127.0.0.1]", "http://[fe80::1]", "http://[fd00::1]", "http://224.0.0.1", "http://x..example",
		"https://x.example/a b", "https://x.example/\x00", "https://x.example\\@y.example", "https://{zip}.example.com", "https://x%2eexample/",
		"https://x.example:", "https://x.example/\xff", "java\tscript:alert(1)", "https://exa\u200bmple", "https://a.<b>/", "https://x.example/\u202egpj",
	} {
		if got, refusal := Check(in); refusal == "" {
			t.Errorf("%q is accepted as %q", in, got)
		}
	}
	if _, refusal := Check("https://user:secret@x.example/"); refusal != HasUser {
		t.Errorf("user info: %q", refusal)
	}
	if _, refusal := Check("https://x.example/" + strings.Repeat("a", MaxLength)); refusal != TooLong {
		t.Errorf("too long: %q", refusal)
	}
	if got, _ := Check("https://x.example/" + strings.Repeat("a", MaxLength-len("https://x.example/"))); len(got) != MaxLength {
		t.Error("2,048 bytes are rejected")
	}
}

// An accepted address must have a public host, and be accepted unchanged.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{"https://x.example/{first}/?a=b#c", "HTTP://8.8.8.8:80", "https://[::1]", "https://0x7f.1/", "https://a@b.example", "https://münchen.example/ü"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		address, refusal := Check(s)
		Host(s)
		if refusal != "" {
			return
		}
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || !isPublic(u.Hostname()) {
			t.Errorf("%q is accepted as %q: %v", s, address, err)
		}
		if again, refusal := Check(address); again != address || refusal != "" {
			t.Errorf("%q becomes %q, then %q (%s)", s, address, again, refusal)
		}
	})
}
