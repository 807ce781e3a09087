package site_test

import (
	"fmt"
	"testing"

	"thriftwell/server/app/sitetest"
)

// Two calls that place offers in the same lists in opposite orders would each
// wait for the other.
func listsOfPlacementsAreLockedInOneOrder(t *testing.T, s *sitetest.Site) {
	const key = "hashtextextended('positions of ' || $1 || ' in ' || current_schema(), 0)"
	clearOffers(s)
	ed := s.As("editor")
	for _, act := range []string{"placements", "copies"} {
		from := addOffer(ed, "carousel", "Cards", nil)
		other, err := s.DB.Pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer other.Rollback(t.Context())
		if _, err := other.Exec(t.Context(), "SELECT pg_advisory_xact_lock("+key+")", "daily_offers"); err != nil {
			t.Fatal(err)
		}
		placed := make(chan sitetest.Answer, 1)
		go func() {
			placed <- ed.Do("POST", fmt.Sprint(allOffers, "/", from, "/", act), sitetest.M{"placements": []string{"static", "daily"}, "isActive": false})
		}()
		sitetest.Eventually(t, "the call waits for the first list", func() bool {
			return s.Count("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND (classid::bigint << 32) | objid::bigint = "+key, "daily_offers") == 1
		})
		free := false
		if err := other.QueryRow(t.Context(), "SELECT pg_try_advisory_xact_lock("+key+")", "static_offers").Scan(&free); err != nil || !free {
			t.Errorf("%s: the call holds the second list while it waits for the first (%v)", act, err)
		}
		if err := other.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a := <-placed; a.Status != 201 {
			t.Errorf("%s: %d %s", act, a.Status, a.Body)
		}
	}
}
