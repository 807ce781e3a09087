package sitetest

import "testing"

// Share runs tests one after another on the site, in random order: none may
// depend on another. Each may use up the limits of a visitor.
func (s *Site) Share(t *testing.T, tests map[string]func(*testing.T, *Site)) {
	t.Helper()
	for name, test := range tests {
		s.Exec("DELETE FROM rate_counts")
		t.Run(name, func(t *testing.T) { test(t, s.In(t)) })
	}
}
