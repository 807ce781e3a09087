package optimiser

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"thriftwell/server/platform/offer"
)

// world is a page whose offers have known rates, in the staff's order.
type world struct {
	rand *rand.Rand
	page []Evidence
	ctr  []float64 // click rates per look
	rate []float64 // conversion rates per click
}

const (
	offersOfPage = 6
	viewsOfDay   = 400
	drawsOfDay   = 24
)

// newWorld draws the rates of a page. Payouts are in cents; the first offer is
// paid per click.
func newWorld(seed uint64) *world {
	w := &world{rand: rand.New(rand.NewPCG(seed, 1))}
	for i := range offersOfPage {
		e := Evidence{ID: int64(i + 1), PerConversion: 200 + w.rand.Int64N(3000)}
		if i == 0 {
			e.PerClick, e.PerConversion = 20+w.rand.Int64N(100), 0
		}
		w.page = append(w.page, e)
		w.ctr = append(w.ctr, 0.01+0.09*w.rand.Float64())
		w.rate = append(w.rate, 0.02+0.13*w.rand.Float64())
	}
	return w
}

// live simulates a day: orders are drawn repeatedly, and visitors see the
// staff's order.
func (w *world) live() {
	var byHand []offer.Active
	for _, e := range w.page {
		byHand = append(byHand, offer.Active{ID: e.ID})
	}
	for range drawsOfDay {
		for place, o := range offer.Arrange(byHand, Order(w.rand, w.page)) {
			w.page[place].ByHand += Attention(place)
			w.page[o.ID-1].Optimised += Attention(place)
		}
	}
	for i := range w.page {
		e := &w.page[i]
		e.Views += viewsOfDay
		e.Looked += viewsOfDay * Attention(i)
		clicks := w.binomial(w.binomial(viewsOfDay, Attention(i)), w.ctr[i])
		e.Clicks += clicks
		if e.PerConversion > 0 {
			conversions := w.binomial(clicks, w.rate[i])
			e.Conversions += conversions
			e.Paid += conversions * e.PerConversion
		}
	}
}

func (w *world) binomial(n int64, p float64) (hits int64) {
	for range n {
		if w.rand.Float64() < p {
			hits++
		}
	}
	return hits
}

// truth returns the gain computed from the actual rates.
func (w *world) truth() float64 {
	var byHand, optimised float64
	for i, e := range w.page {
		worth := w.ctr[i] * (float64(e.PerClick) + w.rate[i]*float64(e.PerConversion))
		byHand += e.ByHand * worth
		optimised += e.Optimised * worth
	}
	return optimised/byHand - 1
}

func TestIntervalCoversTheTrueGain(t *testing.T) {
	covered, wide, positive := 0, 0.0, 0
	for run := range 100 {
		w := newWorld(uint64(run))
		for range Days {
			w.live()
		}
		gain, ok := Expect(w.rand, w.page)
		if !ok || gain.Low > gain.Expected || gain.Expected > gain.High {
			t.Fatalf("run %d: %+v", run, gain)
		}
		truth := w.truth()
		if gain.Low <= truth && truth <= gain.High {
			covered++
		}
		if truth > 0 {
			positive++
		}
		wide += (gain.High - gain.Low) / 100
	}
	t.Logf("covered %d of 100, %.3f wide on average, a gain in %d", covered, wide, positive)
	if covered < 90 {
		t.Errorf("the interval covers the true gain in %d of 100 runs", covered)
	}
	if wide > 0.5 || positive < 60 {
		t.Errorf("intervals are %.2f wide on average, and %d of 100 show a gain: not significant", wide, positive)
	}
}

func TestOfferKeepsItsPlaceUntilItHasEnoughViews(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	page := []Evidence{
		{ID: 1, Views: 10_000, Looked: 10_000, Clicks: 10},
		{ID: 2, Views: MinViews - 1, Looked: 99, Clicks: 90},
		{ID: 3, Views: 10_000, Looked: 10_000, Clicks: 900},
	}
	if got := Order(r, page); !slices.Equal(got, []int64{3, 1}) {
		t.Errorf("order %v", got)
	}
	if _, ok := Expect(r, page[:2]); ok {
		t.Error("a gain was estimated for a single offer")
	}
}

func TestOffersAreOrderedByClicksUntilThereIsRevenue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	often := Evidence{ID: 1, Views: 10_000, Looked: 10_000, Clicks: 1000, PerConversion: 100}
	dear := Evidence{ID: 2, Views: 10_000, Looked: 10_000, Clicks: 500, PerConversion: 5000}
	page := []Evidence{often, dear}
	if got := Order(r, page); ByMoney(page) || got[0] != 1 {
		t.Errorf("by clicks: %v", got)
	}
	page[0].Conversions, page[0].Paid = 100, 100*100
	page[1].Conversions, page[1].Paid = 50, 50*5000
	if got := Order(r, page); !ByMoney(page) || got[0] != 2 {
		t.Errorf("by money: %v", got)
	}
	page[0].PerConversion, page[0].PerClick, page[0].Conversions, page[0].Paid = 0, 900, 0, 0
	if got := Order(r, page); got[0] != 1 {
		t.Errorf("with a paid click: %v", got)
	}
}

func TestSamplesHaveTheDistributionsMeanAndVariance(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, b := range []beta{{1, 49}, {30, 970}, {5, 5}} {
		const n = 200_000
		var sum, squares float64
		for range n {
			x := b.sample(r)
			sum, squares = sum+x, squares+x*x
		}
		mean, all := b.a/(b.a+b.b), b.a+b.b
		variance := b.a * b.b / (all * all * (all + 1))
		if got := sum / n; math.Abs(got-mean) > 5*math.Sqrt(variance/n) {
			t.Errorf("%v: mean %g, want %g", b, got, mean)
		}
		if got := squares/n - (sum/n)*(sum/n); math.Abs(got-variance) > 0.05*variance {
			t.Errorf("%v: variance %g, want %g", b, got, variance)
		}
	}
}
