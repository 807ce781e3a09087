package config

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// checkProxies validates the trusted proxies and the token of the metrics.
func (c *Config) checkProxies(bad func(string, ...any)) {
	if c.Production() && len(c.TrustedProxies) == 0 {
		bad("TRUSTED_PROXIES is not set; set it to the addresses of the proxies in front of the site, or to none. Without it, all visitors behind a proxy share one address.")
	}
	if slices.Equal(c.TrustedProxies, []string{"none"}) {
		c.TrustedProxies = nil
	}
	for _, p := range c.TrustedProxies {
		prefix, err := parsePrefix(p)
		if err != nil {
			bad("TRUSTED_PROXIES has %q; use addresses or networks such as 10.0.0.0/8, separated by commas, or none.", p)
			continue
		}
		if prefix.Bits() < widestProxies(prefix) {
			bad("TRUSTED_PROXIES has %s, so visitors could fake their address; list only the proxies in front of the site.", prefix)
			continue
		}
		c.Proxies = append(c.Proxies, prefix)
	}
	if c.MetricsToken != "" && len(c.MetricsToken) < leastToken {
		bad("METRICS_TOKEN is too short; set it to a random word of at least %d characters, or leave it unset.", leastToken)
	}
}

// leastToken is the minimum length of a token that clients send, in bytes.
const leastToken = 8

// widestProxies returns the minimum length of a prefix of proxies: that of the
// largest private networks.
func widestProxies(p netip.Prefix) int {
	if p.Addr().Is4() {
		return 8
	}
	return 7
}

func parsePrefix(s string) (netip.Prefix, error) {
	s = strings.TrimSpace(s)
	if addr, err := netip.ParseAddr(s); err == nil {
		return addr.Prefix(addr.BitLen())
	}
	return netip.ParsePrefix(s)
}

// checkSignIn validates the ways to sign in.
func (c *Config) checkSignIn(bad func(string, ...any)) {
	if *c.DevSignIn && !c.Developing() {
		bad("DEV_SIGN_IN is on, which lets anyone be an admin, so it requires APP_ENV=development and a BASE_URL on localhost. Unset it.")
	}
	if (c.GoogleClientID == "") != (c.GoogleClientSecret == "") {
		bad("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together; set both or neither.")
	}
	if set := c.OIDCIssuer != ""; set != (c.OIDCClientID != "") || set != (c.OIDCClientSecret != "") {
		bad("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together; set all three or none.")
	}
	u, err := url.Parse(c.OIDCIssuer)
	if c.OIDCIssuer != "" && (err != nil || u.Host == "" || u.RawQuery != "" || (u.Scheme != "https" && (c.Production() || u.Scheme != "http"))) {
		bad("OIDC_ISSUER is %q; set it to the issuer's address, such as https://login.example.com.", c.OIDCIssuer)
	}
}
