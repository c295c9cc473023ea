package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
)

type Contact struct {
	Name  string
	Email string
	Phone []byte
}

type fingerprint [4]byte

func (f fingerprint) String() string { return hex.EncodeToString(f[:]) }

func normalize(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsPunct(r):
			return -1
		default:
			return unicode.ToLower(r)
		}
	}, s)
}

func (c Contact) Key() (f fingerprint) {
	sum := sha256.Sum256([]byte(normalize(c.Name) + "|" + strings.ToLower(c.Email)))
	copy(f[:], sum[:])
	return
}

// Equal compares the parts == cannot reach.
func (c Contact) Equal(o Contact) bool {
	return c.Name == o.Name && c.Email == o.Email && bytes.Equal(c.Phone, o.Phone)
}

type Merger struct {
	seen   map[fingerprint]int
	out    []Contact
	merges []struct{ into, from int }
	OnDup  func(kept, dropped Contact)
}

func (m *Merger) Add(i int, c Contact) {
	if m.seen == nil {
		m.seen = make(map[fingerprint]int)
	}
	k := c.Key()
	if at, dup := m.seen[k]; dup {
		kept := &m.out[at]
		if len(kept.Phone) == 0 {
			kept.Phone = slices.Clone(c.Phone)
		}
		m.merges = append(m.merges, struct{ into, from int }{at, i})
		if m.OnDup != nil {
			m.OnDup(*kept, c)
		}
		return
	}
	m.seen[k] = len(m.out)
	m.out = append(m.out, c)
}

func main() {
	in := []Contact{
		{"Ann O'Neil", "ann@x.org", nil},
		{"Bob  Ray", "bob@x.org", []byte("555-1")},
		{"ann oneil", "ANN@x.org", []byte("555-2")},
		{"BOB RAY", "bob@x.org", []byte("555-9")},
		{"Zoë Grün", "z@y.net", []byte{}},
		{"Ann O'Neil", "ann@y.org", []byte("555-2")},
		{"ZOË-GRÜN", "z@Y.net", nil},
	}
	drops := 0
	m := Merger{OnDup: func(kept, dropped Contact) {
		drops++
		fmt.Printf("dup %d: %q <- %q same=%v\n", drops, kept.Name, dropped.Name, kept.Equal(dropped))
	}}
	for i, c := range in {
		m.Add(i, c)
	}
	for i, c := range m.out {
		fmt.Printf("%d %-10s|%-9s|%s|%v\n", i, c.Name, c.Email, c.Phone, c.Key())
	}
	fmt.Printf("%v %+v\n", m.merges, m.merges)
	m.out[0].Phone[0] = 'X'
	fmt.Printf("%s %s\n", m.out[0].Phone, in[2].Phone)

	h := fnv.New32a()
	for _, c := range m.out {
		h.Write([]byte(c.Email))
		fmt.Printf("%08x ", h.Sum32())
	}
	fmt.Println()
	emails := make([]string, 0)
	for _, c := range in {
		emails = append(emails, strings.ToLower(c.Email))
	}
	slices.Sort(emails)
	emails = slices.Compact(emails)
	fmt.Println(emails, len(emails), in[4].Phone == nil, in[6].Phone == nil)
	fmt.Printf("%x|% x|%q\n", m.out[0].Phone, m.out[0].Phone, m.out[0].Phone)
}
