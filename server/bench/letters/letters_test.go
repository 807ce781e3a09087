//go:build long

// Package letters holds the sending of a letter against a bare loop with the
// same mail library and as many connections, into the same sink.
//
//	go test -tags long ./server/bench/letters -run '^$' -bench Letters -benchtime 1x
package letters

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"

	"thriftwell/db"
	"thriftwell/db/bundled"
	"thriftwell/server/features/letters"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/session"
)

const (
	connections = 8 // those of the sender
	rounds      = 3
	readers     = 5000 // of a letter in a round
	many        = 100_000
	all         = 1_000_000
)

// BenchmarkLetters alternates between the sender, on a durable Postgres, and the
// bare loop. It reports the median mails a second of each, the median of their
// ratios, how much memory a letter to many takes, that of the sink included, and
// how long it takes to write down who gets a letter of a million.
func BenchmarkLetters(b *testing.B) {
	if err := os.Chdir("../../.."); err != nil {
		b.Fatal(err)
	}
	o := open(b)
	o.join(readers)
	var ours, theirs, ratios []float64
	for b.Loop() {
		for range rounds {
			us, them := o.timed(func() { o.run(o.letter(), nil) }), o.timed(o.bare)
			ours, theirs, ratios = append(ours, us), append(theirs, them), append(ratios, us/them)
		}
	}
	b.ReportMetric(median(ours), "mails/s")
	b.ReportMetric(median(theirs), "bare/s")
	b.ReportMetric(median(ratios), "ratio")

	o.join(many)
	b.ReportMetric(o.memory(func() { o.run(o.letter(), nil) }), "memory-MB")

	o.join(all)
	stopping := make(chan struct{})
	close(stopping)
	l, began := o.letter(), time.Now()
	o.run(l, stopping)
	took := time.Since(began).Seconds()
	if n := o.listed(l); n != all {
		b.Fatalf("%d of %d are to get it", n, all)
	}
	b.ReportMetric(took, "prepare-s")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// office is what sends, and where to.
type office struct {
	*testing.B
	db     *db.DB
	people personal.Data
	desk   *letters.Desk
	sink   *Sink
	html   string
	text   string
}

func open(b *testing.B) *office {
	b.Helper()
	must := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	ctx, dir := context.Background(), b.TempDir()
	postgres, err := bundled.Start(ctx, bundled.Options{DataDir: dir, Log: slog.New(slog.DiscardHandler)})
	must(err)
	b.Cleanup(func() { postgres.Stop(context.Background()) })
	o := &office{B: b}
	o.sink, err = Listen()
	must(err)
	b.Cleanup(o.sink.Close)
	url := postgres.URL(bundled.Database)
	must(db.Migrate(ctx, url))
	o.db, err = db.Open(ctx, url)
	must(err)
	b.Cleanup(o.db.Close)
	c, err := config.Load([]string{"DATA_DIR=" + dir, "DATABASE_URL=" + url, "SMTP_URL=smtp://" + o.sink.Addr(), "BASE_URL=http://site.example"})
	must(err)
	o.people, err = personal.Open(ctx, c, o.db)
	must(err)
	composer := letters.Composer{SiteName: c.SiteName, BaseURL: c.BaseURL, Store: &letters.Store{DB: o.db, Location: time.UTC}, IsPage: func(string) bool { return true }}
	o.desk = letters.Letters(editable.Site{DB: o.db.Gorm, Bus: notify.New(slog.New(slog.DiscardHandler))}, composer, o.people.Mailer, nil)
	o.html, o.text, err = o.people.Mailer.Show(mail.Message{Letter: mail.Letter{Subject: "A letter", Heading: "A letter", Paragraphs: []string{words}}})
	must(err)
	return o
}

const words = "A bill that is lower from now on saves every month, without another thought."

// join makes so many people all that there are.
func (o *office) join(people int) {
	o.Helper()
	_, err := o.db.Pool.Exec(context.Background(), "TRUNCATE subscribers CASCADE")
	if err == nil {
		_, err = o.db.Pool.Exec(context.Background(), `INSERT INTO subscribers (id, address_hash, sealed_key, profile, state)
			SELECT CAST('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0') AS uuid), sha256(CAST(CAST(n AS text) AS bytea)), '', '', 'active' FROM generate_series(1, $1) n`, people)
	}
	if err != nil {
		o.Fatal(err)
	}
}

// letter makes a letter that is on its way.
func (o *office) letter() letters.Letter {
	o.Helper()
	l, err := o.desk.Add(context.Background(), session.CommandLine(), "A letter", words)
	if err == nil {
		l, err = o.desk.Become(context.Background(), session.CommandLine(), l.ID, nil, letters.Sending, "")
	}
	if err != nil {
		o.Fatal(err)
	}
	return l
}

// run sends a letter until it is out, or stopping.
func (o *office) run(l letters.Letter, stopping chan struct{}) {
	o.Helper()
	sender := &letters.Sender{Desk: o.desk, Log: slog.New(slog.DiscardHandler), Stopping: stopping, Recipients: func(_ context.Context, ids []uuid.UUID) (out []letters.Recipient, _ error) {
		for _, id := range ids {
			link := "http://site.example/unsubscribe?eid=" + id.String()
			out = append(out, letters.Recipient{ID: id, Email: id.String()[24:] + "@example.com", Unsubscribe: link, Preferences: link})
		}
		return out, nil
	}}
	for more := true; more; more = stopping == nil && o.waiting(l) > 0 { // a batch ends after a minute
		if err := sender.Run(context.Background()); err != nil {
			o.Fatal(err)
		}
	}
	if stopping != nil { // and nothing more of it goes out
		if _, err := o.desk.Become(context.Background(), session.CommandLine(), l.ID, nil, letters.Cancelled, ""); err != nil {
			o.Fatal(err)
		}
	}
}

// listed returns how many are to get a letter, and waiting how many of them have
// not yet.
func (o *office) listed(l letters.Letter) int { return o.count("letter_id = $1", l.ID) }

func (o *office) waiting(l letters.Letter) int {
	return o.count("letter_id = $1 AND state = 'pending'", l.ID)
}

func (o *office) count(where string, args ...any) (n int) {
	o.Helper()
	if err := o.db.Pool.QueryRow(context.Background(), "SELECT count(*) FROM letter_sends WHERE "+where, args...).Scan(&n); err != nil {
		o.Fatal(err)
	}
	return n
}

// bare sends as many mails as fast as the library can.
func (o *office) bare() {
	var next atomic.Int64
	var workers sync.WaitGroup
	address := o.sink.listener.Addr().(*net.TCPAddr)
	for range connections {
		workers.Go(func() {
			client, err := gomail.NewClient("127.0.0.1", gomail.WithPort(address.Port), gomail.WithTLSPolicy(gomail.NoTLS))
			if err == nil {
				err = client.DialWithContext(context.Background())
			}
			for err == nil && next.Add(1) <= readers {
				msg := gomail.NewMsg()
				if err = msg.From("news@site.example"); err == nil {
					err = msg.To("somebody@example.com")
				}
				msg.Subject("A letter")
				msg.SetBodyString(gomail.TypeTextPlain, o.text)
				msg.AddAlternativeString(gomail.TypeTextHTML, o.html)
				if err == nil {
					err = client.Send(msg)
				}
			}
			if err != nil {
				o.Error(err)
				return
			}
			_ = client.Close()
		})
	}
	workers.Wait()
}

// timed returns the mails a second that came while do ran.
func (o *office) timed(do func()) float64 {
	before, began := o.sink.Taken(), time.Now()
	do()
	n := o.sink.Taken() - before
	if n != readers {
		o.Fatalf("%d mails came", n)
	}
	return float64(n) / time.Since(began).Seconds()
}

// memory returns how much of it the program held at most while do ran, in
// megabytes.
func (o *office) memory(do func()) float64 {
	o.Helper()
	done, most := make(chan struct{}), make(chan int)
	go func() {
		tick, high := time.NewTicker(100*time.Millisecond), 0
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				high = max(high, o.resident())
			case <-done:
				most <- high
				return
			}
		}
	}()
	do()
	close(done)
	return float64(<-most) / 1e6
}

// resident returns how many bytes of the program are in memory.
func (o *office) resident() (size int) {
	text, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		_, err = fmt.Sscan(string(text), new(int), &size)
	}
	if err != nil {
		o.Error(err)
	}
	return size * os.Getpagesize()
}
