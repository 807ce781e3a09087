//go:build !linux

package pictures

// limitMemory does nothing: only Linux lets one process bound another. What is
// decoded is bounded by its pixels everywhere.
func limitMemory(int, uint64) {}
