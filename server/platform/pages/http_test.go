package pages

import (
	"net/url"
	"strings"
	"testing"
)

func keyOf(t *testing.T, address string, allowed ...string) string {
	t.Helper()
	u, err := url.ParseRequestURI(address)
	if err != nil {
		t.Fatal(err)
	}
	return Key(u, allowed...)
}

func TestKeyHasPathAndAllowedParametersOnly(t *testing.T) {
	for address, want := range map[string]string{
		"/guides":                                      "/guides",
		"/guides?utm_source=x&fbclid=":                 "/guides",
		"/guides?reader=a-code-of-somebody":            "/guides",
		"/guides?q=a&page=2":                           "/guides?page=2&q=a",
		"/guides?page=2&q=a&gclid=7":                   "/guides?page=2&q=a",
		"/guides?page=2&page=3":                        "/guides?page=2",
		"/guides?page=&q=":                             "/guides",
		"/guides?q=a+b%26c":                            "/guides?q=a+b%26c",
		"/guides?q=" + strings.Repeat("x", maxValue+1): "/guides",
		"/guides?page=2;q=a":                           "/guides",
		"/gu%69des?p%61ge=2":                           "/guides?page=2",
		"/a%3Fpage=2":                                  "/a%3Fpage=2",
		"/caf%C3%A9":                                   "/caf%C3%A9",
		"//evil.example/guides":                        "/evil.example/guides",
		"/%2Fevil.example/guides":                      "/evil.example/guides",
		`/\evil.example`:                               "/%5Cevil.example",
		"http://evil.example/guides":                   "/guides",
		"http://evil.example":                          "/",
		"/guides?page=1&page=" + strings.Repeat("9", maxValue+1):            "/guides?page=1",
		"/guides?q=" + url.QueryEscape(strings.Repeat("é", maxValue/2)):     "/guides?q=" + strings.Repeat("%C3%A9", maxValue/2),
		"/guides?q=" + url.QueryEscape(strings.Repeat("é", maxValue/2)+"x"): "/guides",
	} {
		if got := keyOf(t, address, "page", "q"); got != want {
			t.Errorf("%.60s: %q, want %q", address, got, want)
		}
	}
}

func TestKeyHasAllowedValuesOnly(t *testing.T) {
	for query, want := range map[string]string{
		"type=support": "?type=support", "type=affiliate&page=2": "?type=affiliate&page=2",
		"type=other": "", "type=support|affiliate": "", "type=%23": "", "type=": "",
		"page=10": "?page=10", "page=907": "?page=907",
		"page=1": "", "page=0": "", "page=02": "", "page=-2": "", "page=%2B2": "", "page=2x": "", "page=2.0": "", "page=%D9%A2": "", "page=%23": "",
	} {
		if got := keyOf(t, "/contact?"+query, "type=support|affiliate", "page=#"); got != "/contact"+want {
			t.Errorf("%s: %q", query, got)
		}
	}
}

func TestKeyWithoutParametersAllocatesNothing(t *testing.T) {
	u := &url.URL{Path: "/guides/cut-your-energy-bill", RawQuery: "utm_source=x"}
	if n := testing.AllocsPerRun(100, func() { Key(u) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzKey(f *testing.F) {
	f.Add("/guides", "page=2&q=a&utm_source=x")
	f.Add("//host/%2F", "q=%zz;page=1")
	f.Add("", "page=\x00")
	f.Fuzz(func(t *testing.T, path, query string) {
		key := Key(&url.URL{Path: path, RawQuery: query}, "page", "q")
		if len(key) > 3*len(path)+1+2*3*maxValue+len("?page=&q=") {
			t.Errorf("%d bytes", len(key))
		}
		u, err := url.ParseRequestURI(key)
		if err != nil || u.Host != "" || !strings.HasPrefix(u.Path, "/") {
			t.Fatalf("%q is not a path of this site: %v", key, err)
		}
		if again := Key(u, "page", "q"); again != key {
			t.Errorf("%q becomes %q", key, again)
		}
		if noise := Key(&url.URL{Path: path, RawQuery: "fbclid=1&" + query + "&utm_id=2"}, "page", "q"); noise != key {
			t.Errorf("other parameters change %q to %q", key, noise)
		}
	})
}
