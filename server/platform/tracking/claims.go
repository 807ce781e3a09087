package tracking

import (
	"encoding/json"
	"sync"

	"thriftwell/server/platform/fault"
)

// The claims that are remembered: so many, and of so many bytes.
const (
	maxClaims = 10_000
	maxClaim  = 1 << 10
)

// claims tells the visits that claims come to. Most visitors claim the same as
// others do, so what a claim comes to is remembered until the site changes.
type claims struct {
	site func() *Site // nil for none

	mu     sync.RWMutex
	of     *Site // that the visits are of
	visits map[claimKey]*Visit
}

// claimKey is a claim in JSON, made on a content page or on none (0).
type claimKey struct {
	claim string
	page  int64
}

// visit returns what can be believed of a claim that was made on a content page,
// which the server knows, or on none (0). Claims that are alike share a visit,
// so nobody changes it; it is nil where nothing is known. It fails with a fault
// when the claim can't be read.
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

// read returns the visit of a claim in JSON, if there is one.
func (s *Site) read(claim json.RawMessage) (*Visit, error) {
	var c Claim
	if len(claim) > 0 && json.Unmarshal(claim, &c) != nil {
		return nil, fault.Form([]fault.Field{{Field: "visit", Message: "This has the wrong type."}})
	}
	v := s.Visit(c)
	return &v, nil
}
