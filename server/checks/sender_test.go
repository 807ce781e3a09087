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

func TestTheDoctorSaysWhatToPutIntoDNS(t *testing.T) {
	key, err := dkim.New("s1")
	if err != nil {
		t.Fatal(err)
	}
	other, err := dkim.New("s1")
	if err != nil {
		t.Fatal(err)
	}
	c := config.Config{SMTPURL: "smtp://mx.example.com:25", MailFrom: "News <news@mail.example.com>", SupportEmail: "help@example.com"}
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
	for name, x := range map[string]struct {
		c       config.Config
		records map[string]string
		want    []string // in what is found and how it is mended, of each that is not well
	}{
		"all well":        {signed, good, nil},
		"nothing there":   {signed, nil, []string{`TXT record at mail.example.com, such as "v=spf1 a:mx.example.com ~all"`, key.Record(), `_dmarc.mail.example.com, such as "v=DMARC1; p=none; rua=mailto:help@example.com"`}},
		"no key":          {c, good, []string{"keys dkim --domain mail.example.com"}},
		"another key":     {signed, with("s1._domainkey.mail.example.com", other.Record()), []string{"another key"}},
		"SPF for anybody": {signed, with("mail.example.com", "v=spf1 +all"), []string{"lets everybody"}},
		"returns":         {bounced, good, []string{"TXT record at back.example.com", "keys dkim"}},
	} {
		found := examineSender(t, x.c, func(_ context.Context, name string) ([]string, error) {
			if record, ok := x.records[name]; ok {
				return []string{"another=record", record}, nil
			}
			return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
		})
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

func TestWithoutANetworkTheDoctorWarnsAlone(t *testing.T) {
	away := func(ctx context.Context, _ string) ([]string, error) {
		if _, limited := ctx.Deadline(); !limited {
			t.Error("it may wait for ever")
		}
		return nil, errors.New("no route")
	}
	c := config.Config{SMTPURL: "smtp://mx.example.com:25", MailFrom: "news@example.com"}
	if found := examineSender(t, c, away); len(found) != 3 || !strings.Contains(found[0], "can't be looked up: no route") {
		t.Errorf("it found %q", found)
	}
	for _, quiet := range []config.Config{{MailFrom: "news@example.com"}, {SMTPURL: "smtp://mx.example.com:25"}} {
		if found := Sender(quiet, away); len(found) > 0 {
			t.Errorf("it looks at %d records of mail that never leaves", len(found))
		}
	}
}

// examineSender is what is found, with its mend.
func examineSender(t *testing.T, c config.Config, lookUp LookUp) (found []string) {
	t.Helper()
	for _, check := range Sender(c, lookUp) {
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
