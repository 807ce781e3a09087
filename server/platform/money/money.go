// Package money has currencies. Amounts are integers in the smallest unit of
// their currency.
package money

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// IsCurrency reports whether code is an ISO 4217 currency, such as USD.
func IsCurrency(code string) bool {
	unit, err := currency.ParseISO(code)
	return err == nil && unit.String() == code && code != "XXX" && code != "XTS"
}

var amountForm = regexp.MustCompile(`^([0-9]{1,10})?(?:\.([0-9]*))?$`)

// Parse parses an amount such as 12.50 in the smallest unit of a currency. It
// reports false for malformed amounts, and for fractions of that unit.
func Parse(text, code string) (amount int64, ok bool) {
	unit, err := currency.ParseISO(code)
	parts := amountForm.FindStringSubmatch(text)
	if err != nil || parts == nil || parts[1]+parts[2] == "" {
		return 0, false
	}
	decimals, _ := currency.Standard.Rounding(unit)
	if len(parts[2]) > decimals {
		return 0, false
	}
	amount, err = strconv.ParseInt(parts[1]+parts[2]+strings.Repeat("0", decimals-len(parts[2])), 10, 64)
	return amount, err == nil
}

// Format formats an amount for people: "$1,234.50", "-$5.00".
func Format(amount int64, code string) string {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return fmt.Sprint(amount, " ", code)
	}
	if amount < 0 {
		return "-" + Format(-amount, code)
	}
	decimals, _ := currency.Standard.Rounding(unit)
	scale := int64(math.Pow10(decimals))
	english := message.NewPrinter(language.AmericanEnglish)
	text := english.Sprint(currency.Symbol(unit)) + english.Sprint(amount/scale)
	if decimals > 0 {
		text += fmt.Sprintf(".%0*d", decimals, amount%scale)
	}
	return text
}
