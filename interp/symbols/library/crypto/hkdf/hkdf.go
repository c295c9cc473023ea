// Package hkdf has the source of the generic part of the standard library's
// crypto/hkdf, for the types of cells and of packages. The functions are
// compiled for hash.Hash, which all hashes are.
package hkdf

import (
	"crypto/hkdf"
	"hash"
)

// Extract makes a key for Expand from a secret.
func Extract[H hash.Hash](h func() H, secret, salt []byte) ([]byte, error) {
	return hkdf.Extract(func() hash.Hash { return h() }, secret, salt)
}

// Expand makes a key of keyLength bytes from one of Extract.
func Expand[H hash.Hash](h func() H, pseudorandomKey []byte, info string, keyLength int) ([]byte, error) {
	return hkdf.Expand(func() hash.Hash { return h() }, pseudorandomKey, info, keyLength)
}

// Key makes a key of keyLength bytes from a secret.
func Key[Hash hash.Hash](h func() Hash, secret, salt []byte, info string, keyLength int) ([]byte, error) {
	return hkdf.Key(func() hash.Hash { return h() }, secret, salt, info, keyLength)
}
