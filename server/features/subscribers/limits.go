package subscribers

import (
	"time"

	"thriftwell/server/platform/ratelimit"
)

// Limits, for one visitor, one mailbox or one mail domain. That of a domain
// counts networks, so that no network uses it up for the others.
func signupsOfVisitor() ratelimit.Rule {
	return ratelimit.Rule{Name: "signups per client", Most: 20, Per: 10 * time.Minute}
}

func signupsOfMailbox() ratelimit.Rule {
	return ratelimit.Rule{Name: "signups per mailbox", Most: 5, Per: time.Hour}
}

func networksOfDomain() ratelimit.Rule {
	return ratelimit.Rule{Name: "networks per email domain", Most: 100, Per: time.Hour}
}

func signupsOfNetworkAtDomain() ratelimit.Rule {
	return ratelimit.Rule{Name: "signups per network and email domain", Most: 60, Per: time.Hour}
}

func requestsOfVisitor() ratelimit.Rule {
	return ratelimit.Rule{Name: "link requests per client", Most: 20, Per: 10 * time.Minute}
}

// sharedDomain reports whether so many people have their mail there that its
// signups say nothing.
func sharedDomain(domain string) bool {
	switch domain {
	case "gmail.com", "googlemail.com", "yahoo.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com", "me.com",
		"aol.com", "comcast.net", "verizon.net", "att.net", "sbcglobal.net", "proton.me", "protonmail.com":
		return true
	}
	return false
}
