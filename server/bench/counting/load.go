package counting

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"
)

// A client of the plainest kind, so that the server is what is measured.
type client struct {
	conn net.Conn
	in   *bufio.Reader
	out  []byte
}

func dial(addr string) (*client, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &client{conn: conn, in: bufio.NewReaderSize(conn, 4096)}, nil
}

// address is one out of so many that repeats are rare.
func (c *client) address() *client {
	n := rand.Uint32()
	c.out = append(c.out, "10."...)
	for _, shift := range []uint{16, 8, 0} {
		c.out = strconv.AppendUint(c.out, uint64(n>>shift&255), 10)
		c.out = append(c.out, '.')
	}
	c.out = c.out[:len(c.out)-1]
	return c
}

func (c *client) text(s string) *client {
	c.out = append(c.out, s...)
	return c
}

func (c *client) number(n int64) *client {
	c.out = strconv.AppendInt(c.out, n, 10)
	return c
}

const (
	agent = "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n"
	view  = `,"action":"view","visit":{"page":"/offers","piece":"/guides/start-an-emergency-fund",` +
		`"first":{"source":"letter","medium":"email","campaign":"week `
	landing = `","referrer":"mail.example.com","landing":"/guides/start-an-emergency-fund"}}}`

	campaigns = 1000 // that visits come from
)

// interact sends the view of an offer, by a visit from one of the campaigns,
// and reads the answer.
func (c *client) interact(offer int64) (status int, err error) {
	digits := len(strconv.FormatInt(offer, 10))
	campaign := strconv.Itoa(campaigns + rand.IntN(campaigns)) // of four digits each
	c.out = c.out[:0]
	c.text("POST /api/offer-interactions HTTP/1.1\r\nHost: bench\r\n" + agent + "X-Forwarded-For: ").address().
		text("\r\nContent-Type: application/json\r\nContent-Length: ").number(int64(len(`{"offerId":`) + digits + len(view) + len(campaign) + len(landing))).
		text("\r\n\r\n" + `{"offerId":`).number(offer).text(view).text(campaign).text(landing)
	return c.exchange()
}

// click follows the link of an offer, but not its redirect.
func (c *client) click(offer int64, target string) (status int, err error) {
	c.out = c.out[:0]
	c.text("GET /links/?aid=offer&subid=").number(offer).text("&url=").text(url.QueryEscape(target)).
		text(" HTTP/1.1\r\nHost: bench\r\n" + agent + "X-Forwarded-For: ").address().text("\r\n\r\n")
	return c.exchange()
}

func (c *client) exchange() (status int, err error) {
	if _, err := c.conn.Write(c.out); err != nil {
		return 0, err
	}
	length := 0
	for first := true; ; first = false {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if first {
			if status, err = strconv.Atoi(string(line[9:12])); err != nil {
				return 0, err
			}
		}
		if n, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			length, _ = strconv.Atoi(string(bytes.TrimSpace(n)))
		}
		if len(line) == 2 {
			_, err := c.in.Discard(length)
			return status, err
		}
	}
}

// hammer sends from every connection as fast as answers come, and returns the
// answers a second and their latencies, sorted.
func (b *bench) hammer(addr string, span time.Duration) (float64, []time.Duration, error) {
	return b.load(addr, span, 0, func(c *client, n int) (int, error) { return c.interact(b.offers[n%len(b.offers)]) }, 200)
}

// load runs send from every connection: as fast as it can or, with a rate, at
// so many a second in all. A latency counts from when a request was due.
func (b *bench) load(addr string, span time.Duration, rate float64, send func(*client, int) (int, error), want int) (float64, []time.Duration, error) {
	var (
		mu       sync.Mutex
		all      []time.Duration
		failed   error
		wait     sync.WaitGroup
		interval time.Duration
	)
	if rate > 0 {
		interval = time.Duration(float64(b.Connections) / rate * float64(time.Second))
	}
	start := time.Now()
	for i := range b.Connections {
		wait.Go(func() {
			mine, err := b.worker(addr, start, span, interval, i, send, want)
			mu.Lock()
			defer mu.Unlock()
			all = append(all, mine...)
			if err != nil {
				failed = err
			}
		})
	}
	wait.Wait()
	slices.Sort(all)
	return float64(len(all)) / time.Since(start).Seconds(), all, failed
}

func (b *bench) worker(addr string, start time.Time, span, interval time.Duration, i int, send func(*client, int) (int, error), want int) ([]time.Duration, error) {
	c, err := dial(addr)
	if err != nil {
		return nil, err
	}
	defer c.conn.Close()
	var took []time.Duration
	due := start.Add(interval * time.Duration(i) / time.Duration(b.Connections))
	for n := i; time.Since(start) < span; n++ {
		if interval == 0 {
			due = time.Now()
		} else {
			time.Sleep(time.Until(due))
		}
		status, err := send(c, n)
		if err != nil {
			return took, err
		}
		if status != want && status != 202 {
			return took, fmt.Errorf("answered %d, not %d", status, want)
		}
		took = append(took, time.Since(due))
		due = due.Add(interval)
	}
	return took, nil
}

func percentile(sorted []time.Duration, p float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(float64(len(sorted))*p))].Round(10 * time.Microsecond)
}
