package hkdf

import (
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/sha3"
	"fmt"
	"hash"
	"testing"
)

// own is a hash type that the standard library does not know.
type own struct{ hash.Hash }

func newOwn() own { return own{sha256.New()} }

func TestKeys(t *testing.T) {
	testKeys(t, sha256.New)
	testKeys(t, sha3.New256)
	testKeys(t, newOwn)
}

func testKeys[H hash.Hash](t *testing.T, h func() H) {
	t.Helper()
	secret, salt := []byte("a secret of some length"), []byte("salt")
	for _, size := range []int{0, 1, 32, 100, 255*32 + 1} {
		for _, salt := range [][]byte{nil, salt} {
			got1, err1 := Extract(h, secret, salt)
			want1, wantErr1 := hkdf.Extract(h, secret, salt)
			got2, err2 := Expand(h, want1, "info", size)
			want2, wantErr2 := hkdf.Expand(h, want1, "info", size)
			got3, err3 := Key(h, secret, salt, "info", size)
			want3, wantErr3 := hkdf.Key(h, secret, salt, "info", size)
			got := fmt.Sprint(got1, err1, got2, err2, got3, err3)
			if want := fmt.Sprint(want1, wantErr1, want2, wantErr2, want3, wantErr3); got != want {
				t.Errorf("size %d: got %s, want %s", size, got, want)
			}
		}
	}
}
