package pages

import (
	"bytes"
	"compress/gzip"
	"io"
	"mime"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"thriftwell/server/platform/encoding"
)

const (
	quickBrotli = 5  // while a client waits: about a millisecond for each page
	denseBrotli = 11 // in the background: 16% smaller for 70 times the work
	// denseLimit is the size of the largest body worth seconds of background work.
	denseLimit = 512 << 10
)

// A variant is a page in one encoding, with its header fields.
type variant struct {
	body     []byte
	encoding []string
	length   []string
	etag     []string
	// otherETag is the entity tag of the same page in brotli at the other density. A client that has it needs
	// no other copy.
	otherETag []string
	quick     bool // to be replaced by a denser one
}

// compressor makes variants. Encoders are large, so they are reused.
type compressor struct {
	gzips, brotlis sync.Pool
	zstd           *zstd.Encoder
	dense          chan *entry // queue of compressDensely
}

func newCompressor() compressor {
	// With these constant options it can't fail.
	z, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20),
		zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithLowerEncoderMem(true))
	return compressor{zstd: z, dense: make(chan *entry, 256)}
}

// variant returns the page in an encoding, compressed at the first request for
// it. The second request for brotli queues the dense compression.
func (c *Cache) variant(e *entry, enc encoding.Encoding) *variant {
	v := e.variants[enc].Load()
	if v == nil {
		return c.encode(e, enc)
	}
	if v.quick && !e.queued.Load() && e.queued.CompareAndSwap(false, true) {
		select {
		case c.zip.dense <- e:
		default: // busy; a later request retries
			e.queued.Store(false)
		}
	}
	return v
}

func (c *Cache) encode(e *entry, enc encoding.Encoding) *variant {
	e.encoding.Lock()
	defer e.encoding.Unlock()
	if v := e.variants[enc].Load(); v != nil {
		return v
	}
	v := e.variants[encoding.Identity].Load() // what doesn't shrink is sent uncompressed
	if body := c.zip.compress(enc, v.body); len(body) < len(v.body) {
		v = e.newVariant(enc, body, enc == encoding.Brotli && len(v.body) <= denseLimit)
	}
	e.variants[enc].Store(v)
	c.reweigh(e)
	return v
}

// compressDensely replaces quick by dense brotli until the cache is closed.
func (c *Cache) compressDensely() {
	for {
		select {
		case <-c.ctx.Done():
			return
		case e := <-c.zip.dense:
			if !c.holds(e) {
				continue
			}
			body := compressed(newBrotli(denseBrotli), e.variants[encoding.Identity].Load().body)
			e.variants[encoding.Brotli].Store(e.newVariant(encoding.Brotli, body, false))
			c.reweigh(e)
		}
	}
}

// newVariant returns a variant with its own entity tag, because encodings
// differ in bytes (RFC 9110, 8.8.3), and so do quick and dense brotli.
func (e *entry) newVariant(enc encoding.Encoding, body []byte, quick bool) *variant {
	v := &variant{body: body, encoding: one(enc.String()), length: one(strconv.Itoa(len(body))), quick: quick}
	if e.etag == "" {
		return v
	}
	v.etag = one(e.etag + "-" + enc.String() + `"`)
	if enc == encoding.Brotli {
		v.otherETag = one(e.etag + `-br-quick"`)
		if quick {
			v.etag, v.otherETag = v.otherETag, v.etag
		}
	}
	return v
}

// adopt takes over the encodings of an older entry with the same bytes.
func (e *entry) adopt(old *entry) {
	if e.etag == "" || e.etag != old.etag || (e.vary == nil) != (old.vary == nil) {
		return
	}
	for i := range e.variants {
		if v := old.variants[i].Load(); v != nil {
			e.variants[i].Store(v)
		}
	}
}

func (z *compressor) compress(enc encoding.Encoding, body []byte) []byte {
	switch enc {
	case encoding.Gzip:
		return z.gzip(body)
	case encoding.Zstd:
		return bytes.Clone(z.zstd.EncodeAll(body, nil))
	default:
		return z.brotli(body)
	}
}

func (z *compressor) gzip(body []byte) []byte {
	w, ok := z.gzips.Get().(*gzip.Writer)
	if !ok {
		w, _ = gzip.NewWriterLevel(nil, gzip.BestCompression) // the level is valid
	}
	defer z.gzips.Put(w)
	return compressed(w, body)
}

func (z *compressor) brotli(body []byte) []byte {
	w, ok := z.brotlis.Get().(*brotli.Writer)
	if !ok {
		w = newBrotli(quickBrotli)
	}
	defer z.brotlis.Put(w)
	return compressed(w, body)
}

// newBrotli returns a writer with a window of 1 MiB, larger than any page.
func newBrotli(quality int) *brotli.Writer {
	return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: quality, LGWin: 20})
}

func compressed(w interface {
	io.WriteCloser
	Reset(io.Writer)
}, body []byte) []byte {
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(body) // a bytes.Buffer never fails
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

// compressible reports whether a media type is text.
func compressible(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	switch kind {
	case "application/json", "application/xml", "application/javascript", "application/manifest+json":
		return true
	}
	return strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "+json")
}
