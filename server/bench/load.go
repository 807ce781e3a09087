package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"
)

// load asks for paths over kept-alive connections, each as fast as answers
// come. Its own cost is small beside a server's: it writes a fixed request and
// reads the answer's length.
type load struct {
	addr        string
	paths       []string // shared out among the connections, each takes its own in turn
	headers     string   // further header lines, each ending in \r\n
	connections int
}

// outcome is what a load saw.
type outcome struct {
	answers   int
	took      time.Duration
	latencies []time.Duration // sorted
	statuses  map[int]int
}

// rate is answers a second.
func (o outcome) rate() float64 { return float64(o.answers) / o.took.Seconds() }

// p99 in milliseconds.
func (o outcome) p99() float64 {
	if len(o.latencies) == 0 {
		return 0
	}
	return float64(o.latencies[len(o.latencies)*99/100].Microseconds()) / 1000
}

// during runs the load for a span of time.
func (l load) during(ctx context.Context, span time.Duration) (outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	return l.until(ctx, 0)
}

// until runs the load until ctx ends or, when most is not zero, until that many
// answers came.
func (l load) until(ctx context.Context, most int) (outcome, error) {
	all := outcome{statuses: map[int]int{}}
	var mu sync.Mutex
	var failed error
	var clients sync.WaitGroup
	begin := time.Now()
	for i := range l.connections {
		share := 0
		if most > 0 {
			share = most/l.connections + btoi(i < most%l.connections)
		}
		clients.Go(func() {
			one, err := l.client(ctx, i, share)
			mu.Lock()
			defer mu.Unlock()
			failed = errors.Join(failed, err)
			all.answers += one.answers
			all.latencies = append(all.latencies, one.latencies...)
			for status, n := range one.statuses {
				all.statuses[status] += n
			}
		})
	}
	clients.Wait()
	all.took = time.Since(begin)
	slices.Sort(all.latencies)
	return all, failed
}

func (l load) client(ctx context.Context, nth, most int) (outcome, error) {
	o := outcome{statuses: map[int]int{}}
	conn, err := dial(ctx, l.addr)
	if err != nil {
		return o, err
	}
	defer conn.Close()
	requests := make([][]byte, len(l.paths))
	for i, path := range l.paths {
		requests[i] = fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: bench\r\n%s\r\n", path, l.headers)
	}
	in := bufio.NewReaderSize(conn, 64<<10)
	for i := nth; ctx.Err() == nil && (most == 0 || o.answers < most); i += l.connections {
		begin := time.Now()
		if _, err := conn.Write(requests[i%len(requests)]); err != nil {
			return o, err
		}
		status, err := readAnswer(in)
		if err != nil {
			return o, err
		}
		o.answers++
		o.statuses[status]++
		o.latencies = append(o.latencies, time.Since(begin))
	}
	return o, nil
}

// dial connects, and tries again while the machine is too busy to take the
// connection.
func dial(ctx context.Context, addr string) (conn net.Conn, err error) {
	for ctx.Err() == nil {
		if conn, err = (&net.Dialer{}).DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// readAnswer reads one answer that carries a Content-Length and throws its
// body away.
func readAnswer(in *bufio.Reader) (status int, err error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < 12 {
		return 0, fmt.Errorf("a short status line: %q", line)
	}
	code, err := strconv.Atoi(string(line[9:12]))
	if err != nil {
		return 0, err
	}
	length := -1
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(line) <= 2 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return 0, err
			}
		}
	}
	if length < 0 {
		return 0, errors.New("an answer without Content-Length")
	}
	_, err = io.CopyN(io.Discard, in, int64(length))
	return code, err
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
