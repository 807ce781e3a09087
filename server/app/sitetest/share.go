package sitetest

import "testing"

// In returns the site for a subtest: what fails, fails the subtest.
func (s *Site) In(t *testing.T) *Site {
	shared := *s
	shared.T = t
	return &shared
}

// Share runs tests one after another on the site, in random order: none may
// depend on another. Before each, the limits of visitors are put back, and
// prepare puts back what else others left. A test is named after its function,
// where scripts/defenses looks for it.
func (s *Site) Share(t *testing.T, tests map[string]func(*testing.T, *Site), prepare ...func(*Site)) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := s.In(t)
			s.Exec("DELETE FROM rate_counts")
			for _, before := range prepare {
				before(s)
			}
			test(t, s)
		})
	}
}
