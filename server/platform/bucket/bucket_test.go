package bucket_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"thriftwell/server/platform/bucket"
	"thriftwell/server/platform/config"
)

// store runs an S3-compatible store with an empty bucket.
func store(t *testing.T) config.Bucket {
	t.Helper()
	backend := s3mem.New()
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	if err := backend.CreateBucket("kept"); err != nil {
		t.Fatal(err)
	}
	return config.Bucket{Endpoint: server.URL, Name: "kept", Region: "us-east-1", AccessKeyID: "id", SecretAccessKey: "secret"}
}

func backups(t *testing.T, c config.Bucket) bucket.Backups {
	t.Helper()
	b, err := bucket.NewBackups(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func names(t *testing.T, b bucket.Backups) (names []string) {
	t.Helper()
	list, err := b.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		names = append(names, fmt.Sprintf("%s %d", f.Name, f.Bytes))
	}
	return names
}

func TestOnlyCompleteBackupsAreStored(t *testing.T) {
	b := backups(t, store(t))
	half := errors.New("the database went away")
	for _, parts := range []int{0, 2} { // the second time, something was sent before
		err := b.Put(t.Context(), "backup-half", func(w io.Writer) error {
			for range parts {
				if _, err := w.Write(make([]byte, 32<<20)); err != nil {
					return err
				}
			}
			return half
		})
		if !errors.Is(err, half) {
			t.Errorf("after %d parts: %v", parts, err)
		}
	}
	if got := names(t, b); len(got) != 0 {
		t.Errorf("files left over: %v", got)
	}
	whole := strings.Repeat("0123456789abcdef", 5<<20) // three parts
	if err := b.Put(t.Context(), "backup-whole", func(w io.Writer) error { _, err := io.WriteString(w, whole); return err }); err != nil {
		t.Fatal(err)
	}
	if got := names(t, b); !slices.Equal(got, []string{fmt.Sprintf("backup-whole %d", len(whole))}) {
		t.Errorf("in the bucket: %v", got)
	}
	f, err := b.Open(t.Context(), "backup-whole")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(f); err != nil || string(got) != whole {
		t.Errorf("read %d bytes, %v", len(got), err)
	}
}

func TestTryLeavesNoFiles(t *testing.T) {
	c := store(t)
	b, err := bucket.New(c, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Try(t.Context()); err != nil {
		t.Error(err)
	}
	if got := names(t, bucket.Backups{Bucket: b}); len(got) != 0 {
		t.Errorf("files left over: %v", got)
	}
	for want, change := range map[string]func(*config.Bucket){
		"bucket does not exist": func(c *config.Bucket) { c.Name = "another" },
		"refused":               func(c *config.Bucket) { c.Endpoint = "http://127.0.0.1:1" },
	} {
		wrong := c
		change(&wrong)
		b, err := bucket.New(wrong, "")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		if err := b.Try(ctx); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("not %q: %v", want, err)
		}
		cancel()
	}
}
