package commands

import (
	"strings"
	"testing"

	"thriftwell/server/platform/dkim"
)

func TestNewDKIMKeyHasItsRecord(t *testing.T) {
	a := run(t, broken(), "keys", "dkim", "--domain", "example.com", "--selector", "s1")
	if a.code != 0 {
		t.Fatalf("%+v", a)
	}
	_, setting, _ := strings.Cut(a.out, "DKIM_KEY=")
	setting, _, _ = strings.Cut(setting, "\n")
	key, err := dkim.Parse(setting)
	if err != nil {
		t.Fatal(err)
	}
	_, record, _ := strings.Cut(a.out, "s1._domainkey.example.com\t")
	var whole string
	for part := range strings.SplitSeq(strings.Trim(strings.TrimSpace(record), `"`), `" "`) {
		if len(part) > 255 {
			t.Errorf("a string of %d bytes", len(part))
		}
		whole += part
	}
	if whole != key.Record() {
		t.Errorf("the record is %s", record)
	}
}
