package db_test

import (
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// Most jobs run on each instance, but only one may do the work.
func TestOneInstanceRunsAJobAtATime(t *testing.T) {
	t.Parallel()
	address := dbtest.NewEmpty(t)
	var instances [2]*db.DB
	for i := range instances {
		var err error
		if instances[i], err = db.Open(t.Context(), address); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(instances[i].Close)
	}
	done := map[string]int{}
	do := func(by *db.DB, job string, meanwhile func()) {
		t.Helper()
		if err := by.Alone(t.Context(), job, func() error { done[job]++; meanwhile(); return nil }); err != nil {
			t.Error(err)
		}
	}
	nothing := func() {}
	do(instances[0], "purge", func() {
		for _, by := range instances {
			do(by, "purge", nothing)
			do(by, "another", nothing)
		}
	})
	if done["purge"] != 1 || done["another"] != 2 {
		t.Errorf("concurrently: %v", done)
	}
	if do(instances[1], "purge", nothing); done["purge"] != 2 {
		t.Errorf("afterwards: %v", done)
	}
}
