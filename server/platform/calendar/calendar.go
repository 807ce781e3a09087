// Package calendar has calendar days in the site's time zone.
package calendar

import "time"

// Day is a calendar day, stored as midnight UTC.
type Day struct{ time.Time }

// DayOf returns the calendar day of t in a time zone.
func DayOf(t time.Time, at *time.Location) Day {
	y, m, d := t.In(at).Date()
	return Day{time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
}

// Today returns the current calendar day in a time zone.
func Today(at *time.Location) Day { return DayOf(time.Now(), at) }

// Parse parses YYYY-MM-DD.
func Parse(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	return Day{t}, err
}

// Add returns the day n days later.
func (d Day) Add(n int) Day { return Day{d.AddDate(0, 0, n)} }

// String returns the day as YYYY-MM-DD.
func (d Day) String() string { return d.Format(time.DateOnly) }
