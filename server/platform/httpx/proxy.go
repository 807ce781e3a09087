package httpx

import (
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
)

// reportInterval is how often an untrusted proxy is reported.
const reportInterval = time.Hour

// Distrusted calls tell, at most once an hour, for requests with
// X-Forwarded-For from a peer that isn't a trusted proxy. All visitors of such
// a proxy look like one. Peer is its address, or "outside" if it may be a
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
		if last := told.Load(); now-last < int64(reportInterval/time.Second) || !told.CompareAndSwap(last, now) {
			return
		}
		from := "outside"
		if peer.IsPrivate() || peer.IsLoopback() || peer.IsLinkLocalUnicast() {
			from = peer.String()
		}
		go tell(from)
	}
}
