package bundled

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// outside is where root stores what the user of Postgres can't access in place.
const outside = "/var/lib/thriftwell"

// maxSocketPath is the longest socket path on both Linux (107 bytes) and macOS
// (103).
const maxSocketPath = 103

// cluster is a data folder with the binaries, user and socket folder to run it.
type cluster struct {
	o       Options
	bin     string              // the folder of postgres and initdb
	major   string              // their version, such as "18"
	as      *syscall.Credential // nil for this process's user
	data    string              // the real path of DataDir/postgres
	sockets string
}

// openCluster must be called by the lock's holder. Sockets is the socket folder
// to use; it is empty on the first start, which is also the only one that
// creates a missing data folder.
func openCluster(ctx context.Context, o Options, sockets string) (*cluster, error) {
	link := filepath.Join(o.DataDir, "postgres")
	if err := finishUpgrade(link); err != nil {
		return nil, err
	}
	data, err := filepath.EvalSymlinks(link)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return nil, err
	}
	if target, err := os.Readlink(link); isNew && err == nil {
		return nil, fmt.Errorf("the database is in %s, linked from %s, but that folder is missing: put it back or restore a backup; nothing was changed", target, link)
	}
	if isNew && sockets != "" {
		return nil, fmt.Errorf("%s is gone", link)
	}
	c, err := newCluster(o, data)
	if err != nil {
		return nil, err
	}
	if !isNew {
		err = c.check(ctx)
	} else if err = c.create(ctx); err == nil && filepath.Dir(c.data) != realPath(o.DataDir) {
		err = os.Symlink(c.data, link)
	}
	if err != nil {
		return nil, err
	}
	if c.sockets = sockets; sockets == "" {
		c.sockets, err = c.socketFolder()
	}
	return c, err
}

// newCluster finds the binaries and the user for a data folder, or for a new
// one.
func newCluster(o Options, data string) (*cluster, error) {
	c := &cluster{o: o, data: data}
	var err error
	if c.as, err = runAs(cmp.Or(data, o.owned())); err != nil {
		return nil, err
	}
	if c.bin, err = FindBinaries(o.Binaries); err != nil {
		return nil, err
	}
	return c, c.tryBinaries()
}

// owned returns the data directory or its parent, if root works on one that is
// another user's, such as that of a site that systemd runs; otherwise "".
func (o Options) owned() string {
	for _, folder := range []string{o.DataDir, filepath.Dir(o.DataDir)} {
		if info, err := os.Stat(folder); err == nil && os.Geteuid() == 0 && info.Sys().(*syscall.Stat_t).Uid != 0 {
			return folder
		}
	}
	return ""
}

// runAs chooses the user. Root may not run Postgres, so it is the owner of the
// folder or, without one, a system user.
func runAs(folder string) (*syscall.Credential, error) {
	self := uint32(os.Geteuid())
	owner := self
	if folder != "" {
		info, err := os.Stat(folder)
		if err != nil {
			return nil, err
		}
		stat := info.Sys().(*syscall.Stat_t)
		if owner = stat.Uid; self == 0 && owner != 0 {
			return &syscall.Credential{Uid: owner, Gid: stat.Gid}, nil
		}
	}
	if self != owner {
		return nil, fmt.Errorf("%s belongs to user %d; run as that user or as root", folder, owner)
	}
	if self != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "_postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ := strconv.ParseUint(u.Uid, 10, 32)
			gid, _ := strconv.ParseUint(u.Gid, 10, 32)
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("Postgres can't run as root, and there is no user postgres or nobody: create one or start as another user")
}

// tryBinaries runs the binaries as their user, from a copy if that user can't
// access them.
func (c *cluster) tryBinaries() error {
	out, err := c.version("/")
	if c.as != nil && errors.Is(err, fs.ErrPermission) {
		if c.bin, err = copyBinaries(c.bin, outside); err == nil {
			out, err = c.version("/")
		}
	}
	if err != nil {
		return fmt.Errorf("couldn't run the bundled Postgres in %s: %w %s", c.bin, err, out)
	}
	fields := strings.Fields(out) // postgres (PostgreSQL) 18.4
	c.major, _, _ = strings.Cut(fields[len(fields)-1], ".")
	return nil
}

// dataLocation says where the data is and why, if it is outside DataDir;
// otherwise it is empty.
func (c *cluster) dataLocation() string {
	if filepath.Dir(c.data) == realPath(c.o.DataDir) {
		return ""
	}
	why := "postgres there is a link"
	if c.as != nil && !c.reaches(c.o.DataDir) {
		why = fmt.Sprintf("Postgres can't run as root, and its user %d can't access that", c.as.Uid)
	}
	return fmt.Sprintf("the database is in %s, not in the data folder %s (%s): a copy of the data folder doesn't include it", c.data, c.o.DataDir, why)
}

// version fails if the user of Postgres can't access the binaries or folder.
func (c *cluster) version(folder string) (string, error) {
	cmd := c.command("postgres", "--version")
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// create creates the data folder. It gets its name when it is complete, so that
// an interrupted start leaves nothing that could be mistaken for data.
func (c *cluster) create(ctx context.Context) error {
	home, err := c.home()
	if err != nil {
		return err
	}
	fresh := *c
	fresh.data = filepath.Join(home, "postgres"+freshEnding)
	if err := fresh.initialize(ctx); err != nil {
		return err
	}
	c.data = filepath.Join(home, "postgres")
	return os.Rename(fresh.data, c.data)
}

// initialize creates a new data folder, replacing an existing one.
func (c *cluster) initialize(ctx context.Context) error {
	if err := os.RemoveAll(c.data); err != nil {
		return err
	}
	if err := os.Mkdir(c.data, 0o700); err != nil {
		return err
	}
	if err := c.chown(c.data); err != nil {
		return err
	}
	args := []string{"-D", c.data, "--username=" + User, "--auth-local=trust", "--auth-host=reject", "--data-checksums",
		"--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
		// A commit that needs a new WAL file waits until it is filled with zeros: 50 ms for the usual 16 MB.
		"--wal-segsize=1"}
	if c.o.Throwaway {
		args = append(args, "--no-sync")
	}
	cmd := c.command("initdb", args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })()
	if err := cmd.Wait(); err != nil {
		_ = os.RemoveAll(c.data)
		return fmt.Errorf("couldn't create the database's folder %s: %w%s", c.data, err, lastError(out.Bytes()))
	}
	return nil
}

// home returns the folder for a new data folder: DataDir, or a new one that the
// user of Postgres can access.
func (c *cluster) home() (string, error) {
	if real := realPath(c.o.DataDir); c.as == nil || c.reaches(real) {
		return real, nil
	}
	if err := makeOpen(outside); err != nil || !c.reaches(outside) {
		return "", fmt.Errorf("Postgres's user %d can't access %s or %s: choose a data folder it can access", c.as.Uid, c.o.DataDir, outside)
	}
	home, err := os.MkdirTemp(outside, "thriftwell-")
	if err != nil {
		return "", err
	}
	return home, c.chown(home)
}

func (c *cluster) reaches(folder string) bool {
	_, err := c.version(folder)
	return err == nil
}

// realPath returns the path of an existing folder without links.
func realPath(folder string) string {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		return real
	}
	return folder
}

func freeBytes(folder string) uint64 {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(folder, &stat); err != nil {
		return 0
	}
	return stat.Bavail * uint64(stat.Bsize)
}

// check rejects a data folder that these binaries or this user can't serve, and
// upgrades one of the previous version.
func (c *cluster) check(ctx context.Context) error {
	version, err := os.ReadFile(filepath.Join(c.data, "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists but contains no database: put its files back or choose another data folder", c.data)
	}
	if err != nil {
		return err
	}
	if c.as != nil {
		if err := c.chown(c.data); err != nil {
			return err
		}
		if !c.reaches(c.data) {
			return fmt.Errorf("user %d can't access %s, which it owns: open the parent folders to that user, or move the data folder", c.as.Uid, c.data)
		}
	}
	if v := strings.TrimSpace(string(version)); v != c.major {
		return c.upgrade(ctx, v)
	}
	return nil
}

// chown changes the owner of root's files in a folder to the user of Postgres.
func (c *cluster) chown(folder string) error {
	if info, err := os.Stat(folder); err != nil || c.as == nil || info.Sys().(*syscall.Stat_t).Uid == c.as.Uid {
		return err
	}
	return filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(c.as.Uid), int(c.as.Gid))
	})
}

// socketFolder returns the data folder, which is private. If its path is too
// long for a socket, or contains a comma, which separates folders, it returns a
// temporary folder.
func (c *cluster) socketFolder() (string, error) {
	short := fmt.Sprintf("thriftwell-%x", sha256.Sum256([]byte(c.data)))[:24]
	for _, folder := range []string{c.data, filepath.Join(os.TempDir(), short), filepath.Join("/tmp", short)} {
		if len(socketIn(folder)) > maxSocketPath || strings.Contains(folder, ",") {
			continue
		}
		if folder == c.data {
			return folder, nil
		}
		if !c.reaches(filepath.Dir(folder)) {
			continue
		}
		if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		info, err := os.Lstat(folder)
		if err != nil {
			return "", err
		}
		// Anyone may have created a folder with this name.
		owner := info.Sys().(*syscall.Stat_t).Uid
		if !info.IsDir() || info.Mode().Perm()&0o077 != 0 || owner != uint32(os.Geteuid()) && (c.as == nil || owner != c.as.Uid) {
			return "", fmt.Errorf("%s isn't a private folder of this user; remove it, or change TMPDIR", folder)
		}
		return folder, c.chown(folder)
	}
	return "", fmt.Errorf("the path %s is too long for a socket; set TMPDIR to a shorter path", c.data)
}

// settings returns the command line of postgres. They aren't stored in the data
// folder, so that a new version of the site can change them.
func (c *cluster) settings() []string {
	settings := []string{
		"listen_addresses=", "port=5432", "unix_socket_permissions=0700", "unix_socket_directories=" + c.sockets,
		"fsync=on", "synchronous_commit=on", "full_page_writes=on",
		"timezone=UTC", "max_connections=100", "shared_buffers=128MB", "effective_cache_size=512MB",
		"random_page_cost=1.1", "jit=off",
		// Room for a burst of writes before a checkpoint has to hurry.
		"min_wal_size=128MB", "max_wal_size=2GB", "checkpoint_timeout=10min",
		// A statement or a conflicting key would put personal data in the log.
		"log_min_messages=log", "log_min_error_statement=panic", "log_error_verbosity=terse",
		"log_checkpoints=off", "log_timezone=UTC", "logging_collector=off",
	}
	if c.o.Small {
		settings = append(settings, "shared_buffers=24MB", "effective_cache_size=256MB", "max_wal_size=512MB", "maintenance_work_mem=32MB")
	}
	if c.o.Throwaway {
		settings = append(settings, "fsync=off", "full_page_writes=off", "autovacuum=off",
			"wal_level=minimal", "max_wal_senders=0", "max_connections=400") // for concurrent tests
		if c.major != "17" { // it lacks this setting
			settings = append(settings, "io_method=sync")
		}
	}
	args := []string{"-D", c.data}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	return args
}

// command prepares one of the binaries to run as its user, and without our
// environment, which has the site's secrets.
func (c *cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "HOME=/"}
	cmd.SysProcAttr = c.childAttr()
	return cmd
}
