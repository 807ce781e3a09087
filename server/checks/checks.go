// Package checks looks at what the site needs, and changes nothing: a start
// runs the checks, and so does the doctor.
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

// leastDisk is the free space that a site should have, in bytes.
const leastDisk = 1 << 30

// aroundDeadline is how long a mail server, a bucket or an issuer may take to answer.
const aroundDeadline = 10 * time.Second

// RestoredFiles begins the name of a folder in DATA_DIR for the files of a restore
// that is under way.
const RestoredFiles = ".restored-"

// Check is one thing that the site needs.
type Check struct {
	Name string
	Run  func(ctx context.Context) *Problem // nil when all is well
}

// Problem is what a check found, and what mends it.
type Problem struct {
	What, Mend string
	Weight     Weight
}

// Weight says what a problem means.
type Weight int

// The weights of problems, the lightest first.
const (
	Warning Weight = iota // the site is healthy, and yet somebody should know
	Wrong                 // the site runs, and something does not work
	Fatal                 // the site can't start
)

// Found returns err as a problem with its mend, or nil.
func Found(weight Weight, err error, mend string) *Problem {
	if err == nil {
		return nil
	}
	return &Problem{err.Error(), mend, weight}
}

// Log runs checks for a start. What is fatal is the error, all of it; the rest
// is logged, mere warnings only in production.
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

// Machine is what a start stands on; its checks find it.
type Machine struct {
	Node string
	Dist static.Build
}

// Checks look at what has to be right before the database is touched.
func (m *Machine) Checks(c config.Config, root string) []Check {
	return []Check{
		{"node", func(context.Context) (p *Problem) {
			var err error
			if m.Node, err = renderer.FindNode(root, c.NodeBinary); len(c.RendererURLs) > 0 {
				return nil // which bring their own
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
		{"disk", func(context.Context) *Problem { return diskProblem(c.DataDir) }},
		{"memory", func(context.Context) *Problem {
			meminfo, _ := os.ReadFile("/proc/meminfo") // which only Linux has
			return memoryProblem(string(meminfo), c)
		}},
		{"old data", func(context.Context) *Problem { return keptProblem(c.DataDir) }},
		{"backups", func(context.Context) *Problem { return backupProblem(c) }},
		{"event archive", func(context.Context) *Problem { return archiveProblem(c.EventsArchive) }},
		{"address", func(context.Context) *Problem { return addressProblem(c) }},
		{"proxies", func(context.Context) *Problem { return proxyProblem(c) }},
	}
}

// existing is dir or, where it is not there yet, the folder that it would be
// made in.
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

func diskProblem(dir string) *Problem {
	var s syscall.Statfs_t
	if err := syscall.Statfs(existing(dir), &s); err != nil {
		return Found(Wrong, err, "Check the disk with DATA_DIR.")
	}
	if free := s.Bavail * uint64(s.Bsize); free < leastDisk {
		return &Problem{fmt.Sprintf("only %d MB are free on the disk with DATA_DIR", free>>20), "Free at least 1 GB, or move DATA_DIR to a larger disk.", Wrong}
	}
	return nil
}

// keptProblem finds what upgrades of the bundled Postgres and restores that were
// killed left: it holds people who were erased since.
func keptProblem(dataDir string) *Problem {
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

// addressProblem finds a site that the public reads in development.
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

// Around looks at what the site talks to.
func Around(c config.Config, providers []auth.Provider) []Check {
	var checks []Check
	if c.SMTPURL != "" {
		checks = append(checks, Check{"mail server", func(ctx context.Context) *Problem {
			ctx, cancel := context.WithTimeout(ctx, aroundDeadline)
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
			ctx, cancel := context.WithTimeout(ctx, aroundDeadline)
			defer cancel()
			line := sms.Twilio{Account: t.Account, Token: t.Token, API: sms.TwilioAPI, Client: http.DefaultClient}
			return Found(Wrong, line.Reach(ctx), "Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, and that the firewall allows outgoing HTTPS. Texts wait until this is fixed.")
		}})
	}
	for _, address := range c.RendererURLs {
		checks = append(checks, Check{"renderer " + address, func(context.Context) *Problem {
			return Found(Wrong, renderer.Reach(address, aroundDeadline), "Check RENDERER_URL, and that a renderer is running there. Until then, only cached pages are served.")
		}})
	}
	checks = append(checks, Buckets(c)...)
	for _, p := range providers {
		issuer, outside := p.(*auth.OpenID)
		if !outside {
			continue
		}
		checks = append(checks, Check{"sign-in with " + p.Label(), func(ctx context.Context) *Problem {
			ctx, cancel := context.WithTimeout(ctx, aroundDeadline)
			defer cancel()
			return Found(Wrong, issuer.Reach(ctx), "Check the issuer's address. Until then, nobody can sign in there.")
		}})
	}
	return checks
}

// Buckets checks the buckets that are set. The site writes to none that fails.
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

// tryBucket writes, reads and removes a small file in a bucket that is set. A warning
// of try means that the bucket serves its purpose all the same.
func tryBucket(name string, c config.Bucket, prefix string, try func(context.Context) (warning, err error)) []Check {
	if !c.IsSet() {
		return nil
	}
	return []Check{{name, func(ctx context.Context) *Problem {
		ctx, cancel := context.WithTimeout(ctx, aroundDeadline)
		defer cancel()
		warning, err := try(ctx)
		if err == nil {
			return Found(Warning, warning, "Backups work, but the key can't do more. To restore, the key needs read and list permissions; to delete old backups, it needs delete.")
		}
		return Found(Wrong, err, fmt.Sprintf("Check %[1]sENDPOINT and %[1]sBUCKET, and that the key %[1]sACCESS_KEY_ID can write, read, list, and delete there.", prefix))
	}}}
}
