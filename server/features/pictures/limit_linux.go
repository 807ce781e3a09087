package pictures

import "golang.org/x/sys/unix"

// limitMemory bounds what a process may allocate; it is a wish, no more.
func limitMemory(pid int, bytes uint64) {
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}
