package pages

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/encoding"
)

// sized returns an entry that costs about the given bytes.
func sized(key string, bytes int) *entry {
	e := &entry{key: key}
	e.variants[encoding.Identity].Store(&variant{body: make([]byte, bytes)})
	return e
}

func TestPagesRequestedOnceDoNotEvictPagesInUse(t *testing.T) {
	s := newStore(1 << 20)
	for range 3 {
		for i := range 20 {
			key := fmt.Sprint("/hot/", i)
			if s.get(key) == nil {
				s.put(sized(key, 10<<10))
			}
		}
	}
	for i := range 100_000 {
		s.put(sized(fmt.Sprint("/random/", i), 10<<10))
		if i%50 == 0 {
			s.get(fmt.Sprint("/hot/", i/50%20))
		}
	}
	for i := range 20 {
		if s.peek(fmt.Sprint("/hot/", i)) == nil {
			t.Errorf("/hot/%d was evicted", i)
		}
	}
}

func TestPagesStillInUseAreNotEvicted(t *testing.T) {
	s := newStore(1 << 20)
	use := func(key string) {
		for range 3 {
			if s.get(key) == nil {
				s.put(sized(key, 10<<10))
			}
		}
	}
	use("/lasting")
	for i := range 1000 { // each is in use for a while
		use(fmt.Sprint("/fashion/", i))
		if i%20 == 0 && s.get("/lasting") == nil {
			t.Fatalf("evicted after %d others", i+1)
		}
	}
}

func TestAPageRequestedSoonAfterItsEvictionIsKept(t *testing.T) {
	s := newStore(1 << 20)
	stream := func(name string) {
		for i := range 200 {
			s.put(sized(fmt.Sprint("/", name, "/", i), 10<<10))
		}
	}
	s.put(sized("/a", 10<<10))
	stream("x")
	if s.peek("/a") != nil {
		t.Fatal("it was not evicted")
	}
	s.put(sized("/a", 10<<10))
	stream("y")
	if s.peek("/a") == nil {
		t.Error("it was evicted again")
	}
}

func TestStoreStaysWithinItsLimit(t *testing.T) {
	s := newStore(256 << 10)
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		key := fmt.Sprint("/", random.IntN(200))
		switch e := s.peek(key); random.IntN(6) {
		case 0, 1:
			s.put(sized(key, random.IntN(40<<10)))
		case 2:
			s.remove(key)
		case 3: // an encoding is added
			if e != nil {
				e.variants[encoding.Gzip].Store(&variant{body: make([]byte, random.IntN(20<<10))})
				s.reweigh(e)
			}
		default:
			s.get(key)
		}
		held := int64(0)
		for _, n := range s.nodes {
			held += n.entry.cost()
		}
		if held != s.bytes() || held > s.max || s.small.list.Len()+s.main.list.Len() != len(s.nodes) {
			t.Fatalf("%d bytes, counted as %d, of %d; %d entries, %d queued",
				held, s.bytes(), s.max, len(s.nodes), s.small.list.Len()+s.main.list.Len())
		}
	}
	if s.evicted == 0 || len(s.nodes) < 5 {
		t.Errorf("%d evicted, %d stored: the test needs more", s.evicted, len(s.nodes))
	}
}

func TestEncodingsCountTowardThePageSize(t *testing.T) {
	c := newSite(t, longPage)
	get(c, "/a")
	plain := c.Stats().PageBytes
	zipped := get(c, "/a", "Accept-Encoding", "gzip").Body.Len()
	if got := c.Stats().PageBytes; got != plain+int64(zipped) {
		t.Errorf("%d bytes, then %d with %d of gzip", plain, got, zipped)
	}
}

func TestOversizedPagesAreNotStored(t *testing.T) {
	c := newSite(t, func(context.Context, string) (Page, error) { return html(strings.Repeat("x", 200<<10)), nil },
		func(o *Options) { o.MaxBytes = 1 << 20 })
	wantStatus(t, get(c, "/a"), "thriftwell; fwd=uri-miss; fwd-status=200")
	if got := c.Stats(); got.Pages != 0 || got.PageBytes != 0 {
		t.Errorf("stats %+v", got)
	}
}

func TestRandomAddressesNeitherGrowMemoryNorEvictHotPages(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	if testing.Short() {
		t.Skip("requests 30,000 addresses")
	}
	c := newSite(t, func(_ context.Context, target string) (Page, error) {
		if strings.HasPrefix(target, "/hot") {
			return html(target), nil
		}
		p := html(strings.Repeat("x", 10<<10))
		if len(target)%2 == 0 {
			p.Status = http.StatusNotFound
		}
		return p, nil
	}, func(o *Options) { o.MaxBytes = 4 << 20 })
	day := Lifetime{Fresh: 24 * time.Hour}
	flood := func(n int) {
		for i := range n {
			getAs(c, fmt.Sprintf("/%x", rand.Uint64()>>(i%9)), day)
			if i%100 == 0 {
				getAs(c, fmt.Sprint("/hot/", i/100%10), day)
			}
		}
	}
	flood(5_000)
	before, heap := c.Stats(), heapBytes()
	flood(25_000)
	after := c.Stats()
	if grown := heapBytes() - heap; grown > 2<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	// Expect the renders of the flood, and none of a hot page.
	if got := after.Made - before.Made; got > 25_000 {
		t.Errorf("%d hot pages were rendered again", got-25_000)
	}
	if after.PageBytes > 4<<20 || after.OtherBytes > 4<<20/16 || after.Evicted == 0 {
		t.Errorf("stats %+v", after)
	}
}

func heapBytes() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestANotFoundAddressThatGetsAPageChangesStores(t *testing.T) {
	found := false
	c := newSite(t, func(context.Context, string) (Page, error) {
		if found {
			return html("page", "guides"), nil
		}
		p := withStatus(404, "none")
		p.Tags = []string{"guides"}
		return p, nil
	})
	get(c, "/a")
	if s := c.Stats(); s.Pages != 0 || s.Others != 1 {
		t.Errorf("stats %+v", s)
	}
	found = true
	c.Invalidate("guides")
	wantBody(t, get(c, "/a"), "page")
	if s := c.Stats(); s.Pages != 1 || s.Others != 0 || s.OtherBytes != 0 {
		t.Errorf("stats %+v", s)
	}
}

func TestAPIReadsEvictNoPages(t *testing.T) {
	c := newSite(t, func(context.Context, string) (Page, error) {
		return Page{Status: 200, Body: []byte(strings.Repeat("x", 20<<10)), Header: http.Header{}}, nil
	}, func(o *Options) { o.MaxBytes = 1 << 20 })
	get(c, "/guides/once")
	for i := range 2000 {
		get(c, fmt.Sprint("/api/articles?offset=", i))
	}
	if s := c.Stats(); s.Pages != 1 || s.ReadBytes > maxReadBytes {
		t.Errorf("%d pages are left, and reads take %d bytes", s.Pages, s.ReadBytes)
	}
}
