package offer

// Month is what the offers of an advertiser earned in a month, as reports have
// it.
type Month struct {
	Month   string           // such as 2026-11
	Earned  map[string]int64 // by currency, with 0 for the site's if nothing
	Clicks  map[string]int64 // the part of it that paid clicks earned
	Pending int64            // in the site's currency
}
