package pbkdf2

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha3"
	"fmt"
	"hash"
	"testing"
)

// own is a hash type that the standard library does not know.
type own struct{ hash.Hash }

func newOwn() own { return own{sha256.New()} }

func TestKey(t *testing.T) {
	testKey(t, sha256.New)
	testKey(t, sha3.New256)
	testKey(t, newOwn)
}

func testKey[H hash.Hash](t *testing.T, h func() H) {
	t.Helper()
	for _, size := range []int{0, -1, 1, 32, 50} {
		got, err := Key(h, "some password", []byte("salt of bytes"), 20, size)
		want, wantErr := pbkdf2.Key(h, "some password", []byte("salt of bytes"), 20, size)
		if fmt.Sprint(got, err) != fmt.Sprint(want, wantErr) {
			t.Errorf("size %d: got %v %v, want %v %v", size, got, err, want, wantErr)
		}
	}
}
