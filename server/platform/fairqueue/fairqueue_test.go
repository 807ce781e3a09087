package fairqueue

import (
	"context"
	"errors"
	"testing"
	"time"
)

// waitUntil waits until n wait in the queue.
func waitUntil(q *Queue, n int) {
	for q.Waiting() < n {
		time.Sleep(time.Millisecond)
	}
}

func TestAFullQueueRejectsAtOnce(t *testing.T) {
	t.Parallel()
	q := New("test", 1, 1)
	leave, err := q.Enter(t.Context(), "", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	waited := make(chan error)
	go func() {
		leave, err := q.Enter(context.Background(), "", time.Hour)
		if err == nil {
			leave()
		}
		waited <- err
	}()
	waitUntil(q, 1)
	soon, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := q.Enter(soon, "", time.Hour); !errors.Is(err, ErrFull) || q.Rejected() != 1 {
		t.Errorf("one client too many: %v, %d rejected", err, q.Rejected())
	}
	leave()
	if err := <-waited; err != nil {
		t.Errorf("the waiting client: %v", err)
	}
}

func TestEnterObeysItsLimitAndContext(t *testing.T) {
	t.Parallel()
	q := New("test", 0, 1)
	if _, err := q.Enter(t.Context(), "", time.Millisecond); !errors.Is(err, ErrFull) || q.Rejected() != 1 || q.Waiting() != 0 {
		t.Errorf("%v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.Enter(gone, "", time.Hour); !errors.Is(err, context.Canceled) || q.Waiting() != 0 {
		t.Errorf("a client that left: %v", err)
	}
}

func TestOneNetworkCannotTakeAllPlaces(t *testing.T) {
	t.Parallel()
	const places = 4
	q := New("test", 1, places)
	leave, err := q.Enter(t.Context(), "", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	flood, others := make(chan error, places), make(chan error, places)
	enter := func(network string, result chan error) {
		leave, err := q.Enter(context.Background(), network, time.Hour)
		if err == nil {
			leave()
		}
		result <- err
	}
	for range places {
		go enter("198.51.100.0/24", flood)
	}
	waitUntil(q, places)
	for range places / 2 {
		go enter("192.0.2.0/24", others)
	}
	for range places / 2 {
		select {
		case err := <-flood:
			if !errors.Is(err, ErrFull) {
				t.Errorf("a client of the flood: %v", err)
			}
		case err := <-others:
			t.Fatalf("no client gave way to another network: %v", err)
		}
	}
	for _, network := range []string{"198.51.100.0/24", "192.0.2.0/24"} { // each has half of the places
		if _, err := q.Enter(t.Context(), network, time.Hour); !errors.Is(err, ErrFull) {
			t.Errorf("another client of %s: %v", network, err)
		}
	}
	leave()
	for range places / 2 {
		if err := <-flood; err != nil {
			t.Errorf("a waiting client of the flood: %v", err)
		}
		if err := <-others; err != nil {
			t.Errorf("a client of the other network: %v", err)
		}
	}
	if q.Waiting() != 0 || q.Rejected() != places/2+2 {
		t.Errorf("%d wait, %d were rejected", q.Waiting(), q.Rejected())
	}
}
