package campaigns

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

//go:embed zones.txt
var zonesFile string

// Texts are sent between firstHour and lastHour in every time zone the
// recipient may be in. If a zone is unknown, they must also be sent between
// firstUnknown and lastUnknown in unknownZone, when it is daytime in all
// states.
const (
	firstHour, lastHour       = 9, 20
	firstUnknown, lastUnknown = 14, 20
	unknownZone               = "America/New_York"
)

// Zones maps phone numbers and addresses to the time zones they may be in.
type Zones struct {
	ofState, ofArea, ofZIP map[string][]*time.Location
	unknown                *time.Location
}

// ReadZones parses the embedded table of zones.
func ReadZones() (*Zones, error) {
	z := &Zones{map[string][]*time.Location{}, map[string][]*time.Location{}, map[string][]*time.Location{}, nil}
	var err error
	if z.unknown, err = time.LoadLocation(unknownZone); err != nil {
		return nil, fmt.Errorf("read the zones: %w", err)
	}
	for line := range strings.Lines(zonesFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "|")
		head := strings.Fields(parts[0])
		var in []*time.Location
		for _, name := range head[1:] {
			at, err := time.LoadLocation(name)
			if err != nil {
				return nil, fmt.Errorf("read the zones: %w", err)
			}
			in = append(in, at)
		}
		z.ofState[head[0]] = in
		for _, area := range strings.Fields(parts[1]) {
			z.ofArea[area] = in
		}
		for _, span := range strings.Fields(parts[2]) {
			first, last, isSpan := strings.Cut(span, "-")
			if !isSpan {
				last = first
			}
			from, _ := strconv.Atoi(first)
			to, _ := strconv.Atoi(last)
			for n := from; n <= to; n++ {
				prefix := fmt.Sprintf("%03d", n)
				z.ofZIP[prefix] = append(z.ofZIP[prefix], in...)
			}
		}
	}
	return z, nil
}

// addressEnd matches the end of an address: a ZIP code with an optional state
// before it or, without a ZIP code, a state after a comma.
var addressEnd = regexp.MustCompile(`(?i)(?:\b([a-z]{2})[.,]?\s+)?\b(\d{3})\d{2}(?:-\d{4})?(?:,?\s*usa?)?\.?$|,\s*([a-z]{2})\.?(?:,?\s*usa?)?\.?$`)

// addressZones returns the zones of an address, or none if it is unclear.
func (z *Zones) addressZones(address string) []*time.Location {
	m := addressEnd.FindStringSubmatch(strings.TrimSpace(address))
	if m == nil {
		return nil
	}
	return append(append([]*time.Location{}, z.ofZIP[m[2]]...), z.ofState[strings.ToUpper(m[1]+m[3])]...)
}

// numberZones returns the zones of a number, or none if its area code is unknown.
func (z *Zones) numberZones(number string) []*time.Location {
	if area, isUS := strings.CutPrefix(number, "+1"); isUS && len(area) >= 3 {
		return z.ofArea[area[:3]]
	}
	return nil
}

// Next returns the first time from now on when a text may be sent to a number
// whose owner gave an address, and the end of that period.
func (z *Zones) Next(now time.Time, number, address string) (at, until time.Time) {
	type span struct {
		in       *time.Location
		from, to int
	}
	var spans []span
	for _, zones := range [][]*time.Location{z.numberZones(number), z.addressZones(address)} {
		for _, in := range zones {
			spans = append(spans, span{in, firstHour, lastHour})
		}
		if len(zones) == 0 {
			spans = append(spans, span{z.unknown, firstUnknown, lastUnknown})
		}
	}
	at = now
	for moved := true; moved; { // all U.S. zones share an allowed hour
		moved = false
		for _, s := range spans {
			local := at.In(s.in)
			day := local.Day()
			switch {
			case local.Hour() >= s.to:
				day++
			case local.Hour() >= s.from:
				continue
			}
			at, moved = time.Date(local.Year(), local.Month(), day, s.from, 0, 0, 0, s.in), true
		}
	}
	for _, s := range spans {
		local := at.In(s.in)
		if end := time.Date(local.Year(), local.Month(), local.Day(), s.to, 0, 0, 0, s.in); until.IsZero() || end.Before(until) {
			until = end
		}
	}
	return at, until
}
