package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"thriftwell/db/backup"
	"thriftwell/server/platform/config"
)

// partSize is how much of a backup is buffered before it is sent. A store
// accepts 10,000 parts, so a backup may have 320 GB.
const partSize = 32 << 20

// Backups stores backups in the folder backups/ of a bucket. It implements
// backup.Store.
type Backups struct{ *Bucket }

const (
	backupsFolder = "backups/"
	// tryName is always the same, so that a key that may not delete leaves one file instead of one for each
	// backup.
	tryName = ".try"
)

// abandonedAfter is the age at which an unfinished upload is removed. A manual
// backup may be running at the same time as a scheduled one, but none takes a
// day.
const abandonedAfter = 24 * time.Hour

// NewBackups returns the Backups in the configured bucket.
func NewBackups(c config.Bucket) (Backups, error) {
	b, err := New(c, backupsFolder)
	return Backups{b}, err
}

// Address implements backup.Store: s3://BUCKET/backups/NAME.
func (b Backups) Address(name string) string { return "s3://" + b.name + "/" + b.folder + name }

// At returns the Backups and the name for an address.
func At(c config.Bucket, address string) (Backups, string, error) {
	bucket, name, _ := strings.Cut(strings.TrimPrefix(address, "s3://"), "/")
	if !c.IsSet() {
		return Backups{}, "", fmt.Errorf("%s can't be reached: BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are not set", address)
	}
	if bucket != c.Name || name == "" || strings.HasSuffix(name, "/") {
		return Backups{}, "", fmt.Errorf("%s isn't in BACKUP_S3_BUCKET; an address looks like s3://%s/%sNAME", address, c.Name, backupsFolder)
	}
	b, err := New(c, "")
	return Backups{b}, name, err
}

// TryWrite returns why backups can't be written. The warning says what else the
// key can't do, such as read and delete: a key that may only write protects
// backups from ransomware.
func (b Backups) TryWrite(ctx context.Context) (warning, err error) {
	return b.try(ctx, tryName)
}

// Put implements backup.Store. If write fails, the store discards what was
// sent.
func (b Backups) Put(ctx context.Context, name string, write func(io.Writer) error) error {
	folder, _ := path.Split(name)
	warning, err := b.try(ctx, folder+tryName)
	if err != nil {
		return err
	}
	if warning != nil {
		slog.WarnContext(ctx, "the backup was written but can't be verified", "error", warning)
	}
	out, in := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := write(in)
		written <- err
		if err != nil {
			err = fmt.Errorf("nothing was saved: %w", err) // never io.EOF, which would mean the end
		}
		in.CloseWithError(err)
	}()
	_, err = b.client.PutObject(ctx, b.name, b.folder+name, out, -1, minio.PutObjectOptions{
		ContentType: "application/octet-stream", PartSize: partSize,
		DisableContentSha256: true, // each part has a CRC
	})
	out.CloseWithError(errors.New("the store rejected the upload"))
	if failed := <-written; failed != nil && err != nil {
		return errors.Join(failed, err)
	}
	return err
}

// Sweep implements backup.Store. It removes abandoned uploads.
func (b Backups) Sweep(ctx context.Context) error {
	core := minio.Core{Client: b.client}
	for left := range b.client.ListIncompleteUploads(ctx, b.name, b.folder, true) {
		// A key may lack the permission, which must not prevent backups.
		if left.Err != nil {
			break
		}
		if time.Since(left.Initiated) <= abandonedAfter {
			continue
		}
		if core.AbortMultipartUpload(ctx, b.name, left.Key, left.UploadID) != nil {
			break
		}
	}
	return nil
}

// Within implements backup.Store.
func (b Backups) Within(folder string) (backup.Store, error) {
	return Backups{&Bucket{client: b.client, name: b.name, folder: b.folder + folder + "/"}}, nil
}

// Open implements backup.Store.
func (b Backups) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	f, _, err := b.Bucket.Open(ctx, name)
	return f, err
}

// List implements backup.Store.
func (b Backups) List(ctx context.Context) (list []backup.Stored, err error) {
	for o := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.folder}) {
		if o.Err != nil {
			return nil, o.Err
		}
		list = append(list, backup.Stored{Name: strings.TrimPrefix(o.Key, b.folder), Bytes: o.Size})
	}
	return list, nil
}
