// Package optimiser orders the offers on a page by what they earn. It runs in
// shadow, to estimate the gain, and orders offers for visitors once staff
// switch a page on.
//
// The model: a visitor looks at a place on the page with a probability that
// decreases from place to place (Attention). A visitor who looks at an offer
// clicks with the offer's own rate. A click earns what is paid for clicks and
// converts with the offer's own rate; a conversion pays its mean so far. Both
// rates have beta posteriors, with priors worth one success at the page's mean.
// Since pages are the same for all visitors, one order is drawn for everyone by
// Thompson sampling, again every DrawEvery.
package optimiser

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"thriftwell/server/platform/offer"
)

// Parameters of ordering.
const (
	// DrawEvery is how often an order is drawn.
	DrawEvery = 15 * time.Minute
	// Days is how many days of evidence are used.
	Days = 30
	// MinViews is the number of views an offer needs before it is ordered.
	// Until then it keeps its place (specification, section 4).
	MinViews = 100
	// MaxOffers is how many places on a page are ordered. Few visitors look
	// further.
	MaxOffers = 100
)

// Evidence is what is known about an offer on a page.
type Evidence struct {
	ID    int64
	Title string
	offer.Payout
	Views         int64
	Looked        float64 // expected number of views in which visitors looked at its place
	Clicks        int64   // clickouts
	PerClick      int64   // revenue per click, in the smallest currency unit
	Conversions   int64   // approved conversions
	Paid          int64   // total revenue of conversions
	PerConversion int64   // expected revenue of a conversion before there is one; 0 if the offer has none
	ByHand        float64 // sum of the attention in the staff's orders
	Optimised     float64 // sum of the attention in the optimizer's orders
}

// Gain is how much more the optimizer's order earns than the staff's, as a
// fraction, with its 95% credible interval.
type Gain struct {
	Expected, Low, High float64
}

// Attention returns the probability that a visitor looks at a place, counted
// from 0. It is the discount of DCG.
func Attention(place int) float64 { return 1 / math.Log2(float64(place)+2) }

// ranked reports whether an offer has enough views to be ordered.
func (e Evidence) ranked() bool { return e.Views >= MinViews }

// ByMoney reports whether offers are compared by revenue. Before there is any,
// they are compared by clicks.
func ByMoney(page []Evidence) bool {
	return slices.ContainsFunc(page, func(e Evidence) bool { return e.PerClick > 0 && e.Clicks > 0 || e.Paid > 0 })
}

// Order draws an order of the offers on a page that have enough views.
func Order(r *rand.Rand, page []Evidence) []int64 {
	type drawn struct {
		id    int64
		value float64
	}
	var values []drawn
	for i, b := range beliefs(page) {
		if page[i].ranked() {
			values = append(values, drawn{page[i].ID, b.sample(r)})
		}
	}
	slices.SortStableFunc(values, func(a, b drawn) int { return cmp.Compare(b.value, a.value) })
	ids := make([]int64, len(values))
	for i, v := range values {
		ids[i] = v.id
	}
	return ids
}

// samples is the number of draws for a Gain.
const samples = 2000

// Expect estimates a page's gain from its evidence. It returns false if fewer
// than two offers are ordered.
func Expect(r *rand.Rand, page []Evidence) (gain Gain, ok bool) {
	ranked := 0
	for _, e := range page {
		if e.ranked() {
			ranked++
		}
	}
	if ranked < 2 {
		return Gain{}, false
	}
	all, drawn := beliefs(page), make([]float64, samples)
	for n := range drawn {
		var byHand, optimised float64
		for i, b := range all {
			value := b.sample(r)
			byHand += page[i].ByHand * value
			optimised += page[i].Optimised * value
		}
		drawn[n] = optimised/byHand - 1
		gain.Expected += drawn[n] / samples
	}
	slices.Sort(drawn)
	gain.Low, gain.High = drawn[samples*25/1000], drawn[samples*975/1000]
	return gain, true
}

// belief is the posterior of an offer's value per look.
type belief struct {
	click, conversion beta
	perClick          float64
	perConversion     float64
}

func (b belief) sample(r *rand.Rand) float64 {
	value := b.perClick
	if b.perConversion > 0 {
		value += b.conversion.sample(r) * b.perConversion
	}
	return b.click.sample(r) * value
}

// beliefs returns the posterior for each offer on a page.
func beliefs(page []Evidence) []belief {
	var clicks, looked, conversions, tried float64
	for _, e := range page {
		clicks, looked = clicks+float64(e.Clicks), looked+e.Looked
		if e.PerConversion > 0 {
			conversions, tried = conversions+float64(e.Conversions), tried+float64(e.Clicks)
		}
	}
	byMoney, out := ByMoney(page), make([]belief, len(page))
	for i, e := range page {
		out[i] = belief{click: posterior(float64(e.Clicks), e.Looked, rate(clicks, looked)), perClick: 1}
		if !byMoney {
			continue
		}
		out[i].perClick, out[i].perConversion = float64(e.PerClick), float64(e.PerConversion)
		out[i].conversion = posterior(float64(e.Conversions), float64(e.Clicks), rate(conversions, tried))
		if e.Conversions > 0 {
			out[i].perConversion = float64(e.Paid) / float64(e.Conversions)
		}
	}
	return out
}

// rate returns a page's mean rate. With little evidence it is close to 2%.
func rate(successes, trials float64) float64 { return min((successes+1)/(trials+50), 0.5) }

// posterior returns the posterior after successes, given a prior worth one
// success at rate.
func posterior(successes, trials, rate float64) beta {
	return beta{1 + successes, (1-rate)/rate + max(trials-successes, 0)}
}

// beta is a beta distribution.
type beta struct{ a, b float64 }

func (b beta) sample(r *rand.Rand) float64 {
	x := gamma(r, b.a)
	return x / (x + gamma(r, b.b))
}

// gamma draws from a gamma distribution with a shape of at least 1 (Marsaglia
// and Tsang, 2000).
func gamma(r *rand.Rand, shape float64) float64 {
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-r.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
