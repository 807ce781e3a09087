package advertisers

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"thriftwell/server/platform/fault"
)

// field is the meaning of a postback's parameter or a report's column.
type field int

const (
	clickID field = iota
	transactionID
	event
	status
	payout
	sale
	currencyCode
	fields
)

// own returns our own names, which every preset also accepts.
func own() [fields]string {
	return [fields]string{"clickid", "txid", "event", "status", "payout", "sale", "currency"}
}

// Maximum lengths of texts, in characters.
const (
	maxClickID       = 50
	maxTransactionID = 200
	maxEvent         = 100
)

// preset is how a network names what it sends.
type preset struct {
	names    [fields][]string
	statuses map[string]Status // by the network's term, in lower case
	// address is the query of a postback URL, with the network's macros.
	address string
}

// named returns the fields that a preset names differently from us.
type named map[field][]string

// Presets returns the names of the presets, our own first.
func Presets() []string {
	return []string{"own", "keitaro", "redtrack", "voluum", "binom", "affise", "everflow", "impact"}
}

func presetOf(name string) preset {
	switch name {
	case "keitaro":
		return newPreset("subid={external_id}&tid={tid}&status={status}&payout={revenue}",
			named{clickID: {"subid"}, transactionID: {"tid"}, payout: {"payout", "revenue"}},
			map[string]Status{"lead": Pending, "sale": Approved, "upsell": Approved, "deposit": Approved, "rebill": Approved, "trash": Rejected})
	case "redtrack":
		return newPreset("clickid={ref_id}&rdtk_event_id={rdtk_event_id}&type={type}&status={status}&sum={payout}",
			named{transactionID: {"rdtk_event_id"}, event: {"type"}, payout: {"sum"}},
			map[string]Status{"declined": Rejected})
	case "voluum":
		return newPreset("cid={externalid}&txid={transaction.id}&et={event.type}&payout={payout}",
			named{clickID: {"cid"}, event: {"et"}}, nil)
	case "binom":
		return newPreset("clickid={externalid}&cnv_status={cnv_status}&payout={payout}",
			named{clickID: {"cnv_id", "clickid"}, status: {"cnv_status", "cnv_status2"}, currencyCode: {"cnv_currency"}},
			map[string]Status{"lead": Pending, "hold": Pending, "sale": Approved, "approve": Approved, "reject": Rejected, "declined": Rejected, "trash": Rejected})
	case "affise":
		return newPreset("clickid={sub1}&action_id={transactionid}&goal={goal}&status={status}&sum={sum}&currency={currency}",
			named{clickID: {"clickid", "click_id"}, transactionID: {"action_id"}, event: {"goal"}, payout: {"sum"}},
			map[string]Status{"1": Approved, "2": Pending, "3": Rejected, "5": Pending, "confirmed": Approved, "declined": Rejected, "hold": Pending})
	case "everflow":
		return newPreset("transaction_id={sub1}&order_id={conversion_id}&event_id={event_id}&amount={sale_amount}&payout={payout_amount}",
			named{clickID: {"transaction_id"}, transactionID: {"order_id"}, event: {"event_id"}, sale: {"amount"}},
			map[string]Status{"invalid": Rejected})
	case "impact":
		return newPreset("SubId1={SubId1}&ActionId={ActionId}&Status={Status}&Payout={Payout}&Amount={Amount}&Currency={Currency}",
			named{clickID: {"SubId1"}, transactionID: {"ActionId"}, status: {"Status"}, payout: {"Payout"}, sale: {"Amount"}, currencyCode: {"Currency"}}, nil)
	}
	return newPreset("clickid={clickid}&txid={txid}&event={event}&status={status}&payout={payout}&currency={currency}", nil, nil)
}

func newPreset(address string, names named, words map[string]Status) preset {
	p := preset{address: address, statuses: map[string]Status{}}
	for f, ours := range own() {
		p.names[f] = append(slices.Clone(names[field(f)]), ours)
	}
	for _, s := range statuses() {
		p.statuses[string(s)] = s
	}
	maps.Copy(p.statuses, words)
	return p
}

// macro matches an unfilled placeholder of a network.
var macro = regexp.MustCompile(`\{[^{}]*\}|^\[.*\]$|^#.*#$|^%.*%$|^<.*>$|^__.*__$|^\$.*\$$`)

// missing matches what programs write instead of a missing ID.
var missing = regexp.MustCompile(`(?i)^\(?(null|nil|none|undefined)\)?$`)

// read parses what a partner sent; value returns the value of a name, or "".
// Amounts without a currency are in otherwise.
func (p preset) read(value func(name string) string, otherwise string) (r Report, err error) {
	var texts [fields]string
	for f, names := range p.names {
		for _, name := range slices.Backward(names) {
			if text := strings.TrimSpace(value(name)); text != "" {
				texts[f] = text
			}
		}
	}
	wrong := func(f field, sentence string) {
		if err == nil {
			err = fault.Form([]fault.Field{{Field: p.names[f][0], Message: sentence}})
		}
	}
	for f, text := range texts {
		most := [fields]int{maxClickID, maxTransactionID, maxEvent, maxEvent, maxEvent, maxEvent, maxEvent}[f]
		switch {
		case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
			wrong(field(f), "This contains a character we can't read.")
		case missing.MatchString(text) && (field(f) == clickID || field(f) == transactionID):
			wrong(field(f), fmt.Sprintf("The network sent %q instead of an ID. Check the macros in its postback address.", text))
		case macro.MatchString(text):
			wrong(field(f), fmt.Sprintf("The network didn't fill in the macro %s.", short(text)))
		case utf8.RuneCountInString(text) > most:
			wrong(field(f), fmt.Sprintf("Please use at most %d characters.", most))
		}
	}
	if texts[clickID] == "" {
		wrong(clickID, "The click ID is missing.")
	}
	if id, err := uuid.Parse(texts[clickID]); err == nil && len(texts[clickID]) == len(id.String()) {
		texts[clickID] = id.String() // in lower case; some networks change it
	}
	r = Report{ClickID: texts[clickID], TransactionID: texts[transactionID], Event: texts[event], Status: Approved}
	if texts[status] != "" {
		known := false
		if r.Status, known = p.statuses[strings.ToLower(texts[status])]; !known {
			wrong(status, fmt.Sprintf("Unknown status %q. Use one of: %s.", short(texts[status]), strings.Join(slices.Sorted(maps.Keys(p.statuses)), ", ")))
		}
	}
	if word := strings.ToLower(texts[status]); r.Event == "" && (word == "upsell" || word == "deposit" || word == "rebill") {
		r.Event = word // a further sale, not a change of the first
	}
	code, decimals, ok := parseCurrency(otherwise)
	if texts[currencyCode] != "" {
		code, decimals, ok = parseCurrency(texts[currencyCode])
		r.Currency = code
	}
	if !ok {
		wrong(currencyCode, "Enter a currency code such as USD.")
	}
	amount := func(f field) *int64 {
		if texts[f] == "" {
			return nil
		}
		n, ok := parseAmount(texts[f], decimals)
		if !ok {
			limit := message.NewPrinter(language.AmericanEnglish).Sprintf("%.*f", decimals, maxAmount/math.Pow10(decimals))
			wrong(f, fmt.Sprintf("We couldn't read the amount %q. Send one such as 12.50 or -12.50 that doesn't round to zero or exceed %s.", short(texts[f]), limit))
		}
		r.Currency = code
		return &n
	}
	r.Payout, r.Sale = amount(payout), amount(sale)
	switch isRefund := r.Payout != nil && *r.Payout < 0; {
	case isRefund:
		r = r.correction()
	case r.Sale != nil && *r.Sale < 0:
		wrong(sale, "A negative sale amount needs a negative payout, too.")
	}
	return r, err
}

// correction returns the report of a refund: a conversion of its own with a
// negative payout, which counts even if the network calls it reversed or
// rejected.
func (r Report) correction() Report {
	original := key{event: r.Event}.original().event // in a file we exported, the event already has the suffix
	r.Event = strings.TrimSpace(original + " " + corrected)
	if r.Status == Reversed || r.Status == Rejected {
		r.Status = Approved
	}
	return r
}

// shown returns what a partner sent, without the values of parameters that the
// preset doesn't read: they may be personal.
func (p preset) shown(sent url.Values) url.Values {
	out := url.Values{}
	for name, values := range sent {
		out[name] = []string{"hidden"}
		for _, names := range p.names {
			if slices.Contains(names, name) {
				out[name] = values
			}
		}
	}
	return out
}

// short cuts a text for a sentence.
func short(text string) string {
	if r := []rune(strings.ToValidUTF8(text, "?")); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}
