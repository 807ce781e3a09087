package pictures

import "golang.org/x/sys/unix"

// limitMemory limits the memory a process may allocate. Failing to set the
// limit is ignored.
func limitMemory(pid int, bytes uint64) {
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}
