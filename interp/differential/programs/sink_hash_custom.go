//go:build ignore

package main

import (
	"bufio"
	"crypto/hmac"
	"encoding"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"hash/maphash"
	"io"
	"strings"
)

// djb is Bernstein's hash as a hash.Hash32.
type djb uint32

func newDJB() hash.Hash32 { d := djb(5381); return &d }

func (d *djb) Write(p []byte) (int, error) {
	for _, b := range p {
		*d = *d*33 ^ djb(b)
	}
	return len(p), nil
}
func (d *djb) Sum(b []byte) []byte { return binary.BigEndian.AppendUint32(b, uint32(*d)) }
func (d *djb) Reset()              { *d = 5381 }
func (d *djb) Size() int           { return 4 }
func (d *djb) BlockSize() int      { return 8 }
func (d *djb) Sum32() uint32       { return uint32(*d) }

func (d *djb) MarshalBinary() ([]byte, error) { return d.Sum([]byte("djb1")), nil }
func (d *djb) UnmarshalBinary(b []byte) error {
	if len(b) != 8 || string(b[:4]) != "djb1" {
		return fmt.Errorf("bad state %q", b)
	}
	*d = djb(binary.BigEndian.Uint32(b[4:]))
	return nil
}

type multi struct {
	names  []string
	hashes []hash.Hash
	io.Writer
}

func newMulti(hs map[string]func() hash.Hash, order ...string) *multi {
	m := &multi{}
	var ws []io.Writer
	for _, n := range order {
		mk, ok := hs[n]
		if !ok {
			continue
		}
		h := mk()
		m.names, m.hashes, ws = append(m.names, n), append(m.hashes, h), append(ws, h)
	}
	m.Writer = io.MultiWriter(ws...)
	return m
}

func (m *multi) String() string {
	var parts []string
	for i, h := range m.hashes {
		parts = append(parts, fmt.Sprintf("%s:%x", m.names[i], h.Sum(nil)))
	}
	return strings.Join(parts, " ")
}

type bloom struct {
	bits []uint64
	mk   []func() hash.Hash32
}

func (b *bloom) each(s string, f func(word int, bit uint64) bool) bool {
	for _, mk := range b.mk {
		h := mk()
		io.WriteString(h, s)
		n := int(h.Sum32()) % (64 * len(b.bits))
		if !f(n/64, 1<<(n%64)) {
			return false
		}
	}
	return true
}

func (b *bloom) Add(s string) {
	b.each(s, func(w int, bit uint64) bool { b.bits[w] |= bit; return true })
}
func (b *bloom) Has(s string) bool {
	return b.each(s, func(w int, bit uint64) bool { return b.bits[w]&bit != 0 })
}

func main() {
	h := newDJB()
	fmt.Fprintf(h, "hello %d", 42)
	fmt.Printf("%08x %d %x\n", h.Sum32(), h.Size(), h.Sum([]byte{0xff}))
	state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
	h.Write([]byte("more"))
	a := h.Sum32()
	h.Reset()
	err2 := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
	io.Copy(h, strings.NewReader("more"))
	fmt.Println(a == h.Sum32(), err, err2)
	fmt.Println(new(djb).UnmarshalBinary([]byte("nonsense")))

	kinds := map[string]func() hash.Hash{
		"djb":   func() hash.Hash { return newDJB() },
		"fnv":   func() hash.Hash { return fnv.New32a() },
		"fnv64": func() hash.Hash { return fnv.New64() },
		"hmac":  func() hash.Hash { return hmac.New(func() hash.Hash { return newDJB() }, []byte("k")) },
	}
	m := newMulti(kinds, "fnv", "djb", "none", "hmac", "fnv64")
	w := bufio.NewWriter(m)
	for i := range 3 {
		fmt.Fprintln(w, "line", i)
	}
	fmt.Println(m)
	w.Flush()
	fmt.Println(m)

	b := &bloom{make([]uint64, 4), []func() hash.Hash32{newDJB, fnv.New32, fnv.New32a}}
	words := strings.Fields("apple banana cherry date elderberry fig grape")
	for _, s := range words {
		b.Add(s)
	}
	wrong := 0
	for i := range 200 {
		if b.Has(fmt.Sprint("word", i)) {
			wrong++
		}
	}
	fmt.Println(b.Has("cherry"), b.Has("grape"), wrong < 20)
	seed := maphash.MakeSeed()
	fmt.Println(maphash.String(seed, "x") == maphash.Bytes(seed, []byte("x")), maphash.Comparable(seed, [2]int{1, 2}) == maphash.Comparable(seed, [2]int{1, 2}))
	buckets := [4][]string{}
	for _, s := range words {
		h.Reset()
		io.WriteString(h, s)
		i := h.Sum32() % 4
		buckets[i] = append(buckets[i], s)
	}
	fmt.Println(buckets)
}
