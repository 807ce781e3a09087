// Package optimiser orders the offers of a page by what they earn: in shadow,
// to say what that would gain, and for visitors once staff switch a page over.
//
// The model: a visitor looks at a place of the page with a probability that
// falls from place to place (Attention). Who looks at an offer clicks with the
// offer's own rate; a click earns what is paid for clicks, and becomes a
// conversion with the offer's own rate, which then pays its mean so far. Both
// rates have beta posteriors, whose priors are worth one success at the mean
// of the page. As pages are the same for everybody, an order is drawn for all
// by Thompson sampling, anew every DrawEvery.
package optimiser

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// What an order is made of.
const (
	// DrawEvery is how often an order is drawn.
	DrawEvery = 15 * time.Minute
	// Days is how far back evidence goes.
	Days = 30
	// MinViews is how often an offer is seen before it is ordered; until then it
	// keeps its place (specification, section 4).
	MinViews = 100
	// MaxOffers is how many places of a page are ordered; few look further.
	MaxOffers = 100
)

// Evidence is what is known of an offer on a page.
type Evidence struct {
	ID            int64
	Views         int64
	Looked        float64 // of the views, how many looked at its place
	Clicks        int64   // click-outs
	PerClick      int64   // what each of them earns, in the smallest unit
	Conversions   int64   // those that were approved
	Paid          int64   // what all of them pay
	PerConversion int64   // what one would pay, before there is any; 0 where none can come
	ByHand        float64 // attention that the order of staff gives it, added up
	Optimised     float64 // the same of the optimiser's
}

// Gain is how much more the optimiser's order earns than that of staff, as a
// share, with the interval that it is in with a probability of 95 %.
type Gain struct {
	Expected, Low, High float64
}

// Attention returns the probability that a visitor looks at a place, counted
// from 0: the discount of the DCG.
func Attention(place int) float64 { return 1 / math.Log2(float64(place)+2) }

// ranked reports whether an offer was seen often enough to be ordered.
func (e Evidence) ranked() bool { return e.Views >= MinViews }

// ByMoney reports whether offers are held against each other by what they earn;
// before anything is earned, it is by clicks.
func ByMoney(page []Evidence) bool {
	return slices.ContainsFunc(page, func(e Evidence) bool { return e.PerClick > 0 && e.Clicks > 0 || e.Paid > 0 })
}

// Order draws an order of those offers of a page that were seen often enough.
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

// samples is how often a Gain is drawn.
const samples = 2000

// Expect returns the gain of a page, as its evidence lets one expect it; ok is
// false while fewer than two of its offers are ordered.
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

// belief is what one may believe of an offer: what a look at it is worth.
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

// beliefs returns what one may believe of each offer of a page.
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

// rate is a mean over a page; of little evidence it is near 2 %.
func rate(successes, trials float64) float64 { return min((successes+1)/(trials+50), 0.5) }

// posterior is what so many successes make of a prior that is worth one success
// at this rate.
func posterior(successes, trials, rate float64) beta {
	return beta{1 + successes, (1-rate)/rate + max(trials-successes, 0)}
}

// beta is a beta distribution.
type beta struct{ a, b float64 }

func (b beta) sample(r *rand.Rand) float64 {
	x := gamma(r, b.a)
	return x / (x + gamma(r, b.b))
}

// gamma samples a gamma distribution of a shape of 1 or more (Marsaglia and
// Tsang, 2000).
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
