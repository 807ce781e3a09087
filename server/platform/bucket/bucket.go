// Package bucket stores files in a bucket of an S3-compatible store.
package bucket

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"thriftwell/server/platform/config"
)

// tries is how often a request is sent if there is no response.
const tries = 3

// Bucket is a folder in a bucket.
type Bucket struct {
	client       *minio.Client
	name, folder string

	tried atomic.Bool // Try succeeded, and no write has failed since
}

// New returns a folder, such as "pictures/", of the configured bucket. It makes
// no requests.
func New(c config.Bucket, folder string) (*Bucket, error) {
	u, err := url.Parse(c.Endpoint)
	if err != nil {
		return nil, err
	}
	client, err := minio.New(u.Host, &minio.Options{
		Creds:        credentials.NewStaticV4(c.AccessKeyID, c.SecretAccessKey, ""),
		Secure:       u.Scheme == "https",
		Region:       c.Region,
		BucketLookup: minio.BucketLookupAuto,
		MaxRetries:   tries,
	})
	if err != nil {
		return nil, fmt.Errorf("read the bucket's address: %w", err)
	}
	return &Bucket{client: client, name: c.Name, folder: folder}, nil
}

// Content describes a file to browsers.
type Content struct{ Type, CacheControl string }

// PutFile uploads a file.
func (b *Bucket) PutFile(ctx context.Context, name, file string, c Content) error {
	if err := b.ready(ctx); err != nil {
		return err
	}
	_, err := b.client.FPutObject(ctx, b.name, b.folder+name, file, minio.PutObjectOptions{ContentType: c.Type, CacheControl: c.CacheControl})
	if err != nil {
		b.tried.Store(false)
		return fmt.Errorf("put %s into the bucket %s: %w", name, b.name, err)
	}
	return nil
}

// ready checks the bucket before the first write, and again before the first
// write after a failure, because what can't be read back must not be written.
func (b *Bucket) ready(ctx context.Context) error {
	if b.tried.Load() {
		return nil
	}
	err := b.Try(ctx)
	if err == nil {
		b.tried.Store(true)
	}
	return err
}

// Open opens a file. If it doesn't exist, the error is fs.ErrNotExist.
func (b *Bucket) Open(ctx context.Context, name string) (io.ReadSeekCloser, time.Time, error) {
	object, err := b.client.GetObject(ctx, b.name, b.folder+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, time.Time{}, err
	}
	info, err := object.Stat()
	var refused minio.ErrorResponse
	if errors.As(err, &refused) && refused.StatusCode == http.StatusNotFound {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, time.Time{}, errors.Join(err, object.Close())
	}
	return object, info.LastModified, nil
}

// Remove removes a file, if it exists.
func (b *Bucket) Remove(ctx context.Context, name string) error {
	return b.client.RemoveObject(ctx, b.name, b.folder+name, minio.RemoveObjectOptions{})
}

// Try returns why files can't be written, read or deleted. It tests that with a
// small file, whose name is unique because other servers may be testing too.
func (b *Bucket) Try(ctx context.Context) error {
	host, _ := os.Hostname()
	limits, err := b.try(ctx, fmt.Sprintf(".try-%s-%d", host, time.Now().UnixNano()))
	return cmp.Or(err, limits)
}

// errChanges is returned for a store that alters files.
var errChanges = errors.New("the store changes what is written to it")

// try writes, reads and deletes a small file. The error is why it can't be
// written unaltered; limits is why it can't be read or deleted.
func (b *Bucket) try(ctx context.Context, name string) (limits, err error) {
	where := func(err error) error {
		if err == nil {
			return nil
		}
		return fmt.Errorf("the bucket %s at %s: %w", b.name, b.client.EndpointURL(), err)
	}
	text := []byte("Write test by the site. You can delete this file.\n")
	_, err = b.client.PutObject(ctx, b.name, b.folder+name, bytes.NewReader(text), int64(len(text)), minio.PutObjectOptions{ContentType: "text/plain"})
	if err != nil {
		return nil, where(fmt.Errorf("write: %w", err))
	}
	var got []byte
	f, _, err := b.Open(ctx, name)
	if err == nil {
		got, err = io.ReadAll(f)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		limits = fmt.Errorf("read: %w", err)
	}
	if failed := b.Remove(ctx, name); failed != nil {
		limits = errors.Join(limits, fmt.Errorf("remove: %w", failed))
	}
	if err == nil && !bytes.Equal(got, text) {
		return nil, where(errChanges)
	}
	return where(limits), nil
}
