package app

import "thriftwell/server/platform/config"

// Tagline stands under the brand (specification, section 1).
const Tagline = "Smart Money. Smart Choices."

// site is what the pages know of the settings. It holds nothing secret: it is
// part of every page.
type site struct {
	SiteName string            `json:"siteName"`
	Tagline  string            `json:"tagline"`
	BaseURL  string            `json:"baseUrl"`
	Timezone string            `json:"timezone"`
	Env      string            `json:"env"`
	Social   map[string]string `json:"social"`
	Contact  map[string]string `json:"contact"`
}

func siteConfig(c config.Config) site {
	return site{
		SiteName: c.SiteName, Tagline: Tagline, BaseURL: c.BaseURL, Timezone: c.Timezone, Env: c.Env,
		Social: map[string]string{"facebook": c.FacebookURL, "x": c.XURL, "instagram": c.InstagramURL, "youtube": c.YouTubeURL},
		Contact: map[string]string{
			"support": c.SupportEmail, "affiliate": c.AffiliateEmail, "advertising": c.AdvertisingEmail, "postalAddress": c.PostalAddress,
		},
	}
}
