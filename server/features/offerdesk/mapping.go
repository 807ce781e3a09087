package offerdesk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"thriftwell/server/platform/csvfile"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/money"
	"thriftwell/server/platform/offer"
)

// Mapping assigns fields to the columns of a file of offers, and holds what all
// its offers share.
type Mapping struct {
	Fields       []string `json:"fields"`       // one for each column; "" isn't imported
	Placements   []string `json:"placements"`   // such as carousel and content-12, for rows without one
	AdvertiserID *int64   `json:"advertiserId"` // for rows without one
	PayoutModel  string   `json:"payoutModel"`  // for rows without one
	DayFirst     bool     `json:"dayFirst"`     // dates with slashes start with the day
}

// Fields that aren't an offer's own, or are parsed specially. Other fields have
// the names used in the form.
const (
	fieldAddress    = "address"
	fieldAdvertiser = "advertiser" // by name
	fieldPlacements = "placements" // by name, separated by commas
	fieldPayout     = "payout"     // see readPayout
	fieldModel      = "payoutModel"
	fieldCurrency   = "payoutCurrency"
	fieldTitle      = "title"
	fieldPartner    = "partner"
	fieldCategory   = "category"
	fieldStarts     = "startsAt"
	fieldEnds       = "endsAt"
	fieldStatus     = "status" // at the network
)

// texts returns the fields that are imported as they are.
func texts() []string {
	return []string{fieldTitle, "description", "imageUrl", fieldPartner, "figure", "figureNote", "who", "minimum", "fee", "ends", "proof", "terms", "subIdParam"}
}

// numbers returns the fields with whole numbers.
func numbers() []string { return []string{"dailyCap", "totalCap", "planOrganizations", "planProducts"} }

// guesses returns what spreadsheets and networks call the fields.
func (n names) guesses(d dates) []csvfile.Guess {
	isLink := func(cell string) bool { return strings.Contains(cell, "://") }
	isText := func(cell string) bool { return !isLink(cell) }
	isDate := func(cell string) bool { _, err := d.read(cell); return isNothing(cell) || err == nil }
	isNumber := func(cell string) bool { _, wrong := readNumber(cell); return isNothing(cell) || wrong == "" }
	isPayout := func(cell string) bool { return isNothing(cell) || strings.ContainsAny(cell, "0123456789") } // a row may be refused, not its payout lost
	isModel := func(cell string) bool { return modelOf(cell) != "" }
	isCurrency := func(cell string) bool { return money.IsCurrency(strings.ToUpper(cell)) }
	isAdvertiser := func(cell string) bool { return n.advertisers[csvfile.Plain(cell)] != 0 }
	isCategory := func(cell string) bool { return categoryOf(cell) != cell }
	isPicture := func(cell string) bool { return strings.HasPrefix(cell, "/") }
	isPlaced := func(cell string) bool { _, wrong := n.placements(cell); return wrong == "" }
	isShort := func(cell string) bool { return len(cell) <= 12 }
	return []csvfile.Guess{
		{Field: fieldAddress, Names: "address deeplinktracking trackinglink trackingurl clickurl affiliatelink affiliateurl deeplink url link offerurl landingurl landingpageurl landingpage targeturl destinationurl", Fits: isLink},
		{Field: fieldAdvertiser, Names: "advertiser advertisername network networkname", Fits: isAdvertiser},
		{Field: fieldPartner, Names: "partner partnername brand merchant merchantname advertiser advertisername programname program programme campaignname company", Fits: isText},
		{Field: fieldTitle, Names: "title offername offertitle linkname adname name dealname deal headline offer campaignname campaign", Fits: isText},
		{Field: "description", Names: "description offerdescription shortdescription summary details text"},
		{Field: fieldCategory, Names: "category vertical", Fits: isCategory},
		{Field: fieldPayout, Names: "payout payoutamount defaultpayout payouts amount commission salecommission rate bid cpa cpl", Fits: isPayout},
		{Field: fieldModel, Names: "payoutmodel payoutfor payouttype commissiontype pricingmodel model pricing actiontype type", Fits: isModel},
		{Field: fieldCurrency, Names: "currency payoutcurrency currencycode", Fits: isCurrency},
		{Field: fieldStarts, Names: "startsat start starts startdate promotionalstartdate validfrom from launchdate", Fits: isDate},
		{Field: fieldEnds, Names: "endsat end ends enddate promotionalenddate expires expiration expirationdate expirydate validuntil validto until", Fits: isDate},
		{Field: "ends", Names: "ends end expires endsasshown", Fits: isText},
		{Field: "dailyCap", Names: "dailycap capdaily daycap dailyconversioncap dailylimit cap", Fits: isNumber},
		{Field: "totalCap", Names: "totalcap lifetimecap overallcap totalconversioncap globalcap", Fits: isNumber},
		{Field: "figure", Names: "figure value bonus discount", Fits: isShort},
		{Field: "figureNote", Names: "figurenote"},
		{Field: "who", Names: "who eligibility audience"},
		{Field: "minimum", Names: "minimum minimumpurchase minimumdeposit"},
		{Field: "fee", Names: "fee fees"},
		{Field: "proof", Names: "proof proofrequired"},
		{Field: "planOrganizations", Names: "organizationsrepresented organizations planorganizations", Fits: isNumber},
		{Field: "planProducts", Names: "plansoffered plans planproducts", Fits: isNumber},
		{Field: "imageUrl", Names: "picture image imageurl", Fits: isPicture},
		{Field: "terms", Names: "terms termsandconditions restrictions"},
		{Field: "subIdParam", Names: "subidparam subidparameter clickidparameter", Fits: isText},
		{Field: fieldStatus, Names: "status offerstatus programstatus campaignstatus linkstatus adstatus networkstatus"},
		{Field: fieldPlacements, Names: "placement placements", Fits: isPlaced},
	}
}

// Importer imports files of offers.
type Importer struct {
	Admin
	Currency string // of the site
}

// NeedsMapping implements imports.List. Offers always need one.
func (i Importer) NeedsMapping(text io.Reader) (bool, error) {
	_, err := csvfile.Open(text)
	return true, err
}

// Columns implements imports.List.
func (i Importer) Columns(ctx context.Context, text io.Reader) (csvfile.Columns, error) {
	known, err := i.Store.names(ctx)
	if err != nil {
		return csvfile.Columns{}, err
	}
	return csvfile.ReadColumns(text, known.guesses(dates{zone: i.Store.Location}))
}

// CheckMapping implements imports.List.
func (i Importer) CheckMapping(ctx context.Context, text io.Reader, read func(into any) error) (any, error) {
	var m Mapping
	if err := read(&m); err != nil {
		return nil, err
	}
	file, err := csvfile.Open(text)
	if err != nil {
		return nil, err
	}
	known, err := i.Store.names(ctx)
	if err != nil {
		return nil, err
	}
	var c form.Checker
	taken := file.CheckFields(m.Fields, known.guesses(dates{}), func(sentence string) { c.Wrong("fields", sentence) })
	if _, err := file.Next(); errors.Is(err, io.EOF) {
		c.Wrong("fields", "This file has no rows below its header.")
	}
	if taken[fieldAddress] == 0 {
		c.Wrong("fields", "Choose which column has the URLs.")
	}
	if len(m.Placements) == 0 && taken[fieldPlacements] == 0 {
		c.Wrong("placements", "Choose at least one placement.")
	}
	if _, wrong := known.placed(m.Placements); wrong != "" {
		c.Wrong("placements", wrong)
	}
	if m.AdvertiserID != nil && !slices.Contains(slices.Collect(maps.Values(known.advertisers)), *m.AdvertiserID) {
		c.Wrong("advertiserId", "Choose an existing advertiser.")
	}
	if m.PayoutModel != "" && modelOf(m.PayoutModel) != m.PayoutModel {
		c.Wrong("payoutModel", wrongModel)
	}
	return m, c.Err()
}

// names are the IDs of advertisers and pages.
type names struct {
	advertisers map[string]int64 // by plain name
	pages       map[string]int64 // by plain title and slug
}

// names loads the names of advertisers and pages.
func (s Store) names(ctx context.Context) (n names, err error) {
	n = names{map[string]int64{}, map[string]int64{}}
	var found []struct {
		ID         int64
		Name, Slug string
		IsPage     bool
	}
	err = s.DB.WithContext(ctx).Raw(`SELECT id, name, '' AS slug, false AS is_page FROM advertisers WHERE deleted_at IS NULL
		UNION ALL SELECT id, title, slug, true FROM content_pages WHERE deleted_at IS NULL`).Scan(&found).Error
	for _, f := range found {
		if f.IsPage {
			n.pages[csvfile.Plain(f.Name)], n.pages[csvfile.Plain(f.Slug)] = f.ID, f.ID
		} else {
			n.advertisers[csvfile.Plain(f.Name)] = f.ID
		}
	}
	return n, err
}

// placements parses a cell with names of placements.
func (n names) placements(cell string) ([]Placement, string) {
	return n.placed(strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(",;|\n", r) }))
}

// placed parses placements as named in calls, on screens or by people.
func (n names) placed(all []string) (at []Placement, wrong string) {
	for _, text := range all {
		name, isPage := strings.CutPrefix(strings.TrimSpace(text), "Page:") // as on the screen
		plain := csvfile.Plain(name)
		p, known := placementOf(strings.ToLower(name))
		if kind := lists()[plain]; kind != "" && !isPage {
			p, known = Placement{Kind: kind}, true
		}
		switch {
		case p.PageID != 0:
			known = slices.Contains(slices.Collect(maps.Values(n.pages)), p.PageID)
		case isPage, !known, p.Kind == offer.Content:
			p = Placement{offer.Content, n.pages[plain]}
			known = p.PageID != 0
		}
		if !known {
			return nil, fmt.Sprintf("We have no placement called “%s”.", strings.TrimSpace(name))
		}
		if !slices.Contains(at, p) {
			at = append(at, p)
		}
	}
	return at, ""
}

// lists returns the kinds of placements other than content pages, by name.
func lists() map[string]string {
	return map[string]string{"carousel": "carousel", "carouseloffers": "carousel", "daily": "daily", "dailyoffers": "daily", "hot": "static", "hotoffers": "static"}
}

// isOver reports whether a network's status means that an offer can't run.
func isOver(status string) bool {
	plain := csvfile.Plain(status)
	return slices.ContainsFunc(strings.Fields("expired ended paused closed inactive notactive notavailable notlive notrunning nolonger disabled deactivated deleted removed archived terminated suspended stopped "+
		"finished completed rejected declined canceled cancelled retired withdrawn offline"), func(word string) bool { return strings.HasPrefix(plain, word) })
}

// categoryOf returns the category that a cell means, or the cell.
func categoryOf(cell string) string {
	switch csvfile.Plain(cell) {
	case "general":
		return offer.General
	case "healthplan", "healthplans", "medicare", "medicareadvantage":
		return offer.HealthPlan
	}
	return cell
}
