package renderer

import "time"

const (
	quarantine  = 30 * time.Second // how long an address stays suspect or poisoned
	maxSuspects = 512              // bounds memory; each costs the death of a worker
)

// suspects are the addresses that were in a worker when it died. An address is
// poisoned when a worker dies with nothing else in it. If the worker was killed
// from outside (by an operator, or by the kernel for lack of memory), that must
// happen three times. The zero value is ready to use; the pool's mutex guards
// it.
type suspects struct {
	known map[string]suspicion
}

type suspicion struct {
	until  time.Time
	kills  int // workers that died with only this address in them
	poison bool
}

func (s *suspects) check(target string, now time.Time) (suspect, poisoned bool) {
	if len(s.known) == 0 {
		return false, false
	}
	entry := s.known[target]
	if !now.Before(entry.until) {
		delete(s.known, target)
		return false, false
	}
	return true, entry.poison
}

// blame records a death and reports whether the address is now poisoned.
func (s *suspects) blame(target string, alone, byOthers bool, now time.Time) bool {
	if s.known == nil {
		s.known = map[string]suspicion{}
	}
	entry, known := s.known[target]
	if !known {
		s.evict(now)
	} else if !now.Before(entry.until) {
		entry = suspicion{}
	}
	if alone {
		entry.kills++
		entry.poison = entry.poison || !byOthers || entry.kills > 2
	}
	entry.until = now.Add(quarantine)
	s.known[target] = entry
	return entry.poison
}

func (s *suspects) clear(target string) { delete(s.known, target) }

func (s *suspects) evict(now time.Time) {
	if len(s.known) < maxSuspects {
		return
	}
	for target, entry := range s.known {
		if !now.Before(entry.until) {
			delete(s.known, target)
		}
	}
	for target := range s.known {
		if len(s.known) < maxSuspects {
			return
		}
		delete(s.known, target)
	}
}

func (s *suspects) poisoned(now time.Time) int {
	n := 0
	for _, entry := range s.known {
		if entry.poison && now.Before(entry.until) {
			n++
		}
	}
	return n
}
