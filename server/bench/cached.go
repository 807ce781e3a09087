package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	"github.com/gin-gonic/gin"
)

// guide is the measured page, a long one with pictures.
const guide = "/guides/start-an-emergency-fund"

// measureCached compares the cost of a cached guide, in brotli over 32
// connections, with a bare gin handler that sends the same bytes and headers.
func measureCached(ctx context.Context, b *bench, site *process) error {
	bare, err := b.startBarePage(ctx, site)
	if err != nil {
		return err
	}
	defer bare.stop()
	ours, theirs, ratio, err := b.compare(1, func() (float64, error) {
		return b.rate(ctx, attack{32, 0, paths(site.addr, "br", guide)}, 200, site.cmd.Process.Pid)
	}, func() (float64, error) {
		return b.rate(ctx, attack{32, 0, paths(bare.addr, "br", "/page")}, 200, bare.cmd.Process.Pid)
	})
	if err != nil {
		return err
	}
	b.add(row{Name: "cached guide", Figure: ratio, Unit: "of bare Gin", Site: ours, Against: theirs, Of: "pages/CPU-s", AtLeast: 0.85})
	return nil
}

// rate returns the answers per second of processor time of some processes.
func (b *bench) rate(ctx context.Context, a attack, status int, pids ...int) (float64, error) {
	before := cpuSeconds(pids...)
	o, err := a.during(ctx, b.span)
	if err != nil {
		return 0, err
	}
	answers, err := o.only(status)
	return answers / (cpuSeconds(pids...) - before), err
}

// startBarePage starts the bare handler with the site's current answer.
func (b *bench) startBarePage(ctx context.Context, site *process) (*process, error) {
	var body []byte
	var header http.Header
	for range 3 { // the second request for brotli triggers the dense encoding
		var err error
		if body, header, err = site.get(guide, "Accept-Encoding", "br"); err != nil {
			return nil, err
		}
	}
	if header.Get("Content-Encoding") != "br" {
		return nil, fmt.Errorf("the site sent %q, not brotli", header.Get("Content-Encoding"))
	}
	file := filepath.Join(site.dir, "body")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		return nil, err
	}
	args := []string{"bare-page", file}
	for name := range header {
		if name != "Date" && name != "Content-Length" {
			args = append(args, name, header.Get(name))
		}
	}
	return startBare(ctx, args...)
}

// startBare starts this program as the server to compare with.
func startBare(ctx context.Context, args ...string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	return start(ctx, dir, nil, append([]string{self}, args...)...)
}

// servePage runs a gin handler that only sends bytes and headers. Its arguments
// are a file with the body, then header names and values in turn.
func servePage(_ context.Context, args []string) error {
	body, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	headers := map[string][]string{"Content-Length": {strconv.Itoa(len(body))}}
	for i := 2; i+1 < len(args); i += 2 {
		headers[http.CanonicalHeaderKey(args[i])] = []string{args[i+1]}
	}
	r := bareGin()
	r.GET("/page", func(c *gin.Context) {
		h := c.Writer.Header()
		for name, value := range headers {
			h[name] = value
		}
		_, _ = c.Writer.Write(body)
	})
	return http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), r)
}

func bareGin() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.GET("/readyz", func(c *gin.Context) { c.Status(http.StatusOK) })
	return r
}
