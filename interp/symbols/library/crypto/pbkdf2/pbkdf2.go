// Package pbkdf2 has the source of the generic part of the standard library's
// crypto/pbkdf2, for the types of cells and of packages. Key is compiled for
// hash.Hash, which all hashes are.
package pbkdf2

import (
	"crypto/pbkdf2"
	"hash"
)

// Key makes a key of keyLength bytes from a password.
func Key[Hash hash.Hash](h func() Hash, password string, salt []byte, iter, keyLength int) ([]byte, error) {
	return pbkdf2.Key(func() hash.Hash { return h() }, password, salt, iter, keyLength)
}
