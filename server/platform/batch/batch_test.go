package batch

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

func TestConcurrentRequestsAreBatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var group Group[int, int]
		var rounds []int // sizes of the batches
		free := make(chan struct{})
		double := func(_ context.Context, asked []int) ([]int, error) {
			rounds = append(rounds, len(asked))
			<-free
			answers := slices.Clone(asked)
			for i := range answers {
				answers[i] *= 2
			}
			return answers, nil
		}
		var all sync.WaitGroup
		ask := func(n int) {
			if got, err := group.Ask(t.Context(), n, double); err != nil || got != 2*n {
				t.Errorf("%d: %d %v", n, got, err)
			}
		}
		all.Go(func() { ask(1) })
		synctest.Wait()
		for n := range 5 {
			all.Go(func() { ask(n) })
		}
		synctest.Wait()
		close(free)
		all.Wait()
		if !slices.Equal(rounds, []int{1, 5}) {
			t.Errorf("batches of %v", rounds)
		}
	})
}

func TestAnErrorFailsTheWholeBatch(t *testing.T) {
	var group Group[int, int]
	why := errors.New("why")
	_, err := group.Ask(t.Context(), 1, func(context.Context, []int) ([]int, error) { return nil, why })
	if !errors.Is(err, why) {
		t.Error(err)
	}
}

func TestAPanicFailsOnlyItsBatch(t *testing.T) {
	var group Group[int, int]
	answer := func(_ context.Context, asked []int) ([]int, error) {
		return asked, []error{nil}[asked[0]] // panics except for 0
	}
	if _, err := group.Ask(t.Context(), 1, answer); err == nil || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("error of the panic: %v", err)
	}
	if got, err := group.Ask(t.Context(), 0, answer); got != 0 || err != nil {
		t.Errorf("the next request got %d, %v", got, err)
	}
}
