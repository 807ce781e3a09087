package advertisers

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
)

// amountForm matches an amount: 1234, 1234.5, 1,234.50 or, as it can't mean
// anything else, 1234,5 and 1234,50. "1,234" may mean either, so it is none.
var amountForm = regexp.MustCompile(`^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4}\.\d+|\d{1,15}\.\d*|\d{1,15},\d{1,2})$`)

// maxAmount bounds an amount, in the smallest unit of its currency, so that
// sums of amounts are never too large.
const maxAmount = 1_000_000_000_000

// parseAmount reads an amount of money as a whole number of the smallest unit of
// a currency that has so many decimals. What is beyond them is rounded, half of
// a unit up. ok is false for what is no amount.
func parseAmount(text string, decimals int) (amount int64, ok bool) {
	text = strings.TrimPrefix(text, "$")
	if len(text) > 40 || !amountForm.MatchString(text) {
		return 0, false
	}
	if strings.Contains(text, ".") {
		text = strings.ReplaceAll(text, ",", "")
	}
	whole, rest, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	up := len(rest) > decimals && rest[decimals] >= '5'
	rest = (rest + strings.Repeat("0", decimals))[:decimals]
	amount, err := strconv.ParseInt(whole+rest, 10, 64)
	if err != nil {
		return 0, false
	}
	if up {
		amount++
	}
	return amount, amount <= maxAmount
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
