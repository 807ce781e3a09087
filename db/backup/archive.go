package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"path"
	"time"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
)

// pieceSize is how much of a table is buffered before it is written, because a
// tar has the size of an entry before its content. In bytes.
const pieceSize = 4 << 20

// archive writes the entries of a backup.
type archive struct {
	*tar.Writer
	below []io.Closer // what the tar is written to, outermost first
	made  time.Time
}

func newArchive(w io.Writer, made time.Time, recipients []age.Recipient) (*archive, error) {
	to, below, err := encode(w, recipients)
	if err != nil {
		return nil, err
	}
	return &archive{tar.NewWriter(to), below, made}, nil
}

// encode returns a writer that compresses and, if there are recipients, encrypts,
// and what is to be closed after it, in this order.
func encode(w io.Writer, recipients []age.Recipient) (to io.Writer, below []io.Closer, err error) {
	if len(recipients) > 0 {
		encrypted, err := age.Encrypt(w, recipients...)
		if err != nil {
			return nil, nil, fmt.Errorf("encrypt: %w", err)
		}
		below, w = append(below, encrypted), encrypted
	}
	// One core, because the site runs meanwhile.
	compressed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, nil, fmt.Errorf("compress: %w", err)
	}
	return compressed, append([]io.Closer{compressed}, below...), nil
}

func closeAll(all []io.Closer) (err error) {
	for _, c := range all {
		err = errors.Join(err, c.Close())
	}
	return err
}

// Close writes the end of the archive.
func (a *archive) Close() error {
	return errors.Join(a.Writer.Close(), closeAll(a.below))
}

func (a *archive) add(name string, content []byte) error {
	_, err := a.addFrom(name, int64(len(content)), bytes.NewReader(content))
	return err
}

// addFrom adds size bytes of r, which may have grown meanwhile.
func (a *archive) addFrom(name string, size int64, r io.Reader) (c Content, err error) {
	if err := a.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: a.made}); err != nil {
		return c, err
	}
	sum := sha256.New()
	c.Bytes, err = io.CopyN(io.MultiWriter(a, sum), r, size)
	c.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return c, err
}

// table writes the rows of a table in pieces.
type table struct {
	to    *archive
	name  string
	rows  []byte
	n     int // number of pieces
	bytes int64
	sum   hash.Hash
}

// Write writes one or more complete rows.
func (t *table) Write(rows []byte) (int, error) {
	if len(t.rows) > 0 && len(t.rows)+len(rows) > pieceSize {
		if err := t.flush(); err != nil {
			return 0, err
		}
	}
	t.rows = append(t.rows, rows...)
	return len(rows), nil
}

func (t *table) flush() error {
	if len(t.rows) == 0 {
		return nil
	}
	t.n++
	t.bytes += int64(len(t.rows))
	t.sum.Write(t.rows)
	err := t.to.add(path.Join(tablesFolder, t.name, fmt.Sprintf("%06d", t.n)), t.rows)
	t.rows = t.rows[:0]
	return err
}

// The first bytes of a backup.
const (
	ageMagic  = "age-encryption.org/"
	zstdMagic = "\x28\xb5\x2f\xfd"
)

// ErrNoBackup is returned for other files, ErrEncrypted for a backup that needs
// an identity, ErrDamaged for one that was changed.
var (
	ErrNoBackup  = errors.New("this isn't a backup of a site")
	ErrEncrypted = errors.New("the backup is encrypted; use --identity with the key file")
	ErrDamaged   = errors.New("the backup is damaged or incomplete")
)

// read calls visit for each table (tables/NAME) and file (files/NAME) of a
// backup. It returns the manifest if the whole backup matches it.
func read(r io.Reader, identities []age.Identity, visit func(name string, content io.Reader) error) (m Manifest, err error) {
	plain, err := decode(r, identities)
	if err != nil {
		return m, err
	}
	defer plain.Close()
	found := map[string]Content{}
	var manifest []byte
	e := &entry{tar: tar.NewReader(plain)}
	for e.next() {
		if manifest != nil {
			return m, fmt.Errorf("%w: data after its manifest", ErrDamaged)
		}
		name := e.name
		if name == manifestName {
			if manifest, err = io.ReadAll(e); err != nil {
				return m, err
			}
			continue
		}
		if err := visit(name, e); err != nil {
			return m, err
		}
		if _, err := io.Copy(io.Discard, e); err != nil {
			return m, err
		}
		if _, twice := found[name]; twice {
			return m, fmt.Errorf("%w: %s is in it twice", ErrDamaged, name)
		}
		found[name] = Content{e.bytes, hex.EncodeToString(e.sum.Sum(nil))}
	}
	if e.err != nil {
		return m, e.err
	}
	if _, err := io.Copy(io.Discard, plain); err != nil { // the checksum comes last
		return m, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if manifest == nil {
		return m, ErrNoBackup
	}
	if m, err = readManifest(manifest); err != nil {
		return m, err
	}
	return m, m.check(found)
}

func readManifest(text []byte) (m Manifest, err error) {
	var only struct{ Format int } // the rest may be different
	if err := json.Unmarshal(text, &only); err != nil || only.Format < 1 {
		return m, ErrNoBackup
	}
	if only.Format > format {
		return m, fmt.Errorf("the backup has format %d and was made by a newer version of the site; this one reads formats up to %d", only.Format, format)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("%w: couldn't read its manifest: %w", ErrDamaged, err)
	}
	return m, nil
}

// decode returns the tar in a backup.
func decode(r io.Reader, identities []age.Identity) (io.ReadCloser, error) {
	head := bufio.NewReader(r)
	if magic, _ := head.Peek(len(ageMagic)); string(magic) == ageMagic {
		if len(identities) == 0 {
			return nil, ErrEncrypted
		}
		decrypted, err := age.Decrypt(head, identities...)
		if noMatch := new(age.NoIdentityMatchError); errors.As(err, &noMatch) {
			return nil, errors.New("the backup is encrypted with a different key")
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		head = bufio.NewReader(decrypted)
	}
	magic, err := head.Peek(len(zstdMagic))
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if string(magic) != zstdMagic {
		return nil, ErrNoBackup
	}
	decompressed, err := zstd.NewReader(head, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return decompressed.IOReadCloser(), nil
}

// check compares what was found in a backup with the manifest, and the manifest
// with this version of the site.
func (m Manifest) check(found map[string]Content) error {
	said := map[string]Content{}
	for _, t := range m.Tables {
		said[path.Join(tablesFolder, t.Name)] = t.Content
	}
	for _, f := range m.Files {
		said[path.Join(filesFolder, f.Name)] = f.Content
	}
	for name, content := range said {
		got, is := found[name]
		if !is { // empty tables have no entry
			got.SHA256 = hex.EncodeToString(sha256.New().Sum(nil))
		}
		if got != content {
			return fmt.Errorf("%w: %s doesn't match the manifest", ErrDamaged, name)
		}
	}
	for name := range found {
		if _, is := said[name]; !is {
			return fmt.Errorf("%w: %s is not in its manifest", ErrDamaged, name)
		}
	}
	return m.Schema.Check()
}

// entry reads the files and tables in a tar one by one. Consecutive pieces are
// read as one.
type entry struct {
	tar   *tar.Reader
	head  *tar.Header // the next header, if it was read
	name  string
	bytes int64
	sum   hash.Hash
	err   error
}

// next advances to the next entry and reports whether there is one.
func (e *entry) next() bool {
	if e.head == nil && !e.advance() {
		return false
	}
	e.name, e.head, e.bytes, e.sum = nameOf(e.head.Name), nil, 0, sha256.New()
	return true
}

func (e *entry) advance() bool {
	head, err := e.tar.Next()
	if err != nil {
		if err != io.EOF {
			e.err = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		return false
	}
	e.head = head
	return true
}

// Read reads until the end of the file or table.
func (e *entry) Read(to []byte) (int, error) {
	for e.head == nil {
		n, err := e.tar.Read(to)
		if n > 0 || err == nil {
			e.bytes += int64(n)
			e.sum.Write(to[:n])
			return n, nil
		}
		if err != io.EOF {
			return 0, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if !e.advance() {
			break
		}
		if nameOf(e.head.Name) == e.name {
			e.head = nil
		}
	}
	if e.err != nil {
		return 0, e.err
	}
	return 0, io.EOF
}
