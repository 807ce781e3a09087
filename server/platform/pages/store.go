package pages

import (
	"container/list"
	"hash/maphash"
	"sync/atomic"
)

const (
	maxUses     = 3 // limit of the use counter
	usesForMain = 2 // uses that move an entry from the small queue to the main one
)

// A store keeps entries within a number of bytes by S3-FIFO (Yang et al., SOSP
// 2023). New entries wait in a small queue and enter the main one only if they
// are requested again. So a stream of addresses that are requested once passes
// through without evicting pages in use. Of 20 pages in use, such a stream
// evicted 19 from otter (v2.4) with room for 100, and none from this store.
//
// A store doesn't lock: get needs Cache.mu for reading, everything else for
// writing.
type store struct {
	max     int64
	nodes   map[string]*node
	small   queue
	main    queue
	ghosts  ghosts
	evicted uint64
}

// A node is an entry's place in a queue. It stays when the page is renewed.
type node struct {
	entry *entry
	cost  int64
	uses  atomic.Int32
	queue *queue
	place *list.Element
}

type queue struct {
	list  list.List // of *node, newest first
	bytes int64
}

func newStore(max int64) *store {
	return &store{max: max, nodes: map[string]*node{}, ghosts: newGhosts()}
}

// get returns the entry of a key, or nil, and counts the use.
func (s *store) get(key string) *entry {
	n := s.nodes[key]
	if n == nil {
		return nil
	}
	if uses := n.uses.Load(); uses < maxUses {
		n.uses.Store(uses + 1)
	}
	return n.entry
}

// peek is get without counting a use.
func (s *store) peek(key string) *entry {
	if n := s.nodes[key]; n != nil {
		return n.entry
	}
	return nil
}

// put stores an entry, replacing the one with its key. It rejects an entry
// larger than an eighth of the store.
func (s *store) put(e *entry) bool {
	cost := e.cost()
	if cost > s.max/8 {
		s.remove(e.key)
		return false
	}
	if n := s.nodes[e.key]; n != nil {
		n.entry = e
		n.weigh(cost)
	} else {
		n := &node{entry: e, cost: cost}
		s.nodes[e.key] = n
		if s.ghosts.take(e.key) {
			s.main.push(n)
		} else {
			s.small.push(n)
		}
	}
	s.shrink()
	return true
}

// reweigh updates the size of an entry, if it is still stored.
func (s *store) reweigh(e *entry) {
	if n := s.nodes[e.key]; n != nil && n.entry == e {
		n.weigh(e.cost())
		s.shrink()
	}
}

func (s *store) remove(key string) {
	if n := s.nodes[key]; n != nil {
		n.queue.remove(n)
		delete(s.nodes, key)
	}
}

func (s *store) bytes() int64 { return s.small.bytes + s.main.bytes }

// shrink evicts entries until the store is within its limit.
func (s *store) shrink() {
	for s.bytes() > s.max {
		if s.small.bytes > s.max/10 || s.main.list.Len() == 0 {
			s.leaveSmall()
		} else {
			s.leaveMain()
		}
	}
}

func (s *store) leaveSmall() {
	n := s.small.oldest()
	if uses := n.uses.Load(); uses >= usesForMain {
		n.uses.Store(uses - usesForMain)
		s.small.remove(n)
		s.main.push(n)
		return
	}
	s.ghosts.add(n.entry.key)
	s.evict(n)
}

func (s *store) leaveMain() {
	n := s.main.oldest()
	if uses := n.uses.Load(); uses > 0 {
		n.uses.Store(uses - 1)
		s.main.list.MoveToFront(n.place)
		return
	}
	s.evict(n)
}

func (s *store) evict(n *node) {
	s.remove(n.entry.key)
	s.evicted++
}

func (n *node) weigh(cost int64) {
	n.queue.bytes += cost - n.cost
	n.cost = cost
}

func (q *queue) push(n *node) {
	n.queue, n.place = q, q.list.PushFront(n)
	q.bytes += n.cost
}

func (q *queue) remove(n *node) {
	q.list.Remove(n.place)
	q.bytes -= n.cost
}

func (q *queue) oldest() *node { return q.list.Back().Value.(*node) }

// ghosts remembers hashes of the last keys that left the small queue unused.
type ghosts struct {
	seed  maphash.Seed
	ring  []uint64
	next  int
	where map[uint64]int // index of each in ring
}

func newGhosts() ghosts {
	const remembered = 4096
	return ghosts{seed: maphash.MakeSeed(), ring: make([]uint64, remembered), where: map[uint64]int{}}
}

func (g *ghosts) add(key string) {
	if forgotten := g.ring[g.next]; g.where[forgotten] == g.next {
		delete(g.where, forgotten)
	}
	h := maphash.String(g.seed, key)
	g.ring[g.next], g.where[h] = h, g.next
	g.next = (g.next + 1) % len(g.ring)
}

// take removes a key and reports whether it was there.
func (g *ghosts) take(key string) bool {
	h := maphash.String(g.seed, key)
	_, ok := g.where[h]
	delete(g.where, h)
	return ok
}
