package bundled

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// ErrUpgradeDue is returned by Start without Options.Carry for data that needs
// an upgrade.
var ErrUpgradeDue = errors.New("the next start upgrades it")

// Folders that an upgrade creates beside the data folder: a cluster that is
// being made, its backup, and the cluster once it has all of the data.
const (
	freshEnding    = ".new"
	scratchEnding  = ".backup"
	upgradedEnding = ".upgraded"
)

// upgrade copies data of the previous version into a new cluster, which then
// replaces it. The old data is only read, and kept. If it is interrupted, the
// next start begins again, or continues if it was between the last two renames.
func (c *cluster) upgrade(ctx context.Context, version string) error {
	old, err := c.predecessor(version)
	if err != nil {
		return err
	}
	if err := endAll(ctx, c.data); err != nil { // the previous version may still be ending
		return err
	}
	size, err := sizeOf(c.data)
	if err != nil {
		return err
	}
	home := filepath.Dir(c.data)
	if need, free := uint64(2*size+256<<20), freeBytes(home); free < need {
		return fmt.Errorf("upgrading the database in %s from PostgreSQL %s to %s needs %d MB, but only %d MB are free: free up space and start again; nothing was changed", c.data, version, c.major, need>>20, free>>20)
	}
	if c.o.Carry == nil {
		return fmt.Errorf("%s has data of PostgreSQL %s, but PostgreSQL %s is bundled: %w", c.data, version, c.major, ErrUpgradeDue)
	}
	began := time.Now()
	c.o.Log.Info("upgrading the database; this takes about a minute per GB", "from", version, "to", c.major, "megabytes", size>>20)
	if err := c.clearUpgrade(ctx); err != nil {
		return err
	}
	next := *c
	next.data = c.data + freshEnding
	left, err := c.carry(ctx, old, &next)
	if err != nil {
		return fmt.Errorf("upgrade the database in %s from PostgreSQL %s to %s (nothing was changed): %w", c.data, version, c.major, errors.Join(err, c.clearUpgrade(ctx)))
	}
	if err := os.RemoveAll(c.data + scratchEnding); err != nil {
		return err
	}
	kept, err := c.swap(next.data, version)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(c.data + archiveEnding); err != nil { // another Postgres can't use this log
		return err
	}
	if len(left) > 0 {
		c.o.Log.Warn("didn't copy tables that aren't the site's", "tables", left, "still in", kept)
	}
	c.o.Log.Warn("upgraded the database; the old one is kept, including data deleted from now on: remove it once the site works well",
		"from", version, "to", c.major, "took", time.Since(began), "remove by", "rm -r '"+kept+"'")
	return nil
}

// predecessor returns the cluster as served by its own version.
func (c *cluster) predecessor(version string) (*cluster, error) {
	is, err := strconv.Atoi(version)
	if err != nil {
		return nil, fmt.Errorf("%s has data of PostgreSQL %s, which is unknown", c.data, version)
	}
	if ours, _ := strconv.Atoi(c.major); is > ours {
		return nil, fmt.Errorf("%s has data of PostgreSQL %s, but PostgreSQL %s is bundled: start the newer release again, or restore a backup into another data folder", c.data, version, c.major)
	}
	old := *c
	if old.bin, err = findPredecessor(c.o.Binaries); err != nil {
		return nil, fmt.Errorf("%s has data of PostgreSQL %s, but PostgreSQL %s is bundled, and %w: run npm ci or unpack the release again; or back up with the previous release and restore with this one into another data folder", c.data, version, c.major, err)
	}
	if err := old.tryBinaries(); err != nil {
		return nil, err
	}
	if old.major != version {
		return nil, fmt.Errorf("%s has data of PostgreSQL %s, but this release can only upgrade PostgreSQL %s: back up with the release that wrote it, and restore with this one into another data folder", c.data, version, old.major)
	}
	return &old, nil
}

// clearUpgrade removes what an interrupted upgrade left.
func (c *cluster) clearUpgrade(ctx context.Context) error {
	if err := endAll(ctx, c.data+freshEnding); err != nil {
		return err
	}
	var failed []error
	for _, ending := range []string{freshEnding, scratchEnding, upgradedEnding} {
		failed = append(failed, os.RemoveAll(c.data+ending))
	}
	return errors.Join(failed...)
}

// carry creates next and calls Options.Carry to fill it from old.
func (c *cluster) carry(ctx context.Context, old, next *cluster) (left []string, err error) {
	if old.sockets, err = old.socketFolder(); err != nil {
		return nil, err
	}
	// Other processes recognize this and wait; the doctor attaches.
	source, err := old.serve(ctx, "-c", "default_transaction_read_only=on")
	if err != nil {
		return nil, fmt.Errorf("start PostgreSQL %s: %w", old.major, err)
	}
	defer source.stop()
	c.reached("the predecessor runs")
	if err := next.initialize(ctx); err != nil {
		return nil, err
	}
	if next.sockets, err = next.socketFolder(); err != nil {
		return nil, err
	}
	if next.sockets != next.data {
		defer os.RemoveAll(next.sockets)
	}
	c.reached("the cluster is made")
	target, err := next.serve(ctx)
	if err != nil {
		return nil, err
	}
	defer target.stop()
	if err := ensureDatabase(ctx, next.sockets); err != nil {
		return nil, err
	}
	scratch := c.data + scratchEnding
	if err := os.Mkdir(scratch, 0o700); err != nil {
		return nil, err
	}
	left, err = c.o.Carry(ctx, socketURL(old.sockets, Database), socketURL(next.sockets, Database), scratch)
	c.reached("the data is taken over")
	return left, err
}

// swap replaces the old cluster with a new one, and returns where the old one
// is kept.
func (c *cluster) swap(fresh, version string) (kept string, err error) {
	kept = c.data + "-" + version
	if _, err := os.Lstat(kept); err == nil { // from an upgrade that was undone
		kept += time.Now().UTC().Format("-20060102T150405Z")
	}
	upgraded := c.data + upgradedEnding
	for _, r := range []struct{ from, to, step string }{
		{fresh, upgraded, "the new cluster is whole"}, {c.data, kept, "the old one is out of the way"}, {upgraded, c.data, "the new one is in its place"},
	} {
		if err := os.Rename(r.from, r.to); err != nil {
			return "", err
		}
		if err := syncFolder(filepath.Dir(c.data)); err != nil {
			return "", err
		}
		c.reached(r.step)
	}
	return kept, nil
}

var keptName = regexp.MustCompile(`^postgres-\d+(-\d{8}T\d{6}Z)?$`)

// Kept returns the folders with data of earlier versions that upgrades of a
// data folder kept.
func Kept(dataDir string) ([]string, error) {
	home := filepath.Dir(realPath(filepath.Join(dataDir, "postgres")))
	entries, err := os.ReadDir(home)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var kept []string
	for _, e := range entries {
		if keptName.MatchString(e.Name()) {
			kept = append(kept, filepath.Join(home, e.Name()))
		}
	}
	return kept, nil
}

// finishUpgrade continues a swap that was interrupted when there was no data
// folder. Link is the data folder, or a link to it.
func finishUpgrade(link string) error {
	data := link
	if target, err := os.Readlink(link); err == nil {
		if data = target; !filepath.IsAbs(target) {
			data = filepath.Join(filepath.Dir(link), target)
		}
	}
	if _, err := os.Lstat(data); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(data+upgradedEnding, data); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// reached tells a test about a step.
func (c *cluster) reached(step string) {
	if c.o.reached != nil {
		c.o.reached(step)
	}
}

// sizeOf returns the size of the files in a folder.
func sizeOf(folder string) (bytes int64, err error) {
	err = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	return bytes, err
}

// syncFolder makes the names in a folder survive a crash of the machine.
func syncFolder(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
