package cdn

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"

	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/platform/notify"
)

// api stands in for the published APIs of both CDNs, and rejects what they
// would.
type api struct {
	purged []string
	calls  int
	status int // of the next answers, unless 0
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.calls++
	var body struct {
		Keys []string `json:"surrogate_keys"`
		Tags []string `json:"tags"`
	}
	text, _ := io.ReadAll(r.Body)
	unread := json.Unmarshal(text, &body)
	fastly := r.URL.Path == "/service/S1/purge" && r.Header.Get("Fastly-Key") == "secret" && len(body.Keys) > 0 && len(body.Keys) <= 256
	cloudflare := r.URL.Path == "/client/v4/zones/Z1/purge_cache" && r.Header.Get("Authorization") == "Bearer secret" && len(body.Tags) > 0 && len(body.Tags) <= 100
	switch {
	case a.status != 0:
		w.WriteHeader(a.status)
	case r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" || unread != nil || fastly == cloudflare:
		w.WriteHeader(http.StatusBadRequest)
	default:
		a.purged = append(a.purged, append(body.Keys, body.Tags...)...)
	}
}

// on points a network at a stand-in.
func (n *Network) on(t *testing.T, a *api, path string) *Network {
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	n.endpoint = server.URL + path
	return n
}

func open(t *testing.T) *gorm.DB {
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d.Gorm
}

// waiting counts the tags still to be purged.
func waiting(t *testing.T, db *gorm.DB) (n int64) {
	if err := db.Table("cdn_purges").Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPurgesFollowEachAPI(t *testing.T) {
	d := open(t)
	var all []string
	for n := range 300 {
		all = append(all, "article:"+strconv.Itoa(1000+n))
	}
	for _, c := range []struct {
		network *Network
		path    string
	}{
		{Fastly("S1", "secret"), "/service/S1/purge"},
		{Cloudflare("Z1", "secret"), "/client/v4/zones/Z1/purge_cache"},
	} {
		a := &api{}
		p := Purger{Networks: Networks{c.network.on(t, a, c.path)}, Client: http.DefaultClient, Store: Store{d}}
		if err := Note(d, append(all, all...)); err != nil {
			t.Fatal(err)
		}
		if err := p.Run(t.Context()); err != nil || a.calls != 0 {
			t.Errorf("%s purged what other instances may not know of yet: %v", c.network.Name, err)
		}
		if err := d.Exec("UPDATE cdn_purges SET seen_at = seen_at - interval '1 second'").Error; err != nil {
			t.Fatal(err)
		}
		a.status = http.StatusTooManyRequests
		if err := p.Run(t.Context()); err == nil || waiting(t, d) != 600 {
			t.Errorf("%s rejected the purge, but nothing is left to purge: %v", c.network.Name, err)
		}
		a.status, a.calls = 0, 0
		if err := p.Run(t.Context()); err != nil || !slices.Equal(a.purged, all) || a.calls != 3 {
			t.Errorf("%s purged %d tags in %d calls: %v", c.network.Name, len(a.purged), a.calls, err)
		}
		if n := waiting(t, d); n != 0 {
			t.Errorf("%s: %d tags are left", c.network.Name, n)
		}
	}
}

func TestOnlyCommittedWritesArePurged(t *testing.T) {
	d := open(t)
	bus := notify.New(slog.New(slog.DiscardHandler))
	Networks{Fastly("S1", "secret")}.Watch(bus)
	failed := errors.New("no")
	for _, err := range []error{failed, nil} {
		if got := bus.Transaction(t.Context(), d, []string{"guides", "guide:7"}, func(*gorm.DB) error { return err }); !errors.Is(got, err) {
			t.Fatal(got)
		}
		if err != nil && waiting(t, d) != 0 {
			t.Error("a failed write was recorded")
		}
	}
	if n := waiting(t, d); n != 2 {
		t.Errorf("%d tags of a write are recorded", n)
	}
}
