// Package checks checks what the site needs and changes nothing. A start runs
// the checks, and so does the doctor.
package checks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"thriftwell/db/bundled"
	"thriftwell/server/features/auth"
	"thriftwell/server/platform/bucket"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/renderer"
	"thriftwell/server/platform/sms"
	"thriftwell/server/static"
)

// Free space on the disk with DATA_DIR, in bytes.
const (
	leastDisk = 1 << 30   // what a site should have
	newSite   = 128 << 20 // what a new one needs, twice what it takes
	oldSite   = 1 << 20   // what Postgres needs to start
)

// serviceDeadline is the timeout of a mail server, bucket or issuer.
const serviceDeadline = 10 * time.Second

// RestoredFiles starts the name of a folder in DATA_DIR for the files of a
// running restore.
const RestoredFiles = ".restored-"

// Check is a check of one thing that the site needs.
type Check struct {
	Name string
	Run  func(ctx context.Context) *Problem // nil if all is well
}

// Problem is the result of a check, and how to fix it.
type Problem struct {
	What, Mend string
	Weight     Weight
}

// Weight is the severity of a problem.
type Weight int

// Weights, lightest first.
const (
	Warning Weight = iota // the site works, but an operator should know
	Wrong                 // the site runs, but something doesn't work
	Fatal                 // the site can't start
)

// Found returns err as a problem with its fix, or nil.
func Found(weight Weight, err error, mend string) *Problem {
	if err == nil {
		return nil
	}
	return &Problem{err.Error(), mend, weight}
}

// Log runs checks at a start. It returns all fatal problems as an error and
// logs the others, with warnings only in production.
func Log(ctx context.Context, log *slog.Logger, production bool, checks []Check) error {
	var fatal []error
	for _, c := range checks {
		p := c.Run(ctx)
		switch {
		case p == nil:
		case p.Weight == Fatal:
			fatal = append(fatal, fmt.Errorf("%s. %s", strings.TrimSuffix(p.What, "."), p.Mend))
		case p.Weight == Wrong, production:
			log.Warn(c.Name, "problem", p.What, "fix", p.Mend)
		}
	}
	return errors.Join(fatal...)
}

// Machine is what a start depends on, found by its checks.
type Machine struct {
	Node string
	Dist static.Build
}

// Checks returns the checks that must pass before the database is accessed.
func (m *Machine) Checks(c config.Config, root string) []Check {
	return []Check{
		{"node", func(context.Context) (p *Problem) {
			var err error
			if m.Node, err = renderer.FindNode(root, c.NodeBinary); len(c.RendererURLs) > 0 {
				return nil // they come with their own
			}
			return Found(Fatal, err, "Run scripts/start to install Node, or use a release, which includes it.")
		}},
		{"front end", func(context.Context) *Problem {
			var err error
			m.Dist, err = static.Open(filepath.Join(root, "dist"))
			return Found(Fatal, err, "Run scripts/build, or unpack the release again.")
		}},
		{"data folder", func(context.Context) *Problem {
			return Found(Fatal, writable(c.DataDir), "Let this user write to DATA_DIR, or change DATA_DIR.")
		}},
		Room(c),
		{"memory", func(context.Context) *Problem {
			meminfo, _ := os.ReadFile("/proc/meminfo") // which only Linux has
			return memoryProblem(string(meminfo), c)
		}},
		{"old data", func(context.Context) *Problem { return leftoverProblem(c.DataDir) }},
		{"backups", func(context.Context) *Problem { return backupProblem(c) }},
		{"event archive", func(context.Context) *Problem { return archiveProblem(c.EventsArchive) }},
		{"address", func(context.Context) *Problem { return addressProblem(c) }},
		{"proxies", func(context.Context) *Problem { return proxyProblem(c) }},
	}
}

// existing returns dir or, if it doesn't exist, the nearest parent that does.
func existing(dir string) string {
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
	}
	return dir
}

func writable(dir string) error {
	dir = existing(dir)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return errors.Join(fmt.Errorf("%s isn't a folder", dir), err)
	}
	if err := unix.Access(dir, unix.W_OK|unix.X_OK); err != nil {
		return fmt.Errorf("can't write to %s: %w", dir, err)
	}
	return nil
}

// smallMemory is the memory of a machine that SMALL_SERVER is for, in bytes: a
// little more than 1 GB, of which the system keeps a part for itself.
const smallMemory = 1200 << 20

func memoryProblem(meminfo string, c config.Config) *Problem {
	var kilobytes uint64
	if _, err := fmt.Sscanf(meminfo, "MemTotal: %d kB", &kilobytes); err != nil || c.SmallServer || kilobytes<<10 > smallMemory {
		return nil
	}
	return &Problem{fmt.Sprintf("this machine has only %d MB of memory", kilobytes>>10), "Set SMALL_SERVER=true, so the site uses less of it.", Warning}
}

// Room is the check that the disk with DATA_DIR has room for the site.
func Room(c config.Config) Check {
	return Check{"disk", func(context.Context) *Problem {
		var s syscall.Statfs_t
		if err := syscall.Statfs(existing(c.DataDir), &s); err != nil {
			return Found(Wrong, err, "Check the disk with DATA_DIR.")
		}
		return diskProblem(s.Bavail*uint64(s.Bsize), needed(c))
	}}
}

// needed returns the free space that a start needs. In production, a site with
// its own Postgres serves even on a full disk.
func needed(c config.Config) uint64 {
	switch {
	case c.DatabaseURL != "" && c.Production():
		return 0
	case c.DatabaseURL != "" || bundled.Exists(c.DataDir):
		return oldSite
	}
	return newSite
}

func diskProblem(free, need uint64) *Problem {
	if free >= leastDisk {
		return nil
	}
	p := &Problem{fmt.Sprintf("only %d MB are free on the disk with DATA_DIR", free>>20), "Free at least 1 GB, or move DATA_DIR to a larger disk.", Wrong}
	if free < need {
		p.Weight = Fatal
	}
	return p
}

// leftoverProblem reports what upgrades of the bundled Postgres and killed restores
// left, because it may have data of people erased since.
func leftoverProblem(dataDir string) *Problem {
	left, err := filepath.Glob(filepath.Join(existing(dataDir), RestoredFiles+"*"))
	if err == nil && len(left) > 0 {
		return &Problem{strings.Join(left, " and ") + " contain files of an unfinished restore", "If no restore is running, restore again, then remove them.", Warning}
	}
	kept, err := bundled.Kept(dataDir)
	if err != nil || len(kept) == 0 {
		return Found(Wrong, err, "Check DATA_DIR.")
	}
	return &Problem{strings.Join(kept, " and ") + " contain the database from before an upgrade, including data deleted since",
		"Remove them once the site works well.", Warning}
}

func backupProblem(c config.Config) *Problem {
	switch {
	case c.BackupDir != "":
	case c.BackupBucket.IsSet() || !c.Production():
		return nil
	default:
		return &Problem{"scheduled backups are off", "Set BACKUP_DIR to a folder on another disk, set BACKUP_S3_ENDPOINT, or run bin/server backup on a schedule.", Warning}
	}
	_, err := os.Stat(c.BackupDir)
	if err == nil {
		err = writable(c.BackupDir)
	}
	return Found(Wrong, err, "Create the folder BACKUP_DIR and let this user write to it.")
}

func archiveProblem(dir string) *Problem {
	if dir == "" {
		return nil
	}
	_, err := os.Stat(dir)
	if err == nil {
		err = writable(dir)
	}
	return Found(Wrong, err, "Create the folder EVENTS_ARCHIVE_DIR and let this user write to it. Until then, old events aren't deleted.")
}

// addressProblem reports a public site in development.
func addressProblem(c config.Config) *Problem {
	if c.Production() || c.Developing() {
		return nil
	}
	return &Problem{fmt.Sprintf("BASE_URL is %s, which isn't this machine, but APP_ENV is development: no email is sent, and fictional offers are shown", c.BaseURL),
		"Set APP_ENV=production on a public site.", Wrong}
}

func proxyProblem(c config.Config) *Problem {
	if c.Production() && len(c.Proxies) == 0 {
		return &Problem{"no proxy is trusted, so all visitors behind one share its address and its rate limits",
			"Set TRUSTED_PROXIES to the addresses of the proxies in front of the site.", Warning}
	}
	return nil
}

// Around checks what the site connects to.
func Around(c config.Config, providers []auth.Provider) []Check {
	var checks []Check
	if c.SMTPURL != "" {
		checks = append(checks, Check{"mail server", func(ctx context.Context) *Problem {
			ctx, cancel := context.WithTimeout(ctx, serviceDeadline)
			defer cancel()
			if err := mail.Reach(ctx, c.SMTPURL); err != nil {
				return Found(Wrong, err, "Check SMTP_URL, and check that the firewall allows outgoing connections to its port. If the server doesn't support STARTTLS, use smtps://, or add ?"+mail.PlainQuery+" if you control the network. Email waits until this is fixed.")
			}
			if mail.MayBePlain(c.SMTPURL) {
				return &Problem{"SMTP_URL allows unencrypted email", "Remove ?" + mail.PlainQuery + " unless you control the network to the mail server.", Warning}
			}
			return nil
		}})
	}
	if t := c.Twilio; t.IsSet() {
		checks = append(checks, Check{"text carrier", func(ctx context.Context) *Problem {
			ctx, cancel := context.WithTimeout(ctx, serviceDeadline)
			defer cancel()
			line := sms.Twilio{Account: t.Account, Token: t.Token, API: sms.TwilioAPI, Client: http.DefaultClient}
			return Found(Wrong, line.Reach(ctx), "Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, and that the firewall allows outgoing HTTPS. Texts wait until this is fixed.")
		}})
	}
	for _, address := range c.RendererURLs {
		checks = append(checks, Check{"renderer " + address, func(context.Context) *Problem {
			return Found(Wrong, renderer.Reach(address, serviceDeadline), "Check RENDERER_URL, and that a renderer is running there. Until then, only cached pages are served.")
		}})
	}
	checks = append(checks, Buckets(c)...)
	for _, p := range providers {
		issuer, outside := p.(*auth.OpenID)
		if !outside {
			continue
		}
		checks = append(checks, Check{"sign-in with " + p.Label(), func(ctx context.Context) *Problem {
			ctx, cancel := context.WithTimeout(ctx, serviceDeadline)
			defer cancel()
			return Found(Wrong, issuer.Reach(ctx), "Check the issuer's address. Until then, nobody can sign in there.")
		}})
	}
	return checks
}

// Buckets checks the configured buckets. The site doesn't write to one that
// fails.
func Buckets(c config.Config) []Check {
	checks := tryBucket("picture bucket", c.Pictures, "S3_", func(ctx context.Context) (warning, err error) {
		b, err := bucket.New(c.Pictures, "")
		if err != nil {
			return nil, err
		}
		return nil, b.Try(ctx)
	})
	return append(checks, tryBucket("backup bucket", c.BackupBucket, "BACKUP_S3_", func(ctx context.Context) (warning, err error) {
		b, err := bucket.NewBackups(c.BackupBucket)
		if err != nil {
			return nil, err
		}
		return b.TryWrite(ctx)
	})...)
}

// tryBucket writes, reads and deletes a small file in a configured bucket. A
// warning from try means that the bucket can still be used.
func tryBucket(name string, c config.Bucket, prefix string, try func(context.Context) (warning, err error)) []Check {
	if !c.IsSet() {
		return nil
	}
	return []Check{{name, func(ctx context.Context) *Problem {
		ctx, cancel := context.WithTimeout(ctx, serviceDeadline)
		defer cancel()
		warning, err := try(ctx)
		if err == nil {
			return Found(Warning, warning, "Backups work, but the key can't do more. To restore, the key needs read and list permissions; to delete old backups, it needs delete.")
		}
		return Found(Wrong, err, fmt.Sprintf("Check %[1]sENDPOINT and %[1]sBUCKET, and that the key %[1]sACCESS_KEY_ID can write, read, list, and delete there.", prefix))
	}}}
}
