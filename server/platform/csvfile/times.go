package csvfile

import (
	"errors"
	"regexp"
	"strings"
	"time"
)

// timePattern matches a date, and optionally a time, AM or PM, and a zone. Some
// programs write the zone twice, as in +0000 UTC.
var timePattern = regexp.MustCompile(`^([\d/-]+?|[A-Z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2} [A-Z]{3,9}\.?,? \d{4})(?:(?:T|,? +)(\d{1,2}:[\d:.]+) *([AP]M)? *(?:(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)(?: +(?:[A-Z]{2,5}|[+-]\d{4}))?)?)?$`)

var errNoTime = errors.New("not a date")

// ParseTime parses a time as written by people, Excel and other programs.
// Without a zone it's in zone. Dates with slashes start with the month, unless
// dayFirst.
func ParseTime(text string, zone *time.Location, dayFirst bool) (time.Time, error) {
	m := timePattern.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(text)))
	if m == nil {
		return time.Time{}, errNoTime
	}
	date, clock, half, offset := m[1], m[2], m[3], strings.ReplaceAll(m[4], ":", "")
	rest, form := "", ""
	if clock != "" {
		rest, form = " "+clock, " 15:04"
		if half != "" {
			rest, form = rest+half, " 3:04"
		}
		if strings.Count(clock, ":") == 2 {
			form += ":05"
		}
		if half != "" {
			form += "PM"
		}
	}
	if offset != "" {
		if offset[0] != '+' && offset[0] != '-' {
			offset = "+00"
		}
		offset += "0000"[:5-len(offset)]
		rest, form = rest+offset, form+"-0700"
	}
	date = strings.NewReplacer(",", "", ".", "").Replace(date)
	slashes := []string{"1/2/2006", "1/2/06"}
	if dayFirst {
		slashes = []string{"2/1/2006", "2/1/06"}
	}
	for _, day := range append(slashes, "2006-1-2", "2006/1/2", "January 2 2006", "Jan 2 2006", "2 January 2006", "2 Jan 2006") {
		if at, err := time.ParseInLocation(day+form, date+rest, zone); err == nil && at.Year() >= 1970 {
			return at, nil
		}
	}
	return time.Time{}, errNoTime
}

var dayFirstPattern = regexp.MustCompile(`^\s*(1[3-9]|2\d|3[01])/(0?[1-9]|1[0-2])/\d`)

// IsDayFirst reports whether a date with slashes can only start with the day, so
// that the others in its file do too.
func IsDayFirst(text string) bool { return dayFirstPattern.MatchString(text) }
