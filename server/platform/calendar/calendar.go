// Package calendar counts in days of the site's timezone.
package calendar

import "time"

// Day is a calendar day, kept as its midnight in UTC.
type Day struct{ time.Time }

// DayOf returns the calendar day of t at a place.
func DayOf(t time.Time, at *time.Location) Day {
	y, m, d := t.In(at).Date()
	return Day{time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
}

// Today returns the calendar day at a place.
func Today(at *time.Location) Day { return DayOf(time.Now(), at) }

// Parse reads YYYY-MM-DD.
func Parse(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	return Day{t}, err
}

// Add returns the day that lies n days later.
func (d Day) Add(n int) Day { return Day{d.AddDate(0, 0, n)} }

// String returns the day as YYYY-MM-DD.
func (d Day) String() string { return d.Format(time.DateOnly) }
