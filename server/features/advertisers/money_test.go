package advertisers

import (
	"cmp"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestAmountsAreParsedToTheSmallestUnit(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "12": 1200, "12.5": 1250, "12.50": 1250, "12.": 1200, "0.07": 7, "007": 700, "12.344": 1234, "12.345": 1235, "0.995": 100,
		"12,50": 1250, "12,5": 1250, "1,234.50": 123450, "$9.99": 999, "0.29": 29, "1.15": 115, "10000000000": 1_000_000_000_000,
		".50": 50, ".5": 50, "$.05": 5, "0.005": 1, "0.00": 0, "-0": 0,
		"-5.00": -500, "(5.00)": -500, "-$5": -500, "$-5": -500, "($1,234.50)": -123450, "\u22125,5": -550, "-12.345": -1235, "-.50": -50,
	} {
		if got, ok := parseAmount(text, 2); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "-", "--1", "-(1)", "(-1)", "(1", "()", "+1", "1e3", "NaN", "Inf", ".", "1.2.3", "0.004", ".0001", "-0.004", "1,234", "12,345.6,7", "1 000", "0x10", "ten", "12.5 USD", "{payout}", "１２",
		"10000000000.01", "99999999999999999999", strings.Repeat("9", 100), "1,23.50",
	} {
		if got, ok := parseAmount(text, 2); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
	if _, ok := parseAmount(".4", 0); ok {
		t.Error("less than half a yen is taken")
	}
	if yen, ok := parseAmount("1200.5", 0); !ok || yen != 1201 {
		t.Errorf("%d yen", yen)
	}
	if _, decimals, ok := parseCurrency("kwd"); !ok || decimals != 3 {
		t.Errorf("%d decimals", decimals)
	}
}

// Amounts are rounded to the nearest unit.
func FuzzAmount(f *testing.F) {
	for _, text := range []string{"12.50", "0.005", "1,234.50", "12,5", "$1", "", "-1", "($.5)", "1e9", "{payout}"} {
		f.Add(text, 2)
	}
	f.Fuzz(func(t *testing.T, text string, decimals int) {
		decimals = min(max(decimals, 0), 4)
		got, ok := parseAmount(text, decimals)
		if !ok {
			return
		}
		plain, isNegative := unsigned(text)
		if strings.Contains(plain, ".") {
			plain = strings.ReplaceAll(plain, ",", "")
		}
		exact, read := new(big.Rat).SetString(strings.TrimSuffix(strings.Replace(plain, ",", ".", 1), "."))
		if !read {
			t.Fatalf("%q was read as %d", text, got)
		}
		if isNegative {
			exact.Neg(exact)
		}
		if got == 0 && exact.Sign() != 0 || got != 0 && (got < 0) != isNegative {
			t.Fatalf("%q was read as %d", text, got)
		}
		units, _ := new(big.Rat).SetString(fmt.Sprint("1", strings.Repeat("0", decimals)))
		off := new(big.Rat).Sub(exact.Mul(exact, units), new(big.Rat).SetInt64(got))
		if max(got, -got) > maxAmount || off.Abs(off).Cmp(big.NewRat(1, 2)) > 0 {
			t.Fatalf("%q with %d decimals was read as %d", text, decimals, got)
		}
	})
}

// The admin screens and postbacks must use the same unit.
func TestScreensUseTheSameUnit(t *testing.T) {
	raw, err := os.ReadFile("../../../ui/features/admin/money.ts")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for _, list := range regexp.MustCompile(`(?m)^  (\d):\s+((?:"[A-Z ]+"[\s+]*)+),$`).FindAllStringSubmatch(string(raw), -1) {
		for _, code := range regexp.MustCompile(`[A-Z]{3}`).FindAllString(list[2], -1) {
			shown[code] = list[1]
		}
	}
	for n := range 26 * 26 * 26 {
		code, decimals, ok := parseCurrency(string([]rune{'A' + rune(n/676), 'A' + rune(n/26%26), 'A' + rune(n%26)}))
		if want := cmp.Or(shown[code], "2"); ok && want != fmt.Sprint(decimals) {
			t.Errorf("%s has %d decimals here, and %s on screens", code, decimals, want)
		}
	}
}
