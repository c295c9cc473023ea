// Module golang.org/x/crypto@v0.59.0

package main

import (
	"crypto/sha256"
	"fmt"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/pbkdf2"
	"golang.org/x/crypto/sha3"
)

func main() {
	fmt.Printf("%x\n", blake2b.Sum256([]byte("abc")))
	fmt.Printf("%x\n", pbkdf2.Key([]byte("p"), []byte("s"), 10, 16, sha256.New))
	h := sha3.NewLegacyKeccak256()
	h.Write([]byte("hello"))
	fmt.Printf("%x\n", h.Sum(nil))
}
