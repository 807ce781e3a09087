package vault

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/db/dbtest"
)

func keys(t *testing.T, s string) *Keys {
	t.Helper()
	k, err := ParseKeys(s)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func named(id string, fill byte) string {
	return id + ":" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{fill}, keySize))
}

func TestTheFirstKeySealsAndAllOpen(t *testing.T) {
	before := keys(t, named("old", 1))
	sealed := before.Seal([]byte("1 Main St"), "a")
	after := keys(t, named("new", 2)+", "+named("old", 1))
	plain, err := after.Open(sealed, "a")
	if err != nil || string(plain) != "1 Main St" {
		t.Fatalf("%q, %v", plain, err)
	}
	if _, err := before.Open(after.Seal(plain, "a"), "a"); !errors.Is(err, ErrUnreadable) {
		t.Errorf("the old key opens what the new one sealed: %v", err)
	}
	again, changed, err := after.Reseal(sealed, "a")
	if err != nil || !changed {
		t.Fatal(changed, err)
	}
	if plain, err := keys(t, named("new", 2)).Open(again, "a"); err != nil || string(plain) != "1 Main St" {
		t.Errorf("%q, %v", plain, err)
	}
}

func TestSealedValuesAreBoundToTheirRecord(t *testing.T) {
	k := NewKey()
	sealed := k.Seal([]byte("x"), "profile of a")
	changed := bytes.Clone(sealed)
	changed[len(changed)-1] ^= 1
	for name, open := range map[string]func() ([]byte, error){
		"another record": func() ([]byte, error) { return k.Open(sealed, "profile of b") },
		"another key":    func() ([]byte, error) { return NewKey().Open(sealed, "profile of a") },
		"a changed one":  func() ([]byte, error) { return k.Open(changed, "profile of a") },
		"a short one":    func() ([]byte, error) { return k.Open(sealed[:5], "profile of a") },
	} {
		if _, err := open(); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if bytes.Equal(k.Seal([]byte("x"), ""), k.Seal([]byte("x"), "")) {
		t.Error("equal texts are equal when sealed")
	}
}

func TestMalformedKeysAreRejected(t *testing.T) {
	for _, s := range []string{"", "a", "a:", ":" + named("", 1)[1:], "a:not base64", "a:c2hvcnQ=", named("a b", 1), named("a", 1) + "," + named("a", 2)} {
		if _, err := ParseKeys(s); err == nil {
			t.Errorf("%q is accepted", s)
		}
	}
}

func TestTheDevelopmentKeyPersists(t *testing.T) {
	dir := t.TempDir()
	first, err := DevelopmentKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	second, err := DevelopmentKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.Open(first.Seal([]byte("x"), ""), ""); err != nil {
		t.Error(err)
	}
}

func TestInstancesShareTheSecret(t *testing.T) {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	load := func(k *Keys) Secret {
		t.Helper()
		s, err := LoadSecret(ctx, pool, k)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	old := keys(t, named("old", 1))
	first := load(old).AddressHash("Jane@example.com")
	if !bytes.Equal(first, load(old).AddressHash("jane@EXAMPLE.com")) {
		t.Error("two instances hash differently")
	}
	both := keys(t, named("new", 2)+","+named("old", 1))
	if err := both.ResealSecret(ctx, pool); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, load(keys(t, named("new", 2))).AddressHash("jane@example.com")) {
		t.Error("key rotation changed the secret")
	}
	if _, err := LoadSecret(ctx, pool, old); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a retired key opens it: %v", err)
	}
}

func TestMACDependsOnPartBoundaries(t *testing.T) {
	s := Secret{[]byte("secret")}
	if bytes.Equal(s.MAC("p", []byte("ab"), []byte("c")), s.MAC("p", []byte("a"), []byte("bc"))) {
		t.Error("different parts have the same signature")
	}
}

// Nothing that was not sealed here can be opened.
func FuzzOpen(f *testing.F) {
	k, err := ParseKeys("a:" + base64.StdEncoding.EncodeToString(make([]byte, keySize))) // the same in every process of the fuzzer
	if err != nil {
		f.Fatal(err)
	}
	sealed := k.Seal([]byte("Jane"), "subscriber")
	f.Add(sealed)
	f.Add(sealed[:len(sealed)-1])
	f.Add([]byte("a"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := k.OpenKey(text, "subscriber"); err == nil {
			t.Errorf("%q opens as a key", text)
		}
		if plain, err := k.Open(text, "subscriber"); err == nil && string(plain) != "Jane" {
			t.Errorf("%q opens as %q", text, plain)
		}
	})
}
