package pagecache

import (
	"bytes"
	"compress/gzip"
	"math/bits"
	"mime"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// An encoding is a content coding that a page is kept in. Of those that a
// client likes equally, the highest is sent.
type encoding int

const (
	identity encoding = iota
	gzipped
	zstandard
	brotlied
	encodings // how many there are
)

// token is the encoding's name in header fields.
func (e encoding) token() string {
	return [...]string{"identity", "gzip", "zstd", "br"}[e]
}

const (
	quickBrotli = 5  // about 25 MB/s: for whoever waits
	denseBrotli = 11 // about 1 MB/s: in the background, 10 to 20 % smaller
	// denseLimit is the largest body that is worth seconds of background work.
	denseLimit = 512 << 10
)

// A variant is a page in one encoding, with the header fields that go with it.
type variant struct {
	body     []byte
	encoding []string
	length   []string
	etag     []string
	// twin is the entity tag of the same page in the same encoding at the other
	// density: whoever has that needs no other copy.
	twin  []string
	quick bool // a denser one is to replace it
}

// compressor makes variants; its dense work is done one page at a time.
type compressor struct {
	zstd  *zstd.Encoder
	dense chan *entry
	gzips sync.Pool
}

func newCompressor() compressor {
	// The options are constants, so there is no error.
	z, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20),
		zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithLowerEncoderMem(true))
	return compressor{zstd: z, dense: make(chan *entry, 256)}
}

// variant gives the page in an encoding, made now if nobody asked for it
// before. A page that was asked for in brotli twice is worth the dense one.
func (c *Cache) variant(e *entry, enc encoding) *variant {
	v := e.variants[enc].Load()
	if v == nil {
		return c.encode(e, enc)
	}
	if v.quick && !e.queued.Load() && e.queued.CompareAndSwap(false, true) {
		select {
		case c.zip.dense <- e:
		default: // busy: a later request asks again
			e.queued.Store(false)
		}
	}
	return v
}

func (c *Cache) encode(e *entry, enc encoding) *variant {
	e.encoding.Lock()
	defer e.encoding.Unlock()
	if v := e.variants[enc].Load(); v != nil {
		return v
	}
	v := e.variants[identity].Load()
	if body := c.zip.compress(enc, e.body); len(body) < len(e.body) {
		v = e.newVariant(enc, body, enc == brotlied && len(e.body) <= denseLimit)
	}
	e.variants[enc].Store(v)
	c.reweigh(e)
	return v
}

// compressDensely replaces quick brotli by dense until the cache is closed.
func (c *Cache) compressDensely() {
	for {
		select {
		case <-c.ctx.Done():
			return
		case e := <-c.zip.dense:
			if !c.holds(e) {
				continue
			}
			if dense := compressBrotli(e.body, denseBrotli); len(dense) < len(e.body) {
				e.variants[brotlied].Store(e.newVariant(brotlied, dense, false))
				c.reweigh(e)
			}
		}
	}
}

// newVariant gives every encoding an entity tag of its own, since their bytes
// differ (RFC 9110, 8.8.3), quick and dense brotli too.
func (e *entry) newVariant(enc encoding, body []byte, quick bool) *variant {
	v := &variant{body: body, encoding: one(enc.token()), length: one(strconv.Itoa(len(body))), quick: quick}
	if e.etag == "" {
		return v
	}
	v.etag = one(e.etag + "-" + enc.token() + `"`)
	if enc == brotlied {
		v.twin = one(e.etag + `-br-quick"`)
		if quick {
			v.etag, v.twin = v.twin, v.etag
		}
	}
	return v
}

// adopt takes over the encodings of an older render that gave the same bytes.
func (e *entry) adopt(old *entry) {
	if e.etag == "" || e.etag != old.etag || (e.vary == nil) != (old.vary == nil) {
		return
	}
	for i := range e.variants {
		if v := old.variants[i].Load(); v != nil {
			e.variants[i].Store(v)
		}
	}
	e.body = old.body
}

func (z *compressor) compress(enc encoding, body []byte) []byte {
	switch enc {
	case gzipped:
		return z.gzip(body)
	case zstandard:
		return bytes.Clone(z.zstd.EncodeAll(body, nil))
	default:
		return compressBrotli(body, quickBrotli)
	}
}

func (z *compressor) gzip(body []byte) []byte {
	var out bytes.Buffer
	w, ok := z.gzips.Get().(*gzip.Writer)
	if !ok {
		w, _ = gzip.NewWriterLevel(nil, gzip.BestCompression) // the level is valid
	}
	w.Reset(&out)
	w.Write(body) // neither errs: a bytes.Buffer takes everything
	w.Close()
	z.gzips.Put(w)
	return bytes.Clone(out.Bytes())
}

// compressBrotli keeps the window as small as the body lets it: that is memory
// and time saved, and not a byte lost.
func compressBrotli(body []byte, quality int) []byte {
	var out bytes.Buffer
	window := min(max(bits.Len(uint(len(body)))+1, 16), 22)
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: quality, LGWin: window})
	w.Write(body) // neither errs: a bytes.Buffer takes everything
	w.Close()
	return bytes.Clone(out.Bytes())
}

// compressible tells the media types that are text.
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
