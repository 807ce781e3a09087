package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/tsenart/vegeta/v12/lib"
)

// attack is a load that vegeta makes.
type attack struct {
	connections int
	rate        float64 // requests a second; 0 for as fast as answers come
	target      func(n int, t *vegeta.Target)
}

// outcome is how long each answer of a load took, by status.
type outcome map[int][]time.Duration

// during attacks for a span of time. A request without an answer fails it.
func (a attack) during(ctx context.Context, span time.Duration) (outcome, error) {
	transport := &http.Transport{MaxIdleConnsPerHost: a.connections, MaxConnsPerHost: a.connections, DisableCompression: true}
	defer transport.CloseIdleConnections()
	attacker := vegeta.NewAttacker(
		vegeta.Client(&http.Client{Transport: transport, Timeout: time.Minute}),
		vegeta.Workers(uint64(a.connections)), vegeta.MaxWorkers(uint64(a.connections)), vegeta.MaxBody(0),
	)
	defer context.AfterFunc(ctx, func() { attacker.Stop() })()
	var next atomic.Int64
	targeter := func(t *vegeta.Target) error {
		t.Method, t.Header = http.MethodGet, http.Header{}
		a.target(int(next.Add(1)), t)
		return nil
	}
	o := outcome{}
	var failed error
	for r := range attacker.Attack(targeter, vegeta.Rate{Freq: int(a.rate), Per: time.Second}, span, "") {
		if r.Code == 0 {
			failed = fmt.Errorf("no answer: %s", r.Error)
			continue
		}
		o[int(r.Code)] = append(o[int(r.Code)], r.Latency)
	}
	for _, times := range o {
		slices.Sort(times)
	}
	if ctx.Err() != nil {
		failed = ctx.Err()
	}
	return o, failed
}

// only returns how many answers came, and fails where one has another status.
func (o outcome) only(status int) (float64, error) {
	if len(o) != 1 || len(o[status]) == 0 {
		return 0, fmt.Errorf("not every answer is %d: %v", status, o)
	}
	return float64(len(o[status])), nil
}

func (o outcome) String() string {
	counts := map[int]int{}
	for status, times := range o {
		counts[status] = len(times)
	}
	return fmt.Sprint(counts)
}

// p99 in milliseconds of the answers with a status.
func (o outcome) p99(status int) float64 {
	times := o[status]
	if len(times) == 0 {
		return 0
	}
	return float64(times[len(times)*99/100].Microseconds()) / 1000
}

// paths asks for paths in turn.
func paths(addr, encoding string, all ...string) func(int, *vegeta.Target) {
	return func(n int, t *vegeta.Target) {
		t.URL = "http://" + addr + all[n%len(all)]
		t.Header["Accept-Encoding"] = []string{encoding}
	}
}

// anew asks for pages that nobody has asked for before, each from a network of its
// own.
func anew(addr string) func(int, *vegeta.Target) {
	var asked atomic.Int64
	return func(_ int, t *vegeta.Target) {
		t.URL = fmt.Sprintf("http://%s/articles?q=car+%d", addr, asked.Add(1))
		t.Header["X-Forwarded-For"] = []string{someAddress()}
	}
}

// someAddress is one out of so many that repeats are rare.
func someAddress() string {
	n := rand.Uint32()
	return fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)
}
