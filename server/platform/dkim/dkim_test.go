package dkim

import (
	"encoding/base64"
	"strings"
	"testing"
)

func TestParseReversesSetting(t *testing.T) {
	key, err := New("s1")
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(key.Setting())
	if err != nil || again.Name("example.com") != "s1._domainkey.example.com" || again.Record() != key.Record() || !strings.HasPrefix(key.Record(), "v=DKIM1; k=rsa; p=MII") {
		t.Errorf("%v: %s", err, again.Record())
	}
	if (Key{}).IsSet() || !again.IsSet() {
		t.Error("IsSet is wrong")
	}
	_, secret, _ := strings.Cut(key.Setting(), ":")
	for _, text := range []string{"", ":", "s1", "s1:", "S 1:" + secret, secret, "s1:!", "s1:" + base64.StdEncoding.EncodeToString([]byte("no key")), "s1:" + secret[:100]} {
		if _, err := Parse(text); err == nil || len(text) > 3 && strings.Contains(err.Error(), secret[:20]) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := New("s_1."); err == nil {
		t.Error("an invalid selector is accepted")
	}
}
