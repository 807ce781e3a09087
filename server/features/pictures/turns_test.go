package pictures

import (
	"context"
	"slices"
	"testing"
)

func TestManyPicturesOfOnePersonDoNotHoldThoseOfOthers(t *testing.T) {
	var line turns
	var order []string
	first := line.line("Ann")
	<-first
	waiting := map[string][]chan struct{}{}
	for _, person := range []string{"Ann", "Ann", "Ann", "Ben", "Ann", "Cal", "Ben"} {
		waiting[person] = append(waiting[person], line.line(person))
	}
	for range 7 {
		line.pass()
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
		t.Errorf("the turns were of %v, want %v", order, want)
	}
	line.pass()
	if line.taken || len(line.people) != 0 || len(line.queues) != 0 {
		t.Errorf("after all turns there is %+v", line.people)
	}
}

func TestWhoGivesUpATurnHoldsNobody(t *testing.T) {
	var line turns
	if err := line.take(t.Context(), "Ann"); err != nil {
		t.Fatal(err)
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if err := line.take(late, "Ben"); err == nil {
		t.Error("a turn was taken twice")
	}
	next := line.line("Cal")
	line.pass()
	<-next
	line.pass()
	if err := line.take(t.Context(), "Ben"); err != nil {
		t.Error(err)
	}
}
