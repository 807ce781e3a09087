package pictures

import (
	"path/filepath"

	"thriftwell/server/platform/config"
)

// Dir is the subfolder of the data folder where pictures are stored, unless
// they are stored in a bucket.
const Dir = "pictures"

// Service holds what pictures are converted with and where they are stored.
type Service struct {
	Files   Files
	Encoder *Encoder
}

// Open returns the Service given in the settings. It does not contact a bucket
// yet.
func Open(c config.Config, node, script string) (s Service, err error) {
	s.Encoder = NewEncoder(node, script)
	if !c.Pictures.IsSet() {
		s.Files = Folder(filepath.Join(c.DataDir, Dir))
		return s, nil
	}
	s.Files, err = NewBucket(c)
	return s, err
}
