package subscribers

import (
	"time"

	"thriftwell/server/platform/ratelimit"
)

// Limits per visitor, mailbox and email domain. A domain's limit counts
// networks, so that one network can't use it up for the others.
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

// sharedDomain reports whether a domain has so many mailboxes that it isn't
// limited.
func sharedDomain(domain string) bool {
	switch domain {
	case "gmail.com", "googlemail.com", "yahoo.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com", "me.com",
		"aol.com", "comcast.net", "verizon.net", "att.net", "sbcglobal.net", "proton.me", "protonmail.com":
		return true
	}
	return false
}
