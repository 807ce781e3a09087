package offerdesk

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Figures are what offers earned in the 30 days that end today, over all their
// placements. Adding up the days of 10,000 offers takes most of a second, so an
// order by them may be some seconds old.
type Figures struct {
	sum func(context.Context) ([]sums, error)

	reading sync.Mutex
	read    time.Time
	sums    []sums
}

// figuresLast is how long figures are used.
const figuresLast = 30 * time.Second

// sums are the figures of one offer.
type sums struct {
	OfferID                                       int64
	Views, Clicks, Clickouts, Conversions, Earned int64
	Abroad                                        bool
}

// get returns the figures of all offers that have any.
func (f *Figures) get(ctx context.Context) ([]sums, error) {
	f.reading.Lock()
	defer f.reading.Unlock()
	if time.Since(f.read) < figuresLast {
		return f.sums, nil
	}
	found, err := f.sum(ctx)
	if err == nil {
		f.sums, f.read = found, time.Now()
	}
	return found, err
}

// figures are what a list can be in the order of.
func figures() []string { return []string{"views", "clicks", "conversions", "revenue", "epc"} }

// by returns the offers that have any figures and one of these, each as an array
// for Postgres.
func (f *Figures) by(ctx context.Context, figure string) (ids, values string, err error) {
	all, err := f.get(ctx)
	var offers, sizes []string
	for _, s := range all {
		epc := 0.0
		if s.Clickouts != 0 {
			epc = float64(s.Earned) / float64(s.Clickouts)
		}
		size := map[string]float64{"views": float64(s.Views), "clicks": float64(s.Clicks), "conversions": float64(s.Conversions), "revenue": float64(s.Earned), "epc": epc}[figure]
		offers, sizes = append(offers, strconv.FormatInt(s.OfferID, 10)), append(sizes, strconv.FormatFloat(size, 'g', -1, 64))
	}
	return array(offers), array(sizes), err
}

func array(elements []string) string { return "{" + strings.Join(elements, ",") + "}" }

// earned returns the offers that earned something, as an array for Postgres.
func (f *Figures) earned(ctx context.Context) (string, error) {
	all, err := f.get(ctx)
	var ids []string
	for _, s := range all {
		if s.Earned != 0 || s.Abroad {
			ids = append(ids, strconv.FormatInt(s.OfferID, 10))
		}
	}
	return array(ids), err
}
