package offerdesk

import (
	"regexp"
	"strconv"
	"strings"

	"thriftwell/server/platform/csvfile"
	"thriftwell/server/platform/money"
	"thriftwell/server/platform/offer"
)

// Errors for amounts that can't be imported.
const (
	wrongPayout   = "Enter one amount, such as 12.50 or 12.50 a lead."
	noPayout      = "The payout is zero. Enter an amount, or leave the cell empty."
	wrongModel    = "Choose click, lead, or sale."
	twoCurrencies = "The payout and the currency column name different currencies."
	wrongNumber   = "Enter a whole number, such as 1000."
)

// payout is the payout in a row.
type payout struct {
	model, currency string // empty if not given
	amount          int64  // 0 if not given
}

var (
	payoutForm = regexp.MustCompile(`(?i)^(?:(sale|lead|click|action)s?:\s*)?(` + codes + `|[a-z]{0,3}\$|€|£)?\s*([0-9][0-9.,]*|[.,][0-9]+)\s*(%|€|£|\$|` + codes + `)?\s*(?:(?:an?\b|per|/|for each|for an?)?\s*([a-z ]+))?$`)
	european   = regexp.MustCompile(`^\d{1,3}(\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$`)
	american   = regexp.MustCompile(`^\d{1,3}(,\d{3})+(\.\d*)?$`)
)

// codes matches the currency codes that an amount may include.
const codes = `(?:USD|EUR|GBP|CAD|AUD|NZD|CHF|SEK|NOK|DKK|PLN|JPY|INR|BRL|MXN)\b`

// symbols maps currency signs to codes.
func symbols() map[string]string {
	return map[string]string{"$": "USD", "US$": "USD", "CA$": "CAD", "C$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "€": "EUR", "£": "GBP"}
}

// readPayout parses an amount as people write it, such as $45.00, 45,00 € or
// USD 12 per lead. A percentage means a sale whose amount comes with its
// postback. An amount without a currency is in currency.
func readPayout(cell, currency string) (p payout, wrong string) {
	if isNothing(cell) {
		return p, ""
	}
	parts := payoutForm.FindStringSubmatch(cell)
	if parts == nil {
		return p, wrongPayout
	}
	if said := parts[1] + parts[5]; said != "" {
		if p.model = modelOf(said); p.model == "" {
			return p, wrongPayout
		}
	}
	if parts[4] == "%" {
		p.model = offer.Sale
		return p, ""
	}
	for _, said := range []string{parts[2], parts[4]} {
		if said = strings.ToUpper(said); said == "" {
			continue
		}
		if code, known := symbols()[said]; known {
			said = code
		}
		if !money.IsCurrency(said) || p.currency != "" && p.currency != said {
			return p, wrongPayout
		}
		p.currency = said
	}
	number := parts[3]
	switch {
	case european.MatchString(number):
		number = strings.Replace(strings.ReplaceAll(number, ".", ""), ",", ".", 1)
	case american.MatchString(number):
		number = strings.ReplaceAll(number, ",", "")
	}
	if p.currency != "" {
		currency = p.currency
	}
	var ok bool
	if p.amount, ok = money.Parse(number, currency); !ok {
		return p, wrongPayout
	}
	if p.amount == 0 {
		return p, noPayout
	}
	return p, ""
}

// modelOf returns the payout model for a network's term, or "".
func modelOf(text string) string {
	switch csvfile.Plain(text) {
	case "click", "clicks", "eachclick", "perclick", "cpc", "ppc", "costperclick", "payperclick":
		return offer.Click
	case "lead", "leads", "eachlead", "perlead", "cpl", "ppl", "cpa", "action", "peraction", "costperaction", "costperlead", "payperlead", "conversion", "signup", "registration", "install", "cpi", "flat", "fixed":
		return offer.Lead
	case "sale", "sales", "eachsale", "persale", "cps", "pps", "order", "purchase", "costpersale", "paypersale", "percentage", "percent", "revshare", "revenueshare", "percentageofsale":
		return offer.Sale
	}
	return ""
}

var nothing = regexp.MustCompile(`(?i)^(n/?a|none|null|no|no cap|no end|unlimited|open|ongoing|never|tbd|[-–—]|0000-00-00.*)?$`)

// isNothing reports whether a cell means no date, cap or payout.
func isNothing(cell string) bool { return nothing.MatchString(strings.TrimSpace(cell)) }

var numberForm = regexp.MustCompile(`(?i)^(\d{1,3}(?:,\d{3})+|\d+)(?:\s*(?:/|a|per)?\s*(?:day|daily|clicks|leads|sales|conversions))?$`)

// readNumber parses a whole number such as 1,000 or 500/day.
func readNumber(cell string) (n int, wrong string) {
	parts := numberForm.FindStringSubmatch(cell)
	if parts == nil {
		return 0, wrongNumber
	}
	n, err := strconv.Atoi(strings.ReplaceAll(parts[1], ",", ""))
	if err != nil {
		return 0, wrongNumber
	}
	return n, ""
}
