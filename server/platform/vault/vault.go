// Package vault encrypts personal data with AES-256-GCM. The site's keys have
// ids, so that they can be rotated, and each person has a key sealed with one
// of them. The package also has the site's secret, for hashes of addresses and
// signatures.
package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// keySize is the size of an AES-256 key in bytes.
const keySize = 32

// ErrUnreadable is returned for data that was sealed with another key or for
// another record, or was changed.
var ErrUnreadable = errors.New("can't decrypt data")

// Key encrypts and decrypts. Sealing binds the text to what it is about, so
// that a sealed value can't be moved to another record.
type Key struct {
	raw  []byte
	aead cipher.AEAD
}

// NewKey returns a random key.
func NewKey() Key {
	raw := make([]byte, keySize)
	_, _ = rand.Read(raw) // never fails
	k, err := keyOf(raw)
	if err != nil {
		panic(err) // the size is right
	}
	return k
}

func keyOf(raw []byte) (Key, error) {
	block, err := aes.NewCipher(raw)
	if err != nil || len(raw) != keySize {
		return Key{}, fmt.Errorf("a key has %d bytes", keySize)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return Key{raw, aead}, err
}

// Seal encrypts plain.
func (k Key) Seal(plain []byte, about string) []byte {
	return k.aead.Seal(nil, nil, plain, []byte(about))
}

// Open decrypts what Seal returned, or fails with ErrUnreadable.
func (k Key) Open(sealed []byte, about string) ([]byte, error) {
	plain, err := k.aead.Open(nil, nil, sealed, []byte(about))
	if err != nil {
		return nil, ErrUnreadable
	}
	return plain, nil
}

// SealJSON encrypts a value as JSON, with a Key or Keys.
func SealJSON(key interface {
	Seal(plain []byte, about string) []byte
}, value any, about string) ([]byte, error) {
	plain, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return key.Seal(plain, about), nil
}

// OpenJSON decrypts what SealJSON returned.
func OpenJSON(key interface {
	Open(sealed []byte, about string) ([]byte, error)
}, sealed []byte, about string, value any) error {
	plain, err := key.Open(sealed, about)
	if err != nil {
		return fmt.Errorf("open the %s: %w", about, err)
	}
	return json.Unmarshal(plain, value)
}

// Keys are the site's keys. The first encrypts; all decrypt.
type Keys struct {
	first string
	byID  map[string]Key
}

// NewPair returns a random key with an id, in the form of ParseKeys.
func NewPair(id string) string { return id + ":" + base64.StdEncoding.EncodeToString(NewKey().raw) }

// NewDatedPair returns a random key whose id says how old it is. What follows the
// day tells it from others of that day.
func NewDatedPair() string {
	return NewPair(time.Now().UTC().Format(time.DateOnly) + "-" + strings.ToLower(rand.Text()[:4]))
}

// ParseKeys parses DATA_KEYS: id:base64 pairs separated by commas. An id is 1
// to 32 letters, digits, dots, dashes or underscores; a key is 32 bytes.
func ParseKeys(s string) (*Keys, error) {
	keys := &Keys{byID: map[string]Key{}}
	for pair := range strings.SplitSeq(s, ",") {
		id, encoded, ok := strings.Cut(strings.TrimSpace(pair), ":")
		if !ok || !isID(id) {
			return nil, errors.New("each key needs an id: id:base64")
		}
		raw, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || len(raw) != keySize {
			return nil, fmt.Errorf("key %q is not %d bytes in base64", id, keySize)
		}
		if _, twice := keys.byID[id]; twice {
			return nil, fmt.Errorf("the id %q is used twice", id)
		}
		if keys.byID[id], err = keyOf(raw); err != nil {
			return nil, err
		}
		if keys.first == "" {
			keys.first = id
		}
	}
	return keys, nil
}

func isID(s string) bool {
	other := func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", r)
	}
	return s != "" && len(s) <= 32 && !strings.ContainsFunc(s, other)
}

// DevelopmentKey is the name of the file with the key of DevelopmentKeys, in
// the data folder.
const DevelopmentKey = "development.key"

// DevelopmentKeys returns the key in the data folder and creates it if missing.
func DevelopmentKeys(dataDir string) (*Keys, error) {
	name := filepath.Join(dataDir, DevelopmentKey)
	kept, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(dataDir, 0o755); err != nil {
			return nil, err
		}
		kept = []byte(NewPair("development"))
		err = writeOnce(name, kept)
		if errors.Is(err, os.ErrExist) { // another process was faster
			kept, err = os.ReadFile(name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("save a development key: %w", err)
	}
	return ParseKeys(string(kept))
}

// FindDevelopmentKeys returns the key in the data folder, or no keys if there
// is none.
func FindDevelopmentKeys(dataDir string) (*Keys, error) {
	kept, err := os.ReadFile(filepath.Join(dataDir, DevelopmentKey))
	if errors.Is(err, os.ErrNotExist) {
		return &Keys{}, nil
	}
	if err != nil {
		return nil, err
	}
	return ParseKeys(string(kept))
}

// writeOnce creates a file atomically. It returns os.ErrExist if it exists.
func writeOnce(name string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".key-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Link(f.Name(), name)
}

// Seal encrypts plain under the first key and prefixes the key's id.
func (k *Keys) Seal(plain []byte, about string) []byte {
	named := append([]byte{byte(len(k.first))}, k.first...)
	return append(named, k.byID[k.first].Seal(plain, about)...)
}

// Open decrypts what Seal returned under any of the keys, or fails with
// ErrUnreadable.
func (k *Keys) Open(sealed []byte, about string) ([]byte, error) {
	id, rest := split(sealed)
	key, ok := k.byID[id]
	if !ok {
		return nil, fmt.Errorf("%w: DATA_KEYS has no key %q", ErrUnreadable, id)
	}
	return key.Open(rest, about)
}

// split separates the key's id from the rest.
func split(sealed []byte) (id string, rest []byte) {
	if len(sealed) == 0 || len(sealed) < 1+int(sealed[0]) {
		return "", nil
	}
	end := 1 + int(sealed[0])
	return string(sealed[1:end]), sealed[end:]
}

// SealKey encrypts a person's key.
func (k *Keys) SealKey(key Key, about string) []byte { return k.Seal(key.raw, about) }

// OpenKey decrypts what SealKey returned.
func (k *Keys) OpenKey(sealed []byte, about string) (Key, error) {
	raw, err := k.Open(sealed, about)
	if err != nil {
		return Key{}, err
	}
	return keyOf(raw)
}

// Reseal re-encrypts what an older key sealed and reports whether it did.
func (k *Keys) Reseal(sealed []byte, about string) (again []byte, changed bool, err error) {
	if id, _ := split(sealed); id == k.first {
		return sealed, false, nil
	}
	plain, err := k.Open(sealed, about)
	if err != nil {
		return nil, false, err
	}
	return k.Seal(plain, about), true, nil
}
