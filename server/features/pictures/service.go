package pictures

import (
	"path/filepath"

	"thriftwell/server/platform/config"
)

// Dir is the folder of the data folder that keeps pictures, unless a bucket
// does.
const Dir = "pictures"

// Service is what pictures are made with and kept in.
type Service struct {
	Files   Files
	Encoder *Encoder
}

// Open returns the Service of the settings. It asks a bucket for nothing yet.
func Open(c config.Config, node, script string) (s Service, err error) {
	s.Encoder = NewEncoder(node, script)
	if !c.Pictures.IsSet() {
		s.Files = Folder(filepath.Join(c.DataDir, Dir))
		return s, nil
	}
	s.Files, err = NewBucket(c)
	return s, err
}
