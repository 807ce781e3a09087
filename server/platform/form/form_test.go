package form

import (
	"strings"
	"testing"

	"thriftwell/server/platform/fault"
)

func TestAddressesAreNormalized(t *testing.T) {
	for given, kept := range map[string]string{
		" Jane.Doe+tips@Example.COM ": "jane.doe+tips@example.com",
		"jane@bücher.example":         "jane@xn--bcher-kva.example",
		"o'brien+tips@example.com":    "o'brien+tips@example.com",
		"a`b@example.com":             "a`b@example.com",
	} {
		var c Checker
		if got := c.Email("email", given); got != kept || c.Err() != nil {
			t.Errorf("%q: %q, %v", given, got, c.Err())
		}
	}
}

func TestInvalidAddressesAreRejected(t *testing.T) {
	for _, given := range []string{
		"jane", "jane@", "@example.com", "jane@example", "jane@@example.com", "a b@example.com", "jane@exa mple.com",
		".jane@example.com", "jane.@example.com", "ja..ne@example.com", "jane@-example.com", "jane@example..com",
		"jane@example.com\r\nBcc: all@example.com", "Jane <jane@example.com>", "jane@example.com,joe@example.com",
		"jäne@example.com", "josé@example.com", "a@192.168.0.1", "a@[192.168.0.1]", "a@[IPv6:::1]", strings.Repeat("a", 65) + "@example.com", "a@" + strings.Repeat("b.", 200) + "com", strings.Repeat("x", 100_000),
	} {
		var c Checker
		c.Email("email", given)
		if err := c.Err(); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), EmailWrong) {
			t.Errorf("%.60q: %v", given, err)
		}
	}
}

func TestPhone(t *testing.T) {
	for given, kept := range map[string]string{
		"(201) 555-0123": "+12015550123", "+1 212 555 0976": "+12125550976",
		"(787) 234-5678": "+17872345678", "(340) 234-5678": "+13402345678", "(671) 234-5678": "+16712345678", "(684) 633-1234": "+16846331234", "(670) 234-5678": "+16702345678",
		"(800) 356-9377": "", "888-356-9377": "", "(900) 234-5678": "", "(416) 234-5678": "", "900-555-0123": "", "212-976-1234": "", "1 800": "", "+44 20 7946 0018": "",
	} {
		var c Checker
		if got := c.Phone("phone", given, true); got != kept || (c.Err() == nil) != (kept != "") {
			t.Errorf("%s: %q, %v", given, got, c.Err())
		}
	}
}

func TestLine(t *testing.T) {
	for _, given := range []string{"a\nb", "a\r\nb", "a\u2028b", "a\u0085b", "a\x1bb", "a\u202eb"} {
		var c Checker
		c.Line("address", given, AddressMissing, MaxAddress)
		if err := c.Err(); err == nil || err.Error() != OneLine {
			t.Errorf("%q: %v", given, err)
		}
	}
	var c Checker
	if got := c.Line("firstName", " Zoë O'Neil-李 ", FirstNameMissing, MaxName); got != "Zoë O'Neil-李" || c.Err() != nil {
		t.Errorf("got %q, %v", got, c.Err())
	}
}

func TestText(t *testing.T) {
	var c Checker
	if got := c.Text("message", " \r\n    one\r\n\r\ntwo\t3\n", MessageMissing, MaxMessage); got != "    one\n\ntwo\t3" || c.Err() != nil {
		t.Errorf("got %q, %v", got, c.Err())
	}
	c.Text("message", "bell \a", MessageMissing, MaxMessage)
	if err := c.Err(); err == nil || err.Error() != PlainText {
		t.Errorf("got %v", err)
	}
}

func TestEachFieldHasOneMessage(t *testing.T) {
	var c Checker
	c.Wrong("a", "first")
	c.Wrong("a", "second")
	if err := c.Err(); err.Error() != "first" {
		t.Errorf("got %v", err)
	}
}

func FuzzEmail(f *testing.F) {
	f.Add("jane@example.com")
	f.Add("jane@bücher.example")
	f.Fuzz(func(t *testing.T, s string) {
		var c Checker
		kept := c.Email("email", s)
		if c.Err() != nil {
			return
		}
		if strings.ContainsAny(kept, " \r\n\t<>,;") || len(kept) > MaxEmail {
			t.Fatalf("%q becomes %q", s, kept)
		}
		var again Checker
		if twice := again.Email("email", kept); twice != kept || again.Err() != nil {
			t.Fatalf("%q becomes %q", kept, twice)
		}
	})
}

// An accepted number must be a US number as carriers write it, and be accepted
// again.
func FuzzPhone(f *testing.F) {
	for _, s := range []string{"(212) 555-0123", "+1 212 555 0123", "1-900-976-0000", "٢١٢٥٥٥٠١٢٣", "2125550123;ext=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := &Checker{}
		number := c.Phone("phone", s, true)
		if c.Err() != nil {
			return
		}
		if again := c.Phone("phone", number, true); len(number) != len("+12125550123") || again != number {
			t.Errorf("%q becomes %q, then %q", s, number, again)
		}
	})
}
