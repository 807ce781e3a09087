package checks

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"

	"thriftwell/server/platform/config"
	"thriftwell/server/platform/dkim"
)

func TestSenderSaysWhichRecordsToAdd(t *testing.T) {
	key, err := dkim.New("s1")
	if err != nil {
		t.Fatal(err)
	}
	other, err := dkim.New("s1")
	if err != nil {
		t.Fatal(err)
	}
	c := config.Config{SMTPURL: "smtp://mx.example.com:25", EmailFrom: "News <news@mail.example.com>", SupportEmail: "help@example.com"}
	signed, bounced := c, c
	signed.DKIM, bounced.BounceAddress = key, "bounce@back.example.com"
	good := map[string]string{
		"mail.example.com": "v=spf1 a:mx.example.com -all", "s1._domainkey.mail.example.com": strings.Replace(key.Record(), "p=", "p= ", 1), "_dmarc.example.com": "v=DMARC1; p=none",
	}
	with := func(name, record string) map[string]string {
		out := map[string]string{name: record}
		for n, r := range good {
			if n != name {
				out[n] = r
			}
		}
		return out
	}
	addresses := map[string][]string{"mx.example.com": {"192.0.2.1", "2001:db8::1"}, "mx6.example.com": {"2001:db8::1"}}
	names := map[string][]string{"192.0.2.1": {"mx.example.com."}, "2001:db8::1": {"old.example.com.", "mx6.example.com."}}
	for name, x := range map[string]struct {
		c       config.Config
		records map[string]string
		want    []string // expected in the problem and fix of each failed check
	}{
		"all well":          {signed, good, nil},
		"nothing there":     {signed, nil, []string{`TXT record at mail.example.com, such as "v=spf1 a:mx.example.com ~all"`, key.Record(), `_dmarc.mail.example.com, such as "v=DMARC1; p=none; rua=mailto:help@example.com"`}},
		"no key":            {c, good, []string{"keys dkim --domain mail.example.com"}},
		"another key":       {signed, with("s1._domainkey.mail.example.com", other.Record()), []string{"doesn't match DKIM_KEY"}},
		"server by address": {config.Config{SMTPURL: "smtp://192.0.2.1:25", EmailFrom: c.EmailFrom}, with("mail.example.com", ""), []string{"such as \"v=spf1 ip4:192.0.2.1 ~all\"", "keys dkim"}},
		"server here":       {config.Config{SMTPURL: "smtp://localhost:25", EmailFrom: c.EmailFrom}, with("mail.example.com", ""), []string{"such as \"v=spf1 a ~all\"", "keys dkim"}},
		"SPF for anybody":   {signed, with("mail.example.com", "v=spf1 +all"), []string{"lets anyone"}},
		"returns":           {bounced, good, []string{"TXT record at back.example.com", "keys dkim"}},
	} {
		texts := map[string][]string{}
		for n, r := range x.records {
			texts[n] = []string{"another=record", r}
		}
		found := examineSender(t, x.c, zone{texts, addresses, names})
		if len(found) != len(x.want) {
			t.Errorf("%s: %q", name, found)
			continue
		}
		for i, want := range x.want {
			if !strings.Contains(found[i], want) {
				t.Errorf("%s: %q is not in %q", name, want, found[i])
			}
		}
	}
}

func TestSenderChecksReverseDNS(t *testing.T) {
	for name, x := range map[string]struct {
		server    string
		addresses map[string][]string
		names     map[string][]string
		want      string // expected in problem and fix; "" if all is well
	}{
		"named":          {"mx.example.com", map[string][]string{"mx.example.com": {"192.0.2.1"}}, map[string][]string{"192.0.2.1": {"MX.example.com."}}, ""},
		"no name":        {"mx.example.com", map[string][]string{"mx.example.com": {"192.0.2.1"}}, nil, "a PTR record for 192.0.2.1 that points to mx.example.com"},
		"leads away":     {"mx.example.com", map[string][]string{"mx.example.com": {"192.0.2.1"}}, map[string][]string{"192.0.2.1": {"pool-1.example.net."}}, "pool-1.example.net, which doesn't resolve back"},
		"one of two":     {"mx.example.com", map[string][]string{"mx.example.com": {"192.0.2.1", "192.0.2.2"}}, map[string][]string{"192.0.2.1": {"mx.example.com."}}, "for 192.0.2.2"},
		"by its address": {"192.0.2.1", nil, nil, "a PTR record for 192.0.2.1 that points to it"},
		"this machine":   {"localhost", map[string][]string{"localhost": {"127.0.0.1", "::1"}}, nil, ""},
		"a private one":  {"10.1.2.3", nil, nil, ""},
	} {
		c := config.Config{SMTPURL: "smtp://" + x.server + ":25", EmailFrom: "news@example.com"}
		found := ""
		for _, check := range Sender(c, zone{nil, x.addresses, x.names}) {
			if p := check.Run(t.Context()); p != nil && check.Name == "reverse DNS of "+x.server {
				found = p.What + " " + p.Mend
			}
		}
		if (found == "") != (x.want == "") || !strings.Contains(found, x.want) {
			t.Errorf("%s: %q, want %q", name, found, x.want)
		}
	}
}

func TestWithoutANetworkSenderOnlyWarns(t *testing.T) {
	c, away := config.Config{SMTPURL: "smtp://mx.example.com:25", EmailFrom: "news@example.com"}, noNetwork{t}
	if found := examineSender(t, c, away); len(found) != 4 || !strings.Contains(found[0], ": no route") || !strings.Contains(found[3], ": no route") {
		t.Errorf("it found %q", found)
	}
	for _, quiet := range []config.Config{{EmailFrom: "news@example.com"}, {SMTPURL: "smtp://mx.example.com:25"}} {
		if found := Sender(quiet, away); len(found) > 0 {
			t.Errorf("%d records are checked for email that doesn't leave the machine", len(found))
		}
	}
}

// examineSender returns the problems with their fixes.
func examineSender(t *testing.T, c config.Config, dns Resolver) (found []string) {
	t.Helper()
	for _, check := range Sender(c, dns) {
		p := check.Run(t.Context())
		if p == nil {
			continue
		}
		if p.Weight != Warning {
			t.Errorf("%s is more than a warning", p.What)
		}
		found = append(found, p.What+" "+p.Mend)
	}
	return found
}

// zone has the DNS records: texts and addresses by name, names by address.
type zone struct{ texts, addresses, names map[string][]string }

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) { return of(z.texts, name) }
func (z zone) LookupHost(_ context.Context, name string) ([]string, error) {
	return of(z.addresses, name)
}
func (z zone) LookupAddr(_ context.Context, a string) ([]string, error) { return of(z.names, a) }

func of(records map[string][]string, name string) ([]string, error) {
	if found, ok := records[strings.ToLower(strings.TrimSuffix(name, "."))]; ok {
		return found, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

// noNetwork is an unreachable DNS.
type noNetwork struct{ t *testing.T }

func (n noNetwork) LookupTXT(ctx context.Context, _ string) ([]string, error)  { return n.fail(ctx) }
func (n noNetwork) LookupHost(ctx context.Context, _ string) ([]string, error) { return n.fail(ctx) }
func (n noNetwork) LookupAddr(ctx context.Context, _ string) ([]string, error) { return n.fail(ctx) }

func (n noNetwork) fail(ctx context.Context) ([]string, error) {
	if _, limited := ctx.Deadline(); !limited {
		n.t.Error("the lookup has no deadline")
	}
	return nil, errors.New("no route")
}
