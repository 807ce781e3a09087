package lane

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestWhoComesOnTopIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	l := New("test", 1, 1)
	leave, err := l.Enter(t.Context(), time.Hour)
	if err != nil {
		t.Fatal(err)
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
	leave()
	if err := <-waited; err != nil {
		t.Errorf("the one that waited: %v", err)
	}
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

func TestConnectionsBeyondTheMostAreClosed(t *testing.T) {
	t.Parallel()
	n := &Connections{Most: 1}
	began, end := make(chan struct{}), make(chan struct{})
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(began)
			<-end
		}
	}))
	s.Config.ConnState = n.Watch
	s.Start()
	defer s.Close()
	first := make(chan error)
	go func() {
		res, err := http.Get(s.URL + "/slow")
		if err == nil {
			_, err = io.Copy(io.Discard, res.Body)
			res.Body.Close()
		}
		first <- err
	}()
	<-began
	if res, err := (&http.Client{Transport: &http.Transport{}}).Get(s.URL); err == nil {
		res.Body.Close()
		t.Error("a second connection is served")
	}
	if n.Refused() != 1 {
		t.Errorf("%d were refused", n.Refused())
	}
	close(end)
	if err := <-first; err != nil {
		t.Error(err)
	}
}
