package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// slowClients is how many connections are slow: half of them in asking, half in
// reading.
const slowClients = 3000

// slowPatience is how long a slow connection may stay.
const slowPatience = 2 * time.Minute

// measureSlow compares the p99 of a cached page beside slow connections with
// that without, and waits until all of those are closed.
func measureSlow(ctx context.Context, b *bench) ([]result, error) {
	site, err := b.startSite(ctx)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	pages := load{site.addr, []string{guide}, "Accept-Encoding: br\r\n", 8}
	measure := func() (float64, error) {
		var all []float64
		for range b.rounds {
			o, err := pages.during(ctx, b.span)
			if err != nil {
				return 0, err
			}
			all = append(all, o.p99())
		}
		return median(all), nil
	}
	without, err := measure()
	if err != nil {
		return nil, err
	}
	slow, end := context.WithTimeout(ctx, slowPatience)
	defer end()
	var connecting, clients sync.WaitGroup
	var closed atomic.Int64
	connecting.Add(slowClients)
	for i := range slowClients {
		clients.Go(func() {
			if beSlow(slow, site.addr, i%2 == 0, connecting.Done) {
				closed.Add(1)
			}
		})
	}
	connecting.Wait()
	beside, err := measure()
	if err != nil {
		return nil, err
	}
	clients.Wait()
	return []result{
		{Name: fmt.Sprintf("p99 of a cached page beside %d slow connections", slowClients), Figure: beside / without, Unit: "of without", Site: beside, Against: without, Of: "ms", AtMost: 1.2},
		share(fmt.Sprintf("slow connections that are closed within %v", slowPatience), int(closed.Load()), slowClients, "connections"),
	}, nil
}

// beSlow asks a byte a second, or asks for pages and reads a byte a second, and
// reports whether the server closed the connection before ctx ended.
func beSlow(ctx context.Context, addr string, asking bool, connected func()) bool {
	conn, err := dial(ctx, addr)
	connected()
	if err != nil {
		return false
	}
	defer conn.Close()
	if tcp, ok := conn.(*net.TCPConn); ok && !asking {
		_ = tcp.SetReadBuffer(4 << 10)
	}
	request := "GET / HTTP/1.1\r\nHost: bench\r\nX-Endless: "
	if !asking {
		request = ""
		for range 100 {
			request += "GET " + guide + " HTTP/1.1\r\nHost: bench\r\n\r\n"
		}
	}
	_, err = io.WriteString(conn, request)
	one := make([]byte, 1)
	for ctx.Err() == nil && err == nil {
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
		if !asking {
			_, _ = conn.Read(one)
		}
		_, err = io.WriteString(conn, "a") // fails once the server has closed the connection
	}
	return ctx.Err() == nil
}
