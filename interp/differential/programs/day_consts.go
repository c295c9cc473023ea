package main

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

type Weekday int

const (
	Sun Weekday = iota
	Mon
	Tue
	_
	Thu
	numDays = iota
)

func (d Weekday) String() string { return "SunMonTueWedThu"[d*3 : d*3+3] }
func (d Weekday) Next() Weekday  { return (d + 1) % numDays }

type Perm uint8

const (
	Read Perm = 1 << iota
	Write
	Exec
	All = Read | Write | Exec
)

func (p Perm) Has(q Perm) bool { return p&q == q }
func (p *Perm) Clear(q Perm)   { *p &^= q }
func (p Perm) String() string {
	if p == 0 {
		return "none"
	}
	var ss []string
	for i, n := range [...]string{"r", "w", "x"} {
		if p>>i&1 == 1 {
			ss = append(ss, n)
		}
	}
	return strings.Join(ss, "|")
}

const (
	_  = iota
	KB = 1 << (10 * iota)
	MB
	GB
)
const (
	a, b = iota, iota * 10
	c, d
	e, f = "s", 1.5
)
const Big = 1 << 100
const huge = Big >> 98
const third = 1.0 / 3
const typed int64 = 1 << 40

type Fl float32

func main() {
	fmt.Println(Mon, Thu, Thu.Next(), numDays, Weekday(3), []Weekday{0, 1})
	fmt.Printf("%d %v %s %x|%T %T\n", Mon, Mon, Mon, Mon, Mon, numDays)
	p := All
	p.Clear(Write)
	fmt.Println(p, p.Has(Read|Exec), p.Has(Write), Perm(0), All)
	fmt.Println(KB, MB, GB, a, b, c, d, e, f, huge, third, typed)
	var i8 int8 = 127
	i8++
	var u8 uint8
	u8--
	var u32 uint32 = 1 << 31
	u32 <<= 1
	i64 := int64(math.MaxInt64)
	i64++
	fmt.Println(i8, u8, u32, i64, -i64 == i64, int8(i8/-1), uint16(1<<16-1))
	fmt.Println(7/2, -7/2, 7%3, -7%3, 7%-3, -7>>1, uint8(200)>>3, 1<<3|1, 6&^3, 5^1, ^5, ^uint8(5))
	fl := 3.99
	fmt.Println(int(fl), int(-fl), uint8(int(fl)+254), int32(math.Float32bits(1)), math.Float64bits(-0.0))
	var sh uint = 70
	fmt.Println(1<<sh == 0, int32(-1)>>sh, uint8(1)<<7)
	fmt.Println(0.1+0.2, float32(0.1)+float32(0.2), 1e100, 1e-7, 123456789.0, 1e20, 1e21, float32(16777217), 100000000.0)
	x := 0.1
	y := 0.2
	fmt.Println(x+y, x*3, 1/3.0, math.Sqrt2, float32(x), Fl(x)*3)
	zero := 0.0
	fmt.Println(1/zero, -1/zero, zero/zero, math.NaN() == math.NaN(), math.Inf(1) > 1e308, -zero, 1/math.Copysign(0, -1))
	fmt.Println(math.MaxInt64, math.MinInt64, uint64(math.MaxUint64), math.MaxFloat64, math.SmallestNonzeroFloat64, math.Pi)
	fmt.Println(bits.OnesCount(255), bits.LeadingZeros32(1), bits.TrailingZeros(8), bits.Reverse8(1), bits.Len(1023), bits.RotateLeft8(0x81, 1))
	hi, lo := bits.Mul64(1<<63, 6)
	s, carry := bits.Add64(math.MaxUint64, 2, 0)
	fmt.Println(hi, lo, s, carry)
	fmt.Println(math.Round(2.5), math.RoundToEven(2.5), math.Trunc(-2.7), math.Floor(-2.5), math.Mod(-7, 3), math.Hypot(3, 4), math.Cbrt(27))
	fmt.Println(strconv.FormatInt(-255, 16), strconv.Quote("a\tb\"é\x00☺"), strconv.FormatFloat(1.0/3, 'e', 3, 32), strconv.Itoa(-5), strconv.QuoteToASCII("é☺"))
	_, err := strconv.ParseInt("300", 10, 8)
	_, err2 := strconv.ParseUint("-1", 10, 64)
	_, err3 := strconv.ParseBool("yes")
	fmt.Println(err, err2, err3)
	n, err := strconv.ParseInt("0x_ff", 0, 64)
	fmt.Println(n, err, 0b1010, 0o17, 0x_FF, 1_000_000, 'a', '\n', '\u00e9', "\u00e9", 0x1p-2)
	fmt.Println(min(3, 1, 2), max(2.5, 1), min("b", "a"), max(x, 1, y))
	const r = 'x' + 1
	fmt.Printf("%T %T %T %T %T %v %c\n", r, 'a'*2.0, 1<<3.0, 2i, third, string(rune(r)), r)
	var w Weekday = 2
	w += 1.0
	w *= 1
	var f32 float32 = 1 << 24
	fmt.Println(w, int(w)*2.0, f32+1 == f32, len("héllo"), len([...]int{5: 1}), cap(make([]int, 2, 7)))
	var arr [numDays]string
	arr[Mon] = "m"
	fmt.Printf("%q %d\n", arr, len(arr))
}
