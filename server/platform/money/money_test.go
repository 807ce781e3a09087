package money

import "testing"

func TestIsCurrency(t *testing.T) {
	for code, want := range map[string]bool{"USD": true, "EUR": true, "JPY": true, "usd": false, "ABC": false, "XXX": false, "": false, "US$": false, "USDX": false} {
		if got := IsCurrency(code); got != want {
			t.Errorf("%q: %v", code, got)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]int64{"12.50": 1250, "12.5": 1250, "12": 1200, "0.29": 29, "7.": 700, ".5": 50, ".": -1, "12.505": -1, "1,250": -1, "-1": -1, "": -1, "99999999999": -1} {
		if got, ok := Parse(text, "USD"); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %d, %v", text, got, ok)
		}
	}
	if yen, ok := Parse("1250", "JPY"); !ok || yen != 1250 {
		t.Errorf("%d yen", yen)
	}
	if _, ok := Parse("12.5", "JPY"); ok {
		t.Error("half a yen is accepted")
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		amount     int64
		code, want string
	}{{0, "USD", "$0.00"}, {123405, "USD", "$1,234.05"}, {800, "EUR", "€8.00"}, {1250, "JPY", "¥1,250"}, {-500, "USD", "-$5.00"}} {
		if got := Format(c.amount, c.code); got != c.want {
			t.Errorf("%d %s: %s", c.amount, c.code, got)
		}
	}
}
