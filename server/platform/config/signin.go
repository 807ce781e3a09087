package config

import "net/url"

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
