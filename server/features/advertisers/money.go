package advertisers

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
)

// amountForm matches an unsigned amount: 1234, 1234.5, .50, 1,234.50 or, as
// they are unambiguous, 1234,5 and 1234,50. "1,234" is ambiguous, so it doesn't
// match.
var amountForm = regexp.MustCompile(`^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4}\.\d+|\d{1,15}\.\d*|\.\d+|\d{1,15},\d{1,2})$`)

// maxAmount is the maximum amount, in the currency's smallest unit, so that
// sums can't overflow.
const maxAmount = 1_000_000_000_000

// parseAmount parses an amount as a whole number of the smallest unit of a
// currency with this many decimals. -5.00 and (5.00) are negative. Further
// decimals are rounded, half away from zero. ok is false for an invalid amount,
// and for one that would round to nothing.
func parseAmount(text string, decimals int) (amount int64, ok bool) {
	text, isNegative := unsigned(text)
	if len(text) > 40 || !amountForm.MatchString(text) {
		return 0, false
	}
	if strings.Contains(text, ".") {
		text = strings.ReplaceAll(text, ",", "")
	}
	whole, rest, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	up := len(rest) > decimals && rest[decimals] >= '5'
	rest = (rest + strings.Repeat("0", decimals))[:decimals]
	amount, err := strconv.ParseInt("0"+whole+rest, 10, 64)
	if err != nil {
		return 0, false
	}
	if up {
		amount++
	}
	if amount > maxAmount || amount == 0 && strings.ContainsAny(text, "123456789") {
		return 0, false
	}
	if isNegative {
		amount = -amount
	}
	return amount, true
}

// unsigned removes the dollar sign and the sign, which accountants write as
// parentheses.
func unsigned(text string) (amount string, isNegative bool) {
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		return strings.TrimPrefix(text[1:len(text)-1], "$"), true
	}
	text, isNegative = strings.CutPrefix(strings.Replace(text, "\u2212", "-", 1), "-")
	text = strings.TrimPrefix(text, "$")
	if !isNegative {
		text, isNegative = strings.CutPrefix(text, "-")
	}
	return text, isNegative
}

// parseCurrency parses a currency code in any case, and returns its number of
// decimals.
func parseCurrency(text string) (code string, decimals int, ok bool) {
	unit, err := currency.ParseISO(text)
	if err != nil {
		return "", 0, false
	}
	decimals, _ = currency.Standard.Rounding(unit)
	return unit.String(), decimals, true
}

// figure is an amount in a CSV, such as -12.50. It is a number, so its minus
// sign can't start a formula.
type figure struct{ text string }

// String returns the amount with the decimals of its currency.
func (f figure) String() string { return f.text }

func figureOf(amount int64, code string) figure {
	_, decimals, _ := parseCurrency(code)
	return figure{strconv.FormatFloat(float64(amount)/math.Pow10(decimals), 'f', decimals, 64)}
}
