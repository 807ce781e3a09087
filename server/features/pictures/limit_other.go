//go:build !linux

package pictures

// limitMemory does nothing: only Linux can limit another process. The pixel
// limit applies everywhere.
func limitMemory(int, uint64) {}
