package tracking

import (
	"encoding/json"
	"sync"

	"thriftwell/server/platform/fault"
)

// Limits of the cached claims: their number, and the size of each.
const (
	maxClaims = 10_000
	maxClaim  = 1 << 10
)

// claims turns claims into visits. Most visitors claim the same as others, so
// results are cached until the site changes.
type claims struct {
	site func() *Site // may be nil

	mu     sync.RWMutex
	of     *Site // the site that the visits are based on
	visits map[claimKey]*Visit
}

// claimKey is a claim as JSON, and the content page it was made on, or 0.
type claimKey struct {
	claim string
	page  int64
}

// visit returns the credible part of a claim. Page is the content page it was
// made on, as the server knows, or 0. Equal claims share a visit, which must
// not be changed; it is nil if nothing is known. It returns a fault if the
// claim is malformed.
func (c *claims) visit(claim json.RawMessage, page int64) (*Visit, error) {
	if len(claim) == 0 && page == 0 {
		return nil, nil
	}
	var site *Site
	if c.site != nil {
		site = c.site()
	}
	c.mu.RLock()
	v := c.visits[claimKey{string(claim), page}]
	fresh := c.of == site
	c.mu.RUnlock()
	if v != nil && fresh {
		return v, nil
	}
	v, err := site.read(claim)
	if err != nil {
		return nil, err
	}
	if page != 0 {
		v.Place = Place{Page, page}
	}
	if len(claim) <= maxClaim {
		c.remember(site, claimKey{string(claim), page}, v)
	}
	return v, nil
}

func (c *claims) remember(site *Site, key claimKey, v *Visit) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of != site || len(c.visits) >= maxClaims {
		c.of, c.visits = site, map[claimKey]*Visit{}
	}
	c.visits[key] = v
}

// read returns the visit of a claim in JSON, which may be empty.
func (s *Site) read(claim json.RawMessage) (*Visit, error) {
	var c Claim
	if len(claim) > 0 && json.Unmarshal(claim, &c) != nil {
		return nil, fault.Form([]fault.Field{{Field: "visit", Message: "This has the wrong type."}})
	}
	v := s.Visit(c)
	return &v, nil
}
