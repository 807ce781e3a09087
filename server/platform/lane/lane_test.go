package lane

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestWhoComesOnTopIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	l := New("test", 1, 1)
	if l.Refuse(t.Context()) {
		t.Error("there is room")
	}
	leave, err := l.Enter(t.Context(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if l.Refuse(t.Context()) {
		t.Error("there is a place to wait")
	}
	waited := make(chan error)
	go func() {
		leave, err := l.Enter(context.Background(), time.Hour)
		if err == nil {
			leave()
		}
		waited <- err
	}()
	for l.Waiting() == 0 {
	}
	if _, err := l.Enter(t.Context(), time.Hour); !errors.Is(err, ErrBusy) || l.Refused() != 1 {
		t.Errorf("one too many: %v, %d refused", err, l.Refused())
	}
	if !l.Refuse(t.Context()) || l.Refused() != 2 {
		t.Errorf("it is not said that one more is too many: %d refused", l.Refused())
	}
	leave()
	if err := <-waited; err != nil {
		t.Errorf("the one that waited: %v", err)
	}
}

func TestTheLineIsShortWhileMoreAreRefusedThanLetIn(t *testing.T) {
	t.Parallel()
	const places = 3
	l := New("test", 1, places)
	leave, err := l.Enter(t.Context(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	next := make(chan func())
	queue := func(until int) {
		for range until - l.Waiting() {
			go func() {
				if leave, err := l.Enter(context.Background(), time.Hour); err == nil {
					next <- leave
				}
			}()
		}
		for l.Waiting() < until {
			time.Sleep(time.Millisecond)
		}
	}
	forward := func(until int) {
		for l.Waiting() > until {
			leave()
			leave = <-next
		}
	}
	queue(places)
	for range 2 * places {
		if !l.Refuse(t.Context()) {
			t.Fatal("there are more places than there should be")
		}
	}
	if forward(1); !l.Refuse(t.Context()) {
		t.Error("as many wait as there is room for, and one more may")
	}
	forward(0)
	for range places { // comes alone
		if l.Refuse(t.Context()) {
			t.Error("nobody waits, and nobody may")
		}
		queue(1)
		forward(0)
	}
	if queue(1); l.Refuse(t.Context()) {
		t.Error("the line is still short")
	}
	queue(places)
	for range 2 * places {
		l.Refuse(t.Context())
	}
	forward(1)
	for l.Refuse(t.Context()) && l.surplus < 2*places {
	}
	forward(0)
	leave()
	if leave, err = l.Enter(t.Context(), time.Hour); err != nil {
		t.Fatal(err)
	}
	if queue(1); !l.Refuse(t.Context()) {
		t.Error("the line is long again though there was room only for a moment")
	}
	forward(0)
	leave()
}

func TestNobodyWaitsForEver(t *testing.T) {
	t.Parallel()
	l := New("test", 0, 1)
	if _, err := l.Enter(t.Context(), time.Millisecond); !errors.Is(err, ErrBusy) || l.Refused() != 1 || l.Waiting() != 0 {
		t.Errorf("%v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Enter(gone, time.Hour); !errors.Is(err, context.Canceled) || l.Waiting() != 0 {
		t.Errorf("whoever left: %v", err)
	}
}

func TestOneNetworkDoesNotTakeAllPlaces(t *testing.T) {
	t.Parallel()
	const places = 4
	l := New("test", 1, places)
	leave, err := l.Enter(t.Context(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	flood, others := make(chan error, places), make(chan error, places)
	enter := func(network string, told chan error) {
		leave, err := l.Enter(From(context.Background(), network), time.Hour)
		if err == nil {
			leave()
		}
		told <- err
	}
	for range places {
		go enter("198.51.100.0/24", flood)
	}
	for l.Waiting() < places {
		time.Sleep(time.Millisecond)
	}
	if l.Refuse(From(t.Context(), "192.0.2.0/24")) || !l.Refuse(From(t.Context(), "198.51.100.0/24")) {
		t.Error("the flood is to be refused, and nobody else")
	}
	for range places / 2 {
		go enter("192.0.2.0/24", others)
	}
	for range places / 2 {
		select {
		case err := <-flood:
			if !errors.Is(err, ErrBusy) {
				t.Errorf("one of the flood: %v", err)
			}
		case err := <-others:
			t.Fatalf("nobody gave way to another network: %v", err)
		}
	}
	for _, network := range []string{"198.51.100.0/24", "192.0.2.0/24"} { // each has its half
		if _, err := l.Enter(From(t.Context(), network), time.Hour); !errors.Is(err, ErrBusy) {
			t.Errorf("one more of %s: %v", network, err)
		}
	}
	leave()
	for range places / 2 {
		if err := <-flood; err != nil {
			t.Errorf("one of the flood that waited: %v", err)
		}
		if err := <-others; err != nil {
			t.Errorf("one of the others: %v", err)
		}
	}
	if l.Waiting() != 0 || l.Refused() != places/2+3 {
		t.Errorf("%d wait, %d were refused", l.Waiting(), l.Refused())
	}
}
