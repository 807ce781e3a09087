package health

import (
	"fmt"
	"time"
)

// The thresholds of problems.
const (
	stalled    = 30 * time.Minute    // how long a due job may wait
	notAdded   = 5 * time.Minute     // how long report totals may fail to update
	leastFree  = 10                  // percent of a disk
	almostNone = 3                   // percent of a disk
	expirySoon = 14 * 24 * time.Hour // until a certificate expires
	expiryNow  = 3 * 24 * time.Hour
	lasting    = 5 * time.Minute // before an alert about what often passes by itself
)

// Level says how serious something is.
type Level string

// The levels, from the lightest.
const (
	Fine    Level = "good"
	Warning Level = "warning"
	Bad     Level = "bad"
)

// Trouble is a problem that an admin can fix.
type Trouble struct {
	Cause   string `json:"-"`    // stays the same while the problem lasts; empty for one without alerts
	What    string `json:"what"` // a subject line
	Mend    string `json:"fix"`  // how to fix it
	Page    string `json:"page"` // the path where to fix it; empty if that's nowhere on the site
	Level   Level  `json:"-"`
	NoEmail bool   `json:"-"` // email can't tell about it
}

// Troubles returns the problems that admins are alerted about.
func (w *Watch) Troubles(f Facts) (out []Trouble) {
	for _, p := range w.Parts(f) {
		for _, t := range p.Troubles {
			if t.Cause != "" {
				out = append(out, t)
			}
		}
	}
	return out
}

// many returns "1 row" or "2 rows".
func many[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// long returns "40 minutes", "50 hours" or "9 days".
func long(d time.Duration) string {
	switch {
	case d < 2*time.Hour:
		return many(int(d.Minutes()), "minute")
	case d < 4*24*time.Hour:
		return many(int(d.Hours()), "hour")
	}
	return many(int(d.Hours()/24), "day")
}

// size returns "120 MB" or "4.5 GB".
func size[N int64 | uint64](bytes N) string {
	if bytes < 1e7 {
		return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	}
	if bytes < 1e9 {
		return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}

// day returns a date as Americans write it.
func day(t time.Time) string { return t.UTC().Format("January 2, 2006") }
