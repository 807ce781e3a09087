package httpx

import (
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
)

// tellEvery is how often a proxy that is not trusted is told of.
const tellEvery = time.Hour

// Distrusted calls tell, at most once an hour, for requests that bring
// X-Forwarded-For from a peer that is none of the trusted proxies: visitors whom
// it brings all look alike. peer is its address, or "outside" where it may be a
// visitor's.
func Distrusted(trusted []netip.Prefix, tell func(peer string)) gin.HandlerFunc {
	var told atomic.Int64 // Unix seconds
	return func(c *gin.Context) {
		if len(c.Request.Header["X-Forwarded-For"]) == 0 {
			return
		}
		peer, err := netip.ParseAddr(c.RemoteIP())
		if err != nil {
			return
		}
		peer = peer.Unmap()
		for _, p := range trusted {
			if p.Contains(peer) {
				return
			}
		}
		now := time.Now().Unix()
		if last := told.Load(); now-last < int64(tellEvery/time.Second) || !told.CompareAndSwap(last, now) {
			return
		}
		from := "outside"
		if peer.IsPrivate() || peer.IsLoopback() || peer.IsLinkLocalUnicast() {
			from = peer.String()
		}
		go tell(from)
	}
}
