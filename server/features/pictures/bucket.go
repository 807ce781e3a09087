package pictures

import (
	"context"
	"path/filepath"

	"thriftwell/server/platform/bucket"
	"thriftwell/server/platform/config"
)

// Bucket stores files in a bucket, under pictures/.
type Bucket struct{ *bucket.Bucket }

// NewBucket returns the bucket given in the settings.
func NewBucket(c config.Config) (Bucket, error) {
	b, err := bucket.New(c.Pictures, "pictures/")
	return Bucket{b}, err
}

// Put implements Files.
func (b Bucket) Put(ctx context.Context, name, file string) error {
	return b.PutFile(ctx, name, file, bucket.Content{Type: contentTypes()[filepath.Ext(name)], CacheControl: forever})
}
