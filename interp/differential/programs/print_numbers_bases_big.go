//go:build ignore

package main

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

type Binary uint32

func (b Binary) String() string {
	s := strconv.FormatUint(uint64(b), 2)
	var groups []string
	for len(s) > 4 {
		groups = append(groups, s[len(s)-4:])
		s = s[:len(s)-4]
	}
	groups = append(groups, s)
	for i, j := 0, len(groups)-1; i < j; i, j = i+1, j-1 {
		groups[i], groups[j] = groups[j], groups[i]
	}
	return "0b" + strings.Join(groups, "_")
}

type Roman int

func (r Roman) String() (s string) {
	for _, p := range []struct {
		v int
		t string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for int(r) >= p.v {
			s += p.t
			r -= Roman(p.v)
		}
	}
	return
}

type Bytes float64

func (b Bytes) String() string {
	units := "BKMGT"
	i := 0
	for b >= 1024 && i < len(units)-1 {
		b /= 1024
		i++
	}
	return strconv.FormatFloat(float64(b), 'f', -1, 64) + string(units[i])
}

const huge = 1 << 100

func main() {
	fmt.Println(Binary(0), Binary(5), Binary(0xDEAD), Binary(math.MaxUint32))
	fmt.Println(Roman(1994), Roman(2024), Roman(49), []Roman{1, 2, 3})
	fmt.Println(Bytes(512), Bytes(1536), Bytes(5*1024*1024*1024), Bytes(huge>>70))
	for _, base := range []int{2, 8, 16, 36} {
		s := strconv.FormatInt(-123456789, base)
		n, err := strconv.ParseInt(s, base, 64)
		fmt.Println(base, s, n, err)
	}
	fmt.Println(huge>>98, float64(huge), math.MaxInt8, math.MinInt16, uint64(math.MaxUint64))
	fact := big.NewInt(1)
	for i := int64(2); i <= 30; i++ {
		fact.Mul(fact, big.NewInt(i))
	}
	fmt.Println(fact, fact.BitLen(), fact.Text(36), len(fact.String()))
	fmt.Printf("%d %x %40d %+d\n", fact, fact, fact, fact)
	r := big.NewRat(1, 3)
	r.Add(r, big.NewRat(1, 6))
	fmt.Println(r, r.FloatString(5), r.Cmp(big.NewRat(1, 2)))
	x := new(big.Float).SetPrec(100).SetInt64(2)
	x.Sqrt(x)
	fmt.Println(x.Text('f', 25), x)
	p, ok := new(big.Int).SetString("170141183460469231731687303715884105727", 10)
	fmt.Println(ok, p.ProbablyPrime(10), new(big.Int).Exp(big.NewInt(3), big.NewInt(200), p))
	fmt.Println(bits.OnesCount(255), bits.LeadingZeros32(1), bits.TrailingZeros(8), bits.Reverse8(1), bits.Len(1023))
	hi, lo := bits.Mul64(math.MaxUint64, 3)
	fmt.Println(hi, lo)
	var i8 int8 = 127
	i8++
	var u8 uint8 = 0
	u8--
	fmt.Println(i8, u8, -7/2, -7%2, 7&^5, 1<<3|1, ^0, -8>>1, uint32(1)<<31)
	fmt.Println(0.1+0.2, float32(0.1)+float32(0.2), 1/3.0, 2e-9, 100000000.0, 123456789.0, 1e20, 1e21)
	fmt.Println(strconv.Quote("tab\tnul\x00é☺\u200b"), strconv.QuoteToASCII("é☺"), strconv.Itoa(-0))
	fmt.Println(math.Round(-2.5), math.Trunc(-2.7), math.Floor(-2.1), math.Ceil(2.1), math.Mod(7, -3), math.Hypot(3, 4))
	z := 0.0
	fmt.Println(1/z, -1/z, z/z, math.Copysign(0, -1), complex(0, 1)*complex(0, 1), real(2+3i))
}
