package renderer

import (
	"slices"
	"strings"
	"testing"
)

func TestWorkerOutputIsLoggedByLine(t *testing.T) {
	var logged []string
	l := &lines{log: func(line string) { logged = append(logged, line) }}
	long := strings.Repeat("x", maxLine)
	for _, piece := range []string{"one\ntw", "o\r\n\n", long, "rest"} {
		if n, err := l.Write([]byte(piece)); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
	}
	l.flush()
	if want := []string{"one", "two", long, "rest"}; !slices.Equal(logged, want) {
		t.Errorf("logged %.100q", logged)
	}
}
