package advertisers

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// A network's postbacks of a day may come at once.
func TestPostbacksOfABurstShareTransactions(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Pool.Exec(t.Context(), "INSERT INTO advertisers (name) VALUES ('Norvexa')"); err != nil {
		t.Fatal(err)
	}
	slow, err := d.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Rollback(t.Context())
	if _, err := slow.Exec(t.Context(), lockReports, []int64{1}); err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(Store{DB: d, Location: time.UTC, Currency: "USD"})
	const burst = 50
	var senders sync.WaitGroup
	for n := range burst {
		senders.Go(func() {
			report := Report{ClickID: fmt.Sprint("click ", n), TransactionID: fmt.Sprint(n), Status: Approved}
			if what, err := r.Record(t.Context(), 1, report); what != Unknown {
				t.Error(what, err)
			}
		})
	}
	time.Sleep(300 * time.Millisecond) // all wait, the first of them for the lock
	if err := slow.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	senders.Wait()
	var reports, transactions int
	if err := d.Pool.QueryRow(t.Context(), "SELECT count(*), count(DISTINCT xmin::text) FROM conversions").Scan(&reports, &transactions); err != nil {
		t.Fatal(err)
	}
	if reports != burst || transactions > burst/2 {
		t.Errorf("%d reports in %d transactions", reports, transactions)
	}
}
