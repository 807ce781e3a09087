package subscribers

import (
	"regexp"
	"strings"
	"time"
)

// timePattern matches a date, and optionally a time, AM or PM, and a zone. Some
// programs write the zone twice, as in +0000 UTC.
var timePattern = regexp.MustCompile(`^([\d/-]+?)(?:(?:T|,? +)(\d{1,2}:[\d:.]+) *([AP]M)? *(?:(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)(?: +(?:[A-Z]{2,5}|[+-]\d{4}))?)?)?$`)

// parseTime parses a time as written by people, Excel and other programs.
// Without a zone it's in zone. Dates with slashes start with the month.
func parseTime(text string, zone *time.Location) (time.Time, error) {
	m := timePattern.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(text)))
	if m == nil {
		return time.Time{}, errUnclear
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
	for _, day := range []string{"2006-1-2", "1/2/2006", "1/2/06", "2006/1/2"} {
		if at, err := time.ParseInLocation(day+form, date+rest, zone); err == nil && at.Year() >= 1970 {
			return at, nil
		}
	}
	return time.Time{}, errUnclear
}
