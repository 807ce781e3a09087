package pictures

import (
	"context"
	"slices"
	"testing"
)

func TestUsersTakeTurns(t *testing.T) {
	var lock fairLock
	var order []string
	first := lock.enqueue("Ann")
	<-first
	waiting := map[string][]chan struct{}{}
	for _, person := range []string{"Ann", "Ann", "Ann", "Ben", "Ann", "Cal", "Ben"} {
		waiting[person] = append(waiting[person], lock.enqueue(person))
	}
	for range 7 {
		lock.release()
		for person, queue := range waiting {
			if len(queue) == 0 {
				continue
			}
			select {
			case <-queue[0]:
				order, waiting[person] = append(order, person), queue[1:]
			default:
			}
		}
	}
	if want := []string{"Ann", "Ben", "Cal", "Ann", "Ben", "Ann", "Ann"}; !slices.Equal(order, want) {
		t.Errorf("turns: %v, want %v", order, want)
	}
	lock.release()
	if lock.taken || len(lock.people) != 0 || len(lock.queues) != 0 {
		t.Errorf("still waiting after all turns: %+v", lock.people)
	}
}

func TestCanceledWaiterDoesNotBlockOthers(t *testing.T) {
	var lock fairLock
	if err := lock.acquire(t.Context(), "Ann"); err != nil {
		t.Fatal(err)
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if err := lock.acquire(late, "Ben"); err == nil {
		t.Error("the lock was acquired twice")
	}
	next := lock.enqueue("Cal")
	lock.release()
	<-next
	lock.release()
	if err := lock.acquire(t.Context(), "Ben"); err != nil {
		t.Error(err)
	}
}
