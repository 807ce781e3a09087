package cdn

import (
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/notify"
)

// Networks are the CDNs in front of the site, usually none or one.
type Networks []*Network

// Of returns the configured CDNs.
func Of(c config.Config) (all Networks) {
	if c.Fastly.Service != "" {
		all = append(all, Fastly(c.Fastly.Service, c.Fastly.Token))
	}
	if c.Cloudflare.Zone != "" {
		all = append(all, Cloudflare(c.Cloudflare.Zone, c.Cloudflare.Token))
	}
	return all
}

// Watch records every write of the bus if there is a CDN, and returns the bus.
func (all Networks) Watch(bus *notify.Bus) *notify.Bus {
	if len(all) > 0 {
		bus.Note(Note)
	}
	return bus
}

// TagHeaders adds the tag headers of the CDNs, with the separator of each.
func (all Networks) TagHeaders(headers map[string]string) map[string]string {
	for _, n := range all {
		headers[n.TagHeader] = n.Separator
	}
	return headers
}
