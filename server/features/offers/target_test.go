package offers

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

const stored = "https://partner.example.com/start?zip={zip}&tag=a-{first}-z&sub={subid}&click={clickid}#form"

func parsed(t testing.TB, address, subIDParam string) target {
	t.Helper()
	to, ok := parseTarget(address, subIDParam)
	if !ok {
		t.Fatalf("%q is no target", address)
	}
	return to
}

func TestOnlyPublicAddressesAreTargets(t *testing.T) {
	for _, address := range []string{
		"", "/start", "//partner.example.com", "javascript:alert(1)", "data:text/html,x", "ftp://partner.example.com", "https:partner.example.com",
		"https://", "https:///start", "https://user@partner.example.com/", "https://user:pass@partner.example.com", `https://good.example\@evil.example/`,
		"https://{zip}.example.com/", "https://partner.example.com{zip}", " https://partner.example.com", "https://part ner.example.com/", "HTTPS:/x",
	} {
		if _, ok := parseTarget(address, ""); ok {
			t.Errorf("%q is taken for a target", address)
		}
	}
}

func TestPlaceholdersWithoutAValueBecomeEmpty(t *testing.T) {
	to := parsed(t, stored, "")
	for given, want := range map[string]string{
		stored: "https://partner.example.com/start?zip=&tag=a--z&sub=7&click=c1#form",
		strings.Replace(stored, "{zip}", "%7Bzip%7D", 1):                                      "https://partner.example.com/start?zip=&tag=a--z&sub=7&click=c1#form",
		strings.Replace(stored, "{zip}", "02139", 1):                                          "https://partner.example.com/start?zip=02139&tag=a--z&sub=7&click=c1#form",
		strings.Replace(stored, "{first}", "J%C3%B6%26x=1", 1):                                "https://partner.example.com/start?zip=&tag=a-J%C3%B6%26x%3D1-z&sub=7&click=c1#form",
		strings.Replace(stored, "{clickid}", "forged", 1):                                     "https://partner.example.com/start?zip=&tag=a--z&sub=7&click=c1#form",
		strings.Replace(stored, "#form", "&dob=2000-01-02&utm_x=%0d%0aSet-Cookie:+a#form", 1): "https://partner.example.com/start?zip=&tag=a--z&sub=7&click=c1&dob=2000-01-02&utm_x=%0D%0ASet-Cookie%3A+a#form",
	} {
		data, appended, ok := to.match(given)
		if !ok {
			t.Errorf("%s is refused", given)
			continue
		}
		data["subid"], data["clickid"] = "7", "c1"
		if got := to.fill(data, appended); got != want {
			t.Errorf("%s\nleads to %s\nwant     %s", given, got, want)
		}
	}
}

func TestClickIDIsInsertedIntoPathsAndFragments(t *testing.T) {
	t.Parallel()
	to := parsed(t, "https://p.example.com/c/{clickid}/%7BClickId%7D/{zip}#{clickid}", "")
	data, _, ok := to.match("https://p.example.com/c/{clickid}/%7BClickId%7D/{zip}#{clickid}")
	if data["clickid"] = "c1"; !ok || to.fill(data, nil) != "https://p.example.com/c/c1/c1/{zip}#c1" {
		t.Error(ok, to.fill(data, nil))
	}
}

func TestAliasesFillEachOther(t *testing.T) {
	to := parsed(t, "https://p.example.com?d={dob}&s={street}", "")
	if got := to.fill(visitorData{"birthday": "2000-01-02", "address": "1 Main St"}, nil); got != "https://p.example.com/?d=2000-01-02&s=1+Main+St" {
		t.Error(got)
	}
}

func TestClickIDIsAppendedAsTheOffersParameter(t *testing.T) {
	to := parsed(t, "https://p.example.com/a", "s2")
	if got := to.fill(visitorData{"clickid": "c1"}, nil); got != "https://p.example.com/a?s2=c1" {
		t.Error(got)
	}
}

// hostile returns 500 addresses that an attacker might send instead of the
// stored one.
func hostile() []string {
	urls := []string{
		"", " ", "/", "//", "///", "\\", "#", "?", "null", "undefined", "https", "https:", "https://", "http://", "about:blank",
		strings.Replace(stored, "https", "http", 1), strings.ToUpper(stored), stored + "&evil=1", stored + "#x", stored + " ", " " + stored, stored + "\x00", stored + "\r\nLocation: https://evil.example",
		strings.Replace(stored, "#form", "", 1), strings.Replace(stored, "/start", "/start/", 1), strings.Replace(stored, "/start", "/start/../admin", 1), strings.Replace(stored, "/start", "//start", 1),
		strings.Replace(stored, "tag=a-", "tag=b-", 1), strings.Replace(stored, "zip=", "zap=", 1), strings.Replace(stored, "zip={zip}&", "", 1), strings.Replace(stored, "zip={zip}&", "zip={zip}&zip=1&", 1),
		strings.Replace(stored, "{zip}", strings.Repeat("9", 10_000), 1), strings.Replace(stored, "{zip}", strings.Repeat("9", 201), 1), stored[:len(stored)-1],
	}
	hosts := []string{"evil.example", "partner.example.com.evil.example", "partner.example.com@evil.example", "partner.example.com:443@evil.example", `partner.example.com\@evil.example`,
		`evil.example\@partner.example.com`, "evil.example#partner.example.com", "evil.example?partner.example.com", "evil.example/partner.example.com", "partner.example.com%00.evil.example",
		"partner.example.com%2eevil.example", "partner.example.com%0d%0aX:1", "partner.example.com\t.evil.example", "xn--partner-example.com", "раrtner.example.com", "partner。example。com",
		"127.0.0.1", "[::1]", "0x7f000001", "2130706433", "localhost", "169.254.169.254", "partner.example.com:8443", "partner.example.com.", ".partner.example.com", "PARTNER.example.com", "user:pass@partner.example.com"}
	schemes := []string{"https://", "http://", "//", "///", "https:/", "https:", `https:\\`, `\\`, `/\`, "javascript://", "javascript:alert(1)//", "JaVaScRiPt://", "\tjavascript://", "java\nscript://", "data:text/html,<script>alert(1)</script>//", "vbscript://", "file://", "ftp://", "blob:https://"}
	for _, scheme := range schemes {
		for _, host := range hosts {
			urls = append(urls, scheme+host+"/start?zip={zip}&tag=a-{first}-z&sub={subid}&click={clickid}#form")
		}
	}
	return urls
}

func TestHostileAddressesAreRejectedOrLeadToTheStoredTarget(t *testing.T) {
	to, urls := parsed(t, stored, ""), hostile()
	if len(urls) < 500 {
		t.Fatalf("only %d addresses", len(urls))
	}
	taken := 0
	for _, given := range urls {
		data, appended, ok := to.match(given)
		if !ok {
			continue
		}
		taken++
		leadsToTheStored(t, given, to.fill(data, appended))
	}
	if taken > 1 {
		t.Errorf("%d of %d are taken for the stored one", taken, len(urls))
	}
}

// leadsToTheStored fails the test if an address differs from the stored one in
// more than values of its query.
func leadsToTheStored(t *testing.T, given, filled string) {
	t.Helper()
	u, err := url.Parse(filled)
	if err != nil || u.Scheme != "https" || u.Host != "partner.example.com" || u.Path != "/start" || u.User != nil || u.Fragment != "form" {
		t.Fatalf("%q leads to %q", given, filled)
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil || strings.ContainsFunc(filled, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' || r > 0x7e }) {
		t.Fatalf("%q leads to %q: %v", given, filled, err)
	}
	for name := range query {
		if !isVisitorField(name) && !slices.Contains([]string{"zip", "tag", "sub", "click"}, name) {
			t.Fatalf("%q brings in the parameter %q: %s", given, name, filled)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add(stored)
	f.Add(stored + "&utm_source=x")
	f.Add(strings.Replace(stored, "#form", "&zip=1#form", 1))
	for _, u := range hostile()[:60] {
		f.Add(u)
	}
	f.Fuzz(func(t *testing.T, given string) {
		to := parsed(t, stored, "s2")
		data, appended, ok := to.match(given)
		if !ok {
			return
		}
		filled := to.fill(data, appended)
		u, err := url.Parse(filled)
		if err != nil || u.Scheme+"://"+u.Host+u.Path != "https://partner.example.com/start" || u.Fragment != "form" {
			t.Fatalf("%q leads to %q", given, filled)
		}
		if strings.ContainsFunc(filled, func(r rune) bool { return r <= ' ' || r > 0x7e }) {
			t.Fatalf("%q leads to %q", given, filled)
		}
	})
}

func FuzzParseTarget(f *testing.F) {
	for _, s := range []string{stored, "https://a.b", "http://a?x={y}&{z}=1", "https://a/?q=%zz&%7Bzip%7D#{zip}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		to, ok := parseTarget(address, "")
		if !ok {
			return
		}
		if _, _, ok := to.match(address); !ok && len(address) < 2048 && strings.ToValidUTF8(address, "") == address {
			t.Fatalf("%q does not match itself", address)
		}
		want := fmt.Sprint(strings.HasPrefix(address, "http://"))
		if got := fmt.Sprint(strings.HasPrefix(to.fill(nil, nil), "http://")); got != want {
			t.Fatalf("%q leads to %q", address, to.fill(nil, nil))
		}
	})
}
