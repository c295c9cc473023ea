package main

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

type Flags uint8

const (
	Read Flags = 1 << iota
	Write
	Exec
	_
	Hidden
	All = Read | Write | Exec | Hidden
)

var flagNames = map[Flags]string{Read: "read", Write: "write", Exec: "exec", Hidden: "hidden"}

func (f Flags) Has(x Flags) bool     { return f&x == x }
func (f *Flags) Set(x Flags)         { *f |= x }
func (f *Flags) Unset(x Flags)       { *f &^= x }
func (f Flags) Toggle(x Flags) Flags { return f ^ x }

func (f Flags) String() string {
	if f == 0 {
		return "none"
	}
	var parts []string
	for b := Flags(1); b != 0; b <<= 1 {
		if f&b == 0 {
			continue
		}
		if n, ok := flagNames[b]; ok {
			parts = append(parts, n)
		} else {
			parts = append(parts, fmt.Sprintf("%#02x", uint8(b)))
		}
	}
	return strings.Join(parts, "|")
}

const (
	KiB = 1 << (10 * (iota + 1))
	MiB
	GiB
	huge = 1 << 100
)

type Unsigned interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64
}

func gray[T Unsigned](x T) T { return x ^ x>>1 }

func reverse[T Unsigned](x T) (r T) {
	for i := T(1); i != 0; i <<= 1 {
		r <<= 1
		if x&i != 0 {
			r |= 1
		}
	}
	return
}

func main() {
	var f Flags
	fmt.Println(f, All, All.Has(Read|Exec))
	f.Set(Write | Hidden)
	g := f.Toggle(All | 1<<6)
	f.Unset(Write)
	fmt.Println(f, g, Flags(0x88))
	fmt.Printf("%v %d %08b %#x %s %T\n", g, g, g, uint8(g), g, g)
	fmt.Println(KiB, MiB, GiB, huge>>98, huge/GiB>>60)

	for _, x := range []uint32{0, 1, 0xff, 0x80000000, 123456789} {
		fmt.Println(x, bits.LeadingZeros32(x), bits.TrailingZeros32(x), bits.OnesCount32(x), bits.Len32(x), bits.Reverse32(x), bits.RotateLeft32(x, 8))
	}
	for i := range uint8(8) {
		fmt.Printf("%03b ", gray(i))
	}
	fmt.Println(reverse(uint8(0b10110000)), reverse[uint16](1), reverse(Flags(1)))

	var i8 int8 = math.MaxInt8
	i8++
	var u8 uint8
	u8--
	var i32 int32 = math.MinInt32
	fmt.Println(i8, u8, -i32, i32-1, ^0, ^u8, -7/2, -7%3, -7>>1, 7&^5)
	x := 300.7
	n := -1
	fmt.Println(int8(int(x)), uint16(n), int64(x), uint8(int(x)), uint32(1)<<31>>31, 1<<uint(n+4))
	s := uint(70)
	fmt.Println(uint64(1)<<s, int64(-1)>>s, int32(1)<<(s-40))
	sum, carry := bits.Add64(math.MaxUint64, 1, 0)
	hi, lo := bits.Mul64(1<<63, 6)
	q, r := bits.Div64(1, 5, 10)
	fmt.Println(sum, carry, hi, lo, q, r)
	fmt.Println(math.Float64bits(1.5), math.Float32bits(-0.1), math.Float64frombits(0x7ff0000000000000))
	subsets := []string{}
	mask := 0b1011
	for sub := mask; ; sub = (sub - 1) & mask {
		subsets = append(subsets, fmt.Sprintf("%04b", sub))
		if sub == 0 {
			break
		}
	}
	fmt.Println(subsets, len(subsets))
	a, b := 5, 9
	a ^= b
	b ^= a
	a ^= b
	fmt.Println(a, b, 'a'^' ', "xyz"[1]^0x20, 0x1p-2, 0b1_01, 0o17, 0xBAD_F00D)
}
