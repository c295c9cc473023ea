package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

type Hash [sha256.Size]byte

func (h Hash) String() string               { return hex.EncodeToString(h[:4]) }
func (h Hash) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(h[:])), nil }
func (h *Hash) UnmarshalText(b []byte) error {
	n, err := hex.Decode(h[:], b)
	if err == nil && n != len(h) {
		err = errors.New("short hash")
	}
	return err
}

type Tx struct {
	From, To string
	Amt      uint64 `json:",string"`
}
type Header struct {
	Prev  Hash
	Root  Hash
	Nonce uint32
	Bits  uint8
}
type Block struct {
	Header
	Txs []Tx
}

func (h Header) Sum() Hash {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, h)
	return sha256.Sum256(b.Bytes())
}
func merkle(hs []Hash) Hash {
	switch len(hs) {
	case 0:
		return Hash{}
	case 1:
		return hs[0]
	}
	if len(hs)%2 == 1 {
		hs = append(hs, hs[len(hs)-1])
	}
	next := make([]Hash, 0, len(hs)/2)
	for i := 0; i < len(hs); i += 2 {
		next = append(next, sha256.Sum256(append(hs[i][:], hs[i+1][:]...)))
	}
	return merkle(next)
}
func (b *Block) mine() int {
	hs := make([]Hash, len(b.Txs))
	for i, t := range b.Txs {
		j, _ := json.Marshal(t)
		hs[i] = sha256.Sum256(j)
	}
	b.Root = merkle(hs)
	for ; ; b.Nonce++ {
		if s := b.Sum(); s[0]>>(8-b.Bits) == 0 {
			return int(b.Nonce)
		}
	}
}

type Chain struct {
	blocks []*Block
	bal    map[string]int64
}

func (c *Chain) Add(txs ...Tx) error {
	for _, t := range txs {
		if t.From != "" && c.bal[t.From] < int64(t.Amt) {
			return fmt.Errorf("%s has %d < %d", t.From, c.bal[t.From], t.Amt)
		}
		c.bal[t.To] += int64(t.Amt)
		if t.From != "" {
			c.bal[t.From] -= int64(t.Amt)
		}
	}
	b := &Block{Header{Bits: 6}, txs}
	if n := len(c.blocks); n > 0 {
		b.Prev = c.blocks[n-1].Sum()
	}
	b.mine()
	c.blocks = append(c.blocks, b)
	return nil
}
func (c *Chain) Verify() (int, bool) {
	for i, b := range c.blocks[1:] {
		if b.Prev != c.blocks[i].Sum() {
			return i + 1, false
		}
	}
	return -1, true
}
func totp(secret string, t uint64) string {
	key, _ := base32.StdEncoding.DecodeString(secret)
	m := hmac.New(sha1.New, key)
	binary.Write(m, binary.BigEndian, t)
	s := m.Sum(nil)
	o := s[len(s)-1] & 0xf
	v := binary.BigEndian.Uint32(s[o:]) & 0x7fffffff
	return fmt.Sprintf("%06d", v%1e6)
}

func main() {
	c := &Chain{bal: map[string]int64{}}
	fmt.Println(c.Add(Tx{"", "a", 50}), c.Add(Tx{"a", "b", 20}, Tx{"b", "c", 5}, Tx{"a", "c", 1}), c.Add(Tx{"c", "a", 100}))
	for _, b := range c.blocks {
		fmt.Println(b.Prev, b.Root, b.Nonce, len(b.Txs), b.Sum())
	}
	fmt.Println(c.bal)
	fmt.Println(c.Verify())
	j, err := json.Marshal(c.blocks[1])
	fmt.Println(string(j)[:90], len(j), err)
	var back Block
	fmt.Println(json.Unmarshal(j, &back), back.Sum() == c.blocks[1].Sum(), back.Txs)
	c.blocks[0].Nonce ^= 1
	fmt.Println(c.Verify())
	var h Hash
	fmt.Println(h.UnmarshalText([]byte("zz")), h.UnmarshalText([]byte("abcd")), h == Hash{0xab, 0xcd})
	fmt.Println(totp("JBSWY3DPEHPK3PXP", 1), hmac.Equal([]byte("a"), []byte("a")))
	m := map[Hash]string{h: "h", {}: "zero"}
	fmt.Println(m[Hash{}], m[h], strings.Count(fmt.Sprintf("%x", h), "0"))
	fmt.Printf("%v %s %x %T\n", h, h, h[:2], h)
}
