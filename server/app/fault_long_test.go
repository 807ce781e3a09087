//go:build long

package app

import (
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestAMillionRandomAddressesLeaveMemoryFlatAndHotPagesHot(t *testing.T) { flood(t, 1_000_000) }

func TestAFrozenPostgresKeepsNobodyWaitingForLong(t *testing.T) {
	s := ownPostgres(t)
	s.warm(hotPage)
	if a := s.get("/api/articles"); a.Status != 200 {
		t.Fatal(a.Status)
	}
	postmaster := s.postmaster()
	// The postmaster first, so that nobody new comes.
	send := func(sig syscall.Signal) {
		_ = syscall.Kill(postmaster, sig)
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", postmaster, postmaster))
		if err != nil {
			t.Fatal(err)
		}
		for _, child := range strings.Fields(string(children)) {
			pid, _ := strconv.Atoi(child)
			_ = syscall.Kill(pid, sig)
		}
	}
	send(syscall.SIGSTOP)
	defer send(syscall.SIGCONT)
	if a := s.get("/readyz"); a.Status != 503 {
		t.Errorf("/readyz: %d", a.Status)
	}
	s.expectHit(hotPage)
	for _, path := range []string{"/api/articles?q=insurance", "/guides"} { // neither is in memory
		began := time.Now()
		a := s.get(path)
		if a.Status != 503 || a.Header.Get("Retry-After") == "" || time.Since(began) > 2*apiDeadline {
			t.Errorf("%s: %d %v after %s", path, a.Status, a.Header, time.Since(began))
		}
		t.Logf("%s took %s", path, time.Since(began))
	}
	send(syscall.SIGCONT)
	eventually(t, 30*time.Second, "it is ready again", func() bool { return s.get("/readyz").Status == 200 })
	if a := s.get("/guides"); !isWhole(a) {
		t.Errorf("%d %v", a.Status, a.Header)
	}
}

func TestASlowClientIsCutOffAndHoldsUpNobody(t *testing.T) {
	s := openSite(t)
	s.warm(hotPage)
	const clients = 500
	ends := make(chan time.Duration, clients)
	for range clients {
		conn, err := net.Dial("tcp", s.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		go func() {
			began := time.Now()
			go func() { // a byte of a header a second, and never a whole one
				for _, b := range "GET / HTTP/1.1\r\nHost: site.example\r\nX-Endless: " + strings.Repeat("a", 60) {
					if _, err := conn.Write([]byte(string(b))); err != nil {
						return
					}
					time.Sleep(time.Second)
				}
			}()
			_, _ = io.Copy(io.Discard, conn)
			ends <- time.Since(began)
		}()
	}
	slowest := time.Duration(0)
	for range clients {
		began := time.Now()
		s.expectHit(hotPage)
		slowest = max(slowest, time.Since(began))
	}
	for range clients {
		if lasted := <-ends; lasted > 3*readHeaderTimeout {
			t.Errorf("a slow client was kept for %s", lasted)
		}
	}
	t.Logf("the slowest answer beside %d slow clients took %s", clients, slowest)
}
