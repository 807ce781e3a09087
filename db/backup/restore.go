package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"

	"thriftwell/db"
)

// ErrInUse is returned for a database in use, ErrNotEmpty for one with a site.
var (
	ErrInUse    = errors.New("a site or one of its commands uses this database; stop it first")
	ErrNotEmpty = errors.New("the site isn't empty; use --replace to replace everything")
)

// Backup is a backup that was verified to be complete.
type Backup struct {
	Manifest
	open       func() (io.ReadCloser, error)
	identities []age.Identity
}

// Open reads and verifies a backup in a file. Identities can decrypt an
// encrypted one.
func Open(file string, identities ...age.Identity) (*Backup, error) {
	return OpenFrom(func() (io.ReadCloser, error) { return os.Open(file) }, identities...)
}

// OpenFrom is Open for a backup from elsewhere. It is read again when it is
// restored.
func OpenFrom(open func() (io.ReadCloser, error), identities ...age.Identity) (*Backup, error) {
	b := &Backup{open: open, identities: identities}
	var err error
	b.Manifest, err = b.read(func(string, io.Reader) error { return nil })
	return b, err
}

func (b *Backup) read(visit func(name string, content io.Reader) error) (Manifest, error) {
	f, err := b.open()
	if err != nil {
		return Manifest{}, err
	}
	defer f.Close()
	return read(f, b.identities, visit)
}

// Target is where to restore a backup.
type Target struct {
	URL     string // of the database
	Replace bool   // existing data
	Dir     string // an empty folder for the files
	// Check is called with the address of the restored database before it replaces the current one. If it
	// fails, nothing has changed. Done is called afterwards.
	Check func(ctx context.Context, url string) error
	Done  func() error
}

// Restore loads a backup into a separate schema, brings it to the newest
// migration and, if everything succeeds, replaces the site with it in one
// transaction. No one else may use the database meanwhile. It returns the names
// of tables that no migration makes, which it doesn't restore.
func (b *Backup) Restore(ctx context.Context, t Target) (foreign []string, err error) {
	conn, err := connect(ctx, t.URL)
	if err != nil {
		return nil, err
	}
	ending := context.WithoutCancel(ctx) // for what must not be interrupted
	defer conn.Close(ending)
	if err := takeOver(ctx, conn, t.Replace); err != nil {
		return nil, err
	}
	s, err := newSwap(ctx, conn, t.URL)
	if err != nil {
		return nil, err
	}
	beside, err := s.begin(ctx)
	if err == nil {
		foreign, err = b.prepare(ctx, t, beside)
	}
	if err == nil {
		err = s.exchange(ending)
	}
	if err != nil {
		return nil, errors.Join(err, s.sweep(ending))
	}
	if err := t.Done(); err != nil {
		return foreign, err
	}
	if err := s.sweep(ending); err != nil {
		return foreign, fmt.Errorf("the backup was restored, but the old data is still in the schema %s: %w", s.old, err)
	}
	return foreign, nil
}

// takeOver locks everyone else out while conn is open. It fails if the data is in
// use, or would have to be replaced and must not be.
func takeOver(ctx context.Context, conn *pgx.Conn, replace bool) error {
	switch alone, err := db.TakeAlone(ctx, conn); {
	case err != nil:
		return err
	case !alone:
		return ErrInUse
	case replace:
		return nil
	}
	return expectEmpty(ctx, conn)
}

// Restorable returns why nothing can be restored to the database at url now, if
// that is so.
func Restorable(ctx context.Context, url string, replace bool) error {
	conn, err := connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return takeOver(ctx, conn, replace)
}

// ExtractFiles writes the files of the backup to the empty folder dir.
func (b *Backup) ExtractFiles(dir string) error {
	_, err := b.read(func(name string, content io.Reader) error {
		if file, is := strings.CutPrefix(name, filesFolder+"/"); is {
			return extract(dir, file, content, b.Made)
		}
		return nil
	})
	return err
}

// prepare turns the schema at url into the restored site.
func (b *Backup) prepare(ctx context.Context, t Target, url string) (foreign []string, err error) {
	if foreign, err = b.load(ctx, url, t.Dir); err != nil {
		return nil, fmt.Errorf("load the backup: %w", err)
	}
	if err := db.Migrate(ctx, url); err != nil {
		return nil, err
	}
	return foreign, t.Check(ctx, url)
}

// expectEmpty fails unless a database has no tables, or only what the
// migrations record about themselves.
func expectEmpty(ctx context.Context, conn *pgx.Conn) error {
	tables, err := tablesOf(ctx, conn)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if t.Name == "goose_db_version" || t.Name == "river_migration" {
			continue
		}
		some := false
		if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+quote(t.Name)+")").Scan(&some); err != nil {
			return err
		}
		if some {
			return ErrNotEmpty
		}
	}
	return nil
}

// elsewhere returns the address of a schema, in another database of the server
// unless that is "".
func elsewhere(address, database, schema string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", errors.New("couldn't read the database's address") // it may include a password
	}
	query := u.Query()
	if database != "" {
		u.Path = "/" + database
		query.Del("dbname")
		query.Del("database")
	}
	query.Set("search_path", quote(schema))
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20") // pgx takes a plus sign literally, not as a space
	return u.String(), nil
}

// load fills the empty schema at url and the folder dir.
func (b *Backup) load(ctx context.Context, url, dir string) (foreign []string, err error) {
	if err := db.MigrateTo(ctx, url, b.Schema); err != nil {
		return nil, err
	}
	conn, err := connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	held, err := releaseTables(ctx, conn)
	if err != nil {
		return nil, err
	}
	ours := map[string]Table{} // by the name of their entries
	for _, t := range b.Tables {
		switch known, err := empty(ctx, conn, t); {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		case known:
			ours[tablesFolder+"/"+t.Name] = t
		default:
			foreign = append(foreign, t.Name)
		}
	}
	_, err = b.read(func(name string, content io.Reader) error {
		if file, is := strings.CutPrefix(name, filesFolder+"/"); is {
			return extract(dir, file, content, b.Made)
		}
		if t, is := ours[name]; is {
			return copyIn(ctx, conn, t, content)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, statement := range append(held, "ANALYZE "+strings.Join(names(slices.Collect(maps.Values(ours))), ", ")) {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return nil, fmt.Errorf("%s: %w", statement, err)
		}
	}
	return foreign, setSequences(ctx, conn, b.Sequences)
}

func copyIn(ctx context.Context, conn *pgx.Conn, t Table, rows io.Reader) error {
	tag, err := conn.PgConn().CopyFrom(ctx, rows, "COPY "+t.copied()+" FROM STDIN")
	if err == nil && tag.RowsAffected() != t.Rows {
		err = fmt.Errorf("loaded %d rows instead of %d", tag.RowsAffected(), t.Rows)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	return nil
}

// What would affect rows loaded in the order of the backup: foreign keys, and
// enabled triggers of tables. The second column undoes the first.
const holdBack = `
	SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
		format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
	FROM pg_constraint c JOIN pg_namespace n ON n.oid = connamespace AND n.nspname = current_schema()
	WHERE contype = 'f' AND conparentid = 0
	UNION ALL
	SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
		format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
	FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid JOIN pg_namespace n ON n.oid = relnamespace AND n.nspname = current_schema()
	WHERE NOT tgisinternal AND tgenabled = 'O' AND tgparentid = 0 AND relkind <> 'v'`

// releaseTables makes the tables accept any rows in any order, and returns the
// statements that undo that.
func releaseTables(ctx context.Context, conn *pgx.Conn) (undo []string, err error) {
	rows, err := conn.Query(ctx, holdBack)
	if err != nil {
		return nil, err
	}
	var do []string
	var off, on string
	if _, err := pgx.ForEachRow(rows, []any{&off, &on}, func() error {
		do, undo = append(do, off), append(undo, on)
		return nil
	}); err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, strings.Join(do, ";"))
	return undo, err
}

// empty prepares a table of the backup: it creates a missing partition and
// deletes all rows, even those of migrations. It reports false for a table that
// no migration makes.
func empty(ctx context.Context, conn *pgx.Conn, t Table) (known bool, err error) {
	made := t.Name
	if t.PartitionOf != "" {
		made = t.PartitionOf
	}
	err = conn.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", quote(made)).Scan(&known)
	if err != nil || !known {
		return false, err
	}
	if t.PartitionOf != "" {
		if !bounds.MatchString(t.Bounds) {
			return false, fmt.Errorf("%w: the partition has the bounds %s", ErrDamaged, t.Bounds)
		}
		sql := "CREATE TABLE IF NOT EXISTS " + quote(t.Name) + " PARTITION OF " + quote(t.PartitionOf) + " " + t.Bounds
		if _, err := conn.Exec(ctx, sql); err != nil {
			return false, err
		}
	}
	_, err = conn.Exec(ctx, "DELETE FROM "+quote(t.Name))
	return true, err
}

// extract writes a file of a backup below dir.
func extract(dir, name string, content io.Reader, made time.Time) error {
	if !filepath.IsLocal(name) {
		return fmt.Errorf("%w: the file %s is outside the data folder", ErrDamaged, name)
	}
	to := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Sync(), f.Close(), os.Chtimes(to, made, made))
}
