package advertisers

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
)

// amountForm matches an amount without its sign: 1234, 1234.5, .50, 1,234.50 or,
// as it can't mean anything else, 1234,5 and 1234,50. "1,234" may mean either, so
// it is none.
var amountForm = regexp.MustCompile(`^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4}\.\d+|\d{1,15}\.\d*|\.\d+|\d{1,15},\d{1,2})$`)

// maxAmount bounds an amount, in the smallest unit of its currency, so that
// sums of amounts are never too large.
const maxAmount = 1_000_000_000_000

// parseAmount reads an amount of money as a whole number of the smallest unit of
// a currency that has so many decimals, below zero where it is written -5.00 or
// (5.00). What is beyond the decimals is rounded to the nearest unit, half a unit
// away from zero. ok is false for what is no amount, and for one that would be
// rounded to nothing.
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

// unsigned takes the dollar sign off an amount, and the sign, which accountants
// write as parentheses.
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

// parseCurrency reads the code of a currency, in any case, and returns how many
// decimals it has.
func parseCurrency(text string) (code string, decimals int, ok bool) {
	unit, err := currency.ParseISO(text)
	if err != nil {
		return "", 0, false
	}
	decimals, _ = currency.Standard.Rounding(unit)
	return unit.String(), decimals, true
}

// figure is an amount in a CSV, such as -12.50: a number, whose minus sign begins no
// formula.
type figure struct{ text string }

// String returns the amount with the decimals of its currency.
func (f figure) String() string { return f.text }

func figureOf(amount int64, code string) figure {
	_, decimals, _ := parseCurrency(code)
	return figure{strconv.FormatFloat(float64(amount)/math.Pow10(decimals), 'f', decimals, 64)}
}
