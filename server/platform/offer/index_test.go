package offer_test

import (
	"testing"
	"time"

	"thriftwell/server/platform/offer"
)

func TestLinksToOffersOnAPageThatIsOffHaveEnded(t *testing.T) {
	t.Parallel()
	hold, fallback := "dailyCap", int64(3)
	x := offer.NewIndex(offer.OnPage(), 3, []offer.Live{
		{Active: offer.Active{ID: 1}, PageID: 1, IsPageOff: true},
		{Active: offer.Active{ID: 2, Hold: &hold, FallbackOfferID: &fallback}, PageID: 1, IsPageOff: true},
		{Active: offer.Active{ID: 3}, PageID: 2},
	}, time.UTC)
	for id, want := range map[int64]bool{1: false, 2: false, 3: true} {
		if got := x.Lead(id) != nil; got != want {
			t.Errorf("offer %d leads: %t", id, got)
		}
	}
}
