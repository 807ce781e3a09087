package bucket_test

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"thriftwell/server/platform/bucket"
	"thriftwell/server/platform/config"
)

// guarded runs a store that answers 403 to requests for which pass returns
// false.
func guarded(t *testing.T, pass func(*http.Request) bool, options ...gofakes3.Option) config.Bucket {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("kept"); err != nil {
		t.Fatal(err)
	}
	real := gofakes3.New(backend, options...).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !pass(r) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		real.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return config.Bucket{Endpoint: server.URL, Name: "kept", Region: "us-east-1", AccessKeyID: "id", SecretAccessKey: "secret"}
}

func isOfTry(r *http.Request) bool { return strings.Contains(r.URL.Path, "/.try") }

func put(ctx context.Context, b bucket.Backups, name string) error {
	return b.Put(ctx, name, func(w io.Writer) error { _, err := io.WriteString(w, "all"); return err })
}

// picture writes a picture to a bucket.
func picture(t *testing.T, b *bucket.Bucket) func() error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.avif")
	if err := os.WriteFile(file, []byte("a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	return func() error {
		return b.PutFile(t.Context(), "x.avif", file, bucket.Content{Type: "image/avif"})
	}
}

func TestPicturesAreNotWrittenToAFailingBucket(t *testing.T) {
	t.Parallel()
	readable := false
	pictures, err := bucket.New(guarded(t, func(r *http.Request) bool {
		return readable || r.Method != http.MethodGet && r.Method != http.MethodHead || !isOfTry(r)
	}), "")
	if err != nil {
		t.Fatal(err)
	}
	write := picture(t, pictures)
	if err := write(); err == nil || !strings.Contains(err.Error(), "read: ") {
		t.Error(err)
	}
	if got := names(t, bucket.Backups{Bucket: pictures}); len(got) != 0 {
		t.Errorf("in the bucket: %v", got)
	}
	readable = true
	if err := write(); err != nil {
		t.Errorf("once the check passes: %v", err)
	}
}

// A store without support for a client's way of signing stores the signatures
// in the file; others compress files.
func TestStoresThatAlterFilesAreNotUsed(t *testing.T) {
	t.Parallel()
	backend := s3mem.New()
	if err := backend.CreateBucket("kept"); err != nil {
		t.Fatal(err)
	}
	real := gofakes3.New(backend).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || !isOfTry(r) {
			real.ServeHTTP(w, r)
			return
		}
		kept := httptest.NewRecorder()
		real.ServeHTTP(kept, r)
		maps.Copy(w.Header(), kept.Header())
		w.WriteHeader(kept.Code)
		_, _ = w.Write(bytes.ToUpper(kept.Body.Bytes()))
	}))
	t.Cleanup(server.Close)
	c := config.Bucket{Endpoint: server.URL, Name: "kept", Region: "us-east-1", AccessKeyID: "id", SecretAccessKey: "secret"}
	b := backups(t, c)
	for what, err := range map[string]error{"picture": picture(t, b.Bucket)(), "backup": put(t.Context(), b, "first")} {
		if err == nil || !strings.Contains(err.Error(), "the store changes what is written to it") {
			t.Errorf("a %s: %v", what, err)
		}
	}
	if _, err := b.TryWrite(t.Context()); err == nil {
		t.Error("the check passed")
	}
	if got := names(t, b); len(got) != 0 {
		t.Errorf("in the bucket: %v", got)
	}
}

// A key that can't read or delete protects backups from ransomware.
func TestAWriteOnlyKeyIsEnoughForBackups(t *testing.T) {
	t.Parallel()
	writable := true
	c := guarded(t, func(r *http.Request) bool {
		isList := r.Method == http.MethodGet && strings.Trim(r.URL.Path, "/") == "kept"
		return isList || writable && (r.Method == http.MethodPut || r.Method == http.MethodPost)
	})
	b := backups(t, c)
	manual, name, err := bucket.At(c, "s3://kept/backups/third")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{put(t.Context(), b, "first"), put(t.Context(), b, "second"), put(t.Context(), manual, name)} {
		if err != nil {
			t.Error(err)
		}
	}
	got := slices.DeleteFunc(names(t, b), func(f string) bool { return strings.HasPrefix(f, ".try ") })
	if all := names(t, b); len(all) != 4 || !slices.Equal(got, []string{"first 3", "second 3", "third 3"}) {
		t.Errorf("in the bucket: %v", all)
	}
	writable = false
	if err := put(t.Context(), b, "fourth"); err == nil || !strings.Contains(err.Error(), "write: ") {
		t.Errorf("without permission to write: %v", err)
	}
}

func TestSlowChecksRunConcurrently(t *testing.T) {
	t.Parallel()
	var started atomic.Int32
	met := make(chan struct{})
	pictures, err := bucket.New(guarded(t, func(r *http.Request) bool {
		if r.Method == http.MethodPut && isOfTry(r) {
			if started.Add(1) == 2 {
				close(met)
			}
			select {
			case <-met:
			case <-time.After(10 * time.Second):
				return false
			}
		}
		return true
	}), "")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 2)
	for range 2 {
		write := picture(t, pictures)
		go func() { done <- write() }()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestUploadsAbandonedForADayAreRemoved(t *testing.T) {
	t.Parallel()
	clock := &clock{}
	c := guarded(t, func(*http.Request) bool { return true }, gofakes3.WithTimeSource(clock), gofakes3.WithTimeSkewLimit(0))
	b := backups(t, c)
	client, err := minio.NewCore(strings.TrimPrefix(c.Endpoint, "http://"), &minio.Options{Creds: credentials.NewStaticV4("id", "secret", "")})
	if err != nil {
		t.Fatal(err)
	}
	for _, upload := range []struct {
		name string
		age  time.Duration
	}{{"backup-killed", 25 * time.Hour}, {"backup-twice", 25 * time.Hour}, {"backup-twice", time.Hour}, {"backup-by-hand", 23 * time.Hour}} {
		clock.age = upload.age
		if _, err := client.NewMultipartUpload(t.Context(), "kept", "backups/"+upload.name, minio.PutObjectOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	clock.age = 0
	if err := b.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left []string
	for u := range client.ListIncompleteUploads(t.Context(), "kept", "", true) {
		if u.Err != nil {
			t.Fatal(u.Err)
		}
		left = append(left, u.Key)
	}
	if slices.Sort(left); !slices.Equal(left, []string{"backups/backup-by-hand", "backups/backup-twice"}) {
		t.Errorf("left: %v", left)
	}
	if err := put(t.Context(), b, "backup-whole"); err != nil {
		t.Fatal(err)
	}
	if got := names(t, b); !slices.Equal(got, []string{"backup-whole 3"}) {
		t.Errorf("in the bucket: %v", got)
	}
}

// clock is the clock of a store, some time behind.
type clock struct{ age time.Duration }

func (c *clock) Now() time.Time                  { return time.Now().Add(-c.age) }
func (c *clock) Since(t time.Time) time.Duration { return c.Now().Sub(t) }
