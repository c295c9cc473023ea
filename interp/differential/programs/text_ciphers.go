package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

type Cipher interface {
	Encrypt(string) string
	Decrypt(string) string
}

type Caesar int

func shift(r rune, k int) rune {
	base := 'a'
	switch {
	case r >= 'A' && r <= 'Z':
		base = 'A'
	case r < 'a' || r > 'z':
		return r
	}
	return base + rune(((int(r-base)+k)%26+26)%26)
}

func (c Caesar) Encrypt(s string) string {
	return strings.Map(func(r rune) rune { return shift(r, int(c)) }, s)
}
func (c Caesar) Decrypt(s string) string { return (-c).Encrypt(s) }

type Vigenere string

func (v Vigenere) run(s string, dir int) string {
	var i int
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return r
		}
		k := int(v[i%len(v)] - 'a')
		i++
		return shift(r, dir*k)
	}, s)
}
func (v Vigenere) Encrypt(s string) string { return v.run(s, 1) }
func (v Vigenere) Decrypt(s string) string { return v.run(s, -1) }

type chain []Cipher

func (c chain) Encrypt(s string) string {
	for _, x := range c {
		s = x.Encrypt(s)
	}
	return s
}
func (c chain) Decrypt(s string) string {
	for i := len(c) - 1; i >= 0; i-- {
		s = c[i].Decrypt(s)
	}
	return s
}

type railFence struct{ rails int }

func (f railFence) order(n int) (idx []int) {
	rows := make([][]int, f.rails)
	for i, r, d := 0, 0, 1; i < n; i, r = i+1, r+d {
		rows[r] = append(rows[r], i)
		if r == 0 {
			d = 1
		}
		if r == f.rails-1 {
			d = -1
		}
	}
	for _, r := range rows {
		idx = append(idx, r...)
	}
	return
}
func (f railFence) Encrypt(s string) string {
	out := make([]byte, 0, len(s))
	for _, i := range f.order(len(s)) {
		out = append(out, s[i])
	}
	return string(out)
}
func (f railFence) Decrypt(s string) string {
	out := make([]byte, len(s))
	for j, i := range f.order(len(s)) {
		out[i] = s[j]
	}
	return string(out)
}

// xorReader applies a key to a stream.
type xorReader struct {
	io.Reader
	key []byte
	at  int
}

func (x *xorReader) Read(p []byte) (int, error) {
	n, err := x.Reader.Read(p)
	for i := range p[:n] {
		p[i] ^= x.key[x.at%len(x.key)]
		x.at++
	}
	return n, err
}

func main() {
	msg := "Attack at Dawn, bring 12 torches!"
	for _, c := range []Cipher{Caesar(3), Caesar(-29), Vigenere("lemon"), railFence{3}, chain{Caesar(1), railFence{4}, Vigenere("key")}, chain(nil)} {
		e := c.Encrypt(msg)
		fmt.Printf("%-18T %q back=%t\n", c, e, c.Decrypt(e) == msg)
	}
	secret := Caesar(17).Encrypt("meet me under the old elm tree at seven")
	best, bestScore := 0, -1
	for k := range 26 {
		score := 0
		for _, r := range Caesar(k).Decrypt(secret) {
			if i := strings.IndexRune("nitaoe", unicode.ToLower(r)); i >= 0 {
				score += i + 1
			}
		}
		if score > bestScore {
			best, bestScore = k, score
		}
	}
	fmt.Println(secret, best, bestScore, Caesar(best).Decrypt(secret))
	x := &xorReader{Reader: strings.NewReader("stream of text"), key: []byte{0x20, 0x01}}
	enc, err := io.ReadAll(x)
	fmt.Printf("%q %v %d\n", enc, err, x.at)
	n, err := io.Copy(os.Stdout, &xorReader{bytes.NewReader(enc), []byte{0x20, 1}, 0})
	fmt.Println()
	fmt.Println(n, err, errors.Is(err, io.EOF))
	counts := [26]int{}
	for _, r := range strings.ToLower(msg) {
		if 'a' <= r && r <= 'z' {
			counts[r-'a']++
		}
	}
	fmt.Println(counts, string(rune('a'+counts[0])))
}
