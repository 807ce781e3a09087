package db_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/db"
)

func TestRetriesDeadlocksTwiceAndTakenValuesOnce(t *testing.T) {
	t.Parallel()
	deadlock, taken, other := error(&pgconn.PgError{Code: "40P01"}), error(&pgconn.PgError{Code: "23505"}), errors.New("other")
	for _, c := range []struct {
		results []error
		runs    int
		want    error
	}{
		{[]error{nil}, 1, nil},
		{[]error{other, nil}, 1, other},
		{[]error{deadlock, deadlock, nil}, 3, nil},
		{[]error{deadlock, deadlock, deadlock, nil}, 3, deadlock},
		{[]error{taken, nil}, 2, nil},
		{[]error{taken, taken, nil}, 2, taken},
		{[]error{deadlock, taken, nil}, 3, nil},
		{[]error{taken, deadlock, nil}, 3, nil},
	} {
		runs := 0
		err := db.Retry(func() error {
			runs++
			return c.results[runs-1]
		})
		if runs != c.runs || !errors.Is(err, c.want) {
			t.Errorf("%v: %d runs, %v; want %d, %v", c.results, runs, err, c.runs, c.want)
		}
	}
}
