package pieces

import (
	"strings"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/markdown"
)

// Offers knows the offers that texts link to.
type Offers interface {
	// CheckLink says what is wrong with an address; "" if nothing is, or it is not
	// that of an offer.
	CheckLink(address string) (wrong string)
	// Link returns what a link to an offer's address is on a page of the site; ok is
	// false once the offer has ended.
	Link(address, page string) (l OfferLink, ok bool)
	// Show returns the HTML of a text as readers see it on a page.
	Show(text, page string) (string, error)
}

// OfferLink is a link to an offer.
type OfferLink struct {
	Href  string
	Payer string // whose offer it is; "" where that is not known
	Terms string // what the law wants beside it
}

// OfferTags are the cache tags of what shows offers of any kind.
func OfferTags() []string { return []string{"offers", "content", "dailyoffers"} }

// ShowOffers replaces texts in HTML by what readers of a page see of them, and
// returns the cache tags of the offers that they link to.
func ShowOffers(offers Offers, page string, texts ...*string) (tags []string, err error) {
	for _, text := range texts {
		if offers == nil || !strings.Contains(*text, markdown.OfferPath) {
			continue
		}
		tags = OfferTags()
		if *text, err = offers.Show(*text, page); err != nil {
			return nil, err
		}
	}
	return tags, nil
}

// OfferLinks has a rule for Markdown refuse links to unknown offers.
func OfferLinks(rule editable.Rule, offers Offers) editable.Rule {
	return editable.And(rule, func(text string) (wrong string) {
		for _, address := range markdown.OfferLinks(text) {
			if offers != nil && wrong == "" {
				wrong = offers.CheckLink(address)
			}
		}
		return wrong
	})
}
