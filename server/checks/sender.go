package checks

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/dkim"
	"thriftwell/server/platform/weburl"
)

// dnsDeadline is the timeout of a DNS lookup.
const dnsDeadline = 5 * time.Second

// Resolver looks up DNS records, like net.Resolver.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupHost(ctx context.Context, name string) (addresses []string, err error)
	LookupAddr(ctx context.Context, address string) (names []string, err error)
}

// Sender checks the DNS records of the sender's domain and of the mail server,
// if email leaves the machine. Problems are warnings.
func Sender(c config.Config, resolver Resolver) []Check {
	from, err := mail.ParseAddress(c.EmailFrom)
	if err != nil || c.SMTPURL == "" {
		return nil
	}
	domain := address.Domain(from.Address)
	back := domain // of the return address, which SPF is about
	if c.BounceAddress != "" {
		back = address.Domain(c.BounceAddress)
	}
	dns, server := dns{resolver}, serverOf(c.SMTPURL)
	return []Check{
		{"SPF of " + back, func(ctx context.Context) *Problem { return dns.spf(ctx, back, server) }},
		{"DKIM of " + domain, func(ctx context.Context) *Problem { return dns.dkim(ctx, domain, c.DKIM) }},
		{"DMARC of " + domain, func(ctx context.Context) *Problem { return dns.dmarc(ctx, domain, c.SupportEmail) }},
		{"reverse DNS of " + server, func(ctx context.Context) *Problem { return dns.reverse(ctx, server) }},
	}
}

// serverOf returns the host of SMTP_URL.
func serverOf(smtp string) string {
	if u, err := url.Parse(smtp); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "the mail server"
}

type dns struct{ Resolver }

// find returns the TXT records of a name that start with mark.
func (d dns) find(ctx context.Context, name, mark string) ([]string, *Problem) {
	all, away := ask(ctx, d.LookupTXT, name)
	return slices.DeleteFunc(all, func(text string) bool { return !strings.HasPrefix(strings.ToLower(text), mark) }), away
}

// ask looks something up. A missing name is no error.
func ask(ctx context.Context, lookUp func(context.Context, string) ([]string, error), name string) ([]string, *Problem) {
	ctx, cancel := context.WithTimeout(ctx, dnsDeadline)
	defer cancel()
	all, err := lookUp(ctx, name)
	if missing := new(net.DNSError); err != nil && !(errors.As(err, &missing) && missing.IsNotFound) {
		return nil, &Problem{fmt.Sprintf("couldn't look up %s: %s", name, err), "Run bin/server doctor again with working DNS.", Warning}
	}
	return all, nil
}

func (d dns) spf(ctx context.Context, domain, server string) *Problem {
	found, away := d.find(ctx, domain, "v=spf1")
	switch {
	case away != nil:
		return away
	case len(found) == 0:
		return &Problem{fmt.Sprintf("%s has no SPF record, so receivers can't tell who may send its email", domain),
			fmt.Sprintf(`Put a TXT record at %s, such as "v=spf1 %s ~all", or use the include your mail provider gives you.`, domain, mechanism(server)), Warning}
	case len(found) > 1:
		return &Problem{fmt.Sprintf("%s has %d SPF records, so receivers ignore them", domain, len(found)), "Merge them into one.", Warning}
	case strings.HasSuffix(strings.TrimSpace(found[0]), "+all"):
		return &Problem{fmt.Sprintf("the SPF record of %s lets anyone send its email", domain), "End its SPF record with ~all or -all.", Warning}
	}
	return nil
}

// mechanism returns the SPF mechanism for a mail server.
func mechanism(server string) string {
	switch ip := net.ParseIP(server); {
	case weburl.IsLoopback(server):
		return "a" // the addresses of the domain, which leads to this machine
	case ip == nil:
		return "a:" + server
	case ip.To4() != nil:
		return "ip4:" + server
	}
	return "ip6:" + server
}

func (d dns) dkim(ctx context.Context, domain string, key dkim.Key) *Problem {
	if !key.IsSet() {
		return &Problem{"the site doesn't sign email", fmt.Sprintf("Unless your mail server signs email, run bin/server keys dkim --domain %s, add its DNS record, and set DKIM_KEY.", domain), Warning}
	}
	name, want := key.Name(domain), key.Record()
	all, away := d.find(ctx, name, "")
	mend := fmt.Sprintf(`Put a TXT record at %s: "%s". Some DNS servers need it split into strings of at most 255 characters.`, name, want)
	switch {
	case away != nil:
		return away
	case len(all) == 0:
		return &Problem{name + " has no record, so receivers can't verify our signatures", mend, Warning}
	case !slices.ContainsFunc(all, func(text string) bool { return publicKey(text) == publicKey(want) }):
		return &Problem{name + " doesn't match DKIM_KEY, so receivers treat signed email as forged", mend, Warning}
	}
	return nil
}

// publicKey returns the key in a DKIM record.
func publicKey(record string) string {
	for tag := range strings.SplitSeq(record, ";") {
		if name, value, _ := strings.Cut(tag, "="); strings.TrimSpace(name) == "p" {
			return strings.Join(strings.Fields(value), "")
		}
	}
	return ""
}

func (d dns) dmarc(ctx context.Context, domain, support string) *Problem {
	for name := domain; strings.Contains(name, "."); _, name, _ = strings.Cut(name, ".") { // a parent domain may have the record
		found, away := d.find(ctx, "_dmarc."+name, "v=dmarc1")
		if away != nil {
			return away
		}
		if len(found) > 0 {
			return nil
		}
	}
	return &Problem{fmt.Sprintf("%s has no DMARC record, which large receivers require from bulk senders", domain),
		fmt.Sprintf(`Put a TXT record at _dmarc.%s, such as "v=DMARC1; p=none; rua=mailto:%s". Once the reports show that none of your email fails, change it to p=quarantine.`, domain, support), Warning}
}

// reverse checks whether each public address of the mail server has a name that
// resolves to it. Many receivers reject email otherwise.
func (d dns) reverse(ctx context.Context, server string) *Problem {
	addresses, name := []string{server}, "it"
	if net.ParseIP(server) == nil {
		var away *Problem
		if addresses, away = ask(ctx, d.LookupHost, server); away != nil {
			return away
		}
		name = server
	}
	for _, address := range addresses {
		if ip := net.ParseIP(address); ip == nil || !ip.IsGlobalUnicast() || ip.IsPrivate() {
			continue // email leaves through another one
		}
		mend := fmt.Sprintf("Ask your hosting provider to add a PTR record for %s that points to %s. If email leaves from other addresses than SMTP_URL, check those instead.", address, name)
		names, away := ask(ctx, d.LookupAddr, address)
		if away != nil {
			return away
		}
		if len(names) == 0 {
			return &Problem{address + " has no reverse DNS, so many receivers reject its email", mend, Warning}
		}
		if isBack, away := d.leadsTo(ctx, names, address); away != nil {
			return away
		} else if !isBack {
			return &Problem{fmt.Sprintf("the reverse DNS of %s is %s, which doesn't resolve back to it, so many receivers reject its email", address, strings.TrimSuffix(names[0], ".")), mend, Warning}
		}
	}
	return nil
}

// leadsTo reports whether one of the names has an address.
func (d dns) leadsTo(ctx context.Context, names []string, address string) (bool, *Problem) {
	for _, name := range names {
		addresses, away := ask(ctx, d.LookupHost, strings.TrimSuffix(name, "."))
		if away != nil {
			return false, away
		}
		if slices.ContainsFunc(addresses, func(other string) bool { return net.ParseIP(other).Equal(net.ParseIP(address)) }) {
			return true, nil
		}
	}
	return false, nil
}
