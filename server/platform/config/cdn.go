package config

import "regexp"

// Fastly is the Fastly service in front of the site. It may be unset.
type Fastly struct {
	Service string `env:"SERVICE_ID" example:"SU1Z0isxPaozGVKXdv0eY" doc:"Fastly service in front of the site. Answers carry Surrogate-Key, and edits purge what they change."`
	Token   string `env:"API_TOKEN" example:"token" doc:"Token that may purge that service by key."`
}

// Cloudflare is the Cloudflare zone in front of the site. It may be unset.
type Cloudflare struct {
	Zone  string `env:"ZONE_ID" example:"023e105f4ecef8ad9ca31a8372d0c353" doc:"Cloudflare zone in front of the site. Works the same way, with Cache-Tag."`
	Token string `env:"API_TOKEN" example:"token" doc:"Token that may purge the cache of that zone."`
}

// checkCDN validates the settings for purging CDNs.
func (c *Config) checkCDN(bad func(string, ...any)) {
	if (c.Fastly.Service == "") != (c.Fastly.Token == "") {
		bad("FASTLY_SERVICE_ID and FASTLY_API_TOKEN go together; set both or none.")
	}
	if (c.Cloudflare.Zone == "") != (c.Cloudflare.Token == "") {
		bad("CLOUDFLARE_ZONE_ID and CLOUDFLARE_API_TOKEN go together; set both or none.")
	}
	id := regexp.MustCompile(`^[0-9A-Za-z]*$`)
	if !id.MatchString(c.Fastly.Service) {
		bad("FASTLY_SERVICE_ID is %q; set it to the id of the service, which has letters and digits only.", c.Fastly.Service)
	}
	if !id.MatchString(c.Cloudflare.Zone) {
		bad("CLOUDFLARE_ZONE_ID is %q; set it to the id of the zone, which has letters and digits only.", c.Cloudflare.Zone)
	}
}
