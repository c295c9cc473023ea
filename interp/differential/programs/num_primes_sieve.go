package main

import (
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"
)

type Bitset []uint64

func NewBitset(n int) Bitset    { return make(Bitset, (n+63)/64) }
func (b Bitset) Set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b Bitset) Clear(i int)    { b[i>>6] &^= 1 << uint(i&63) }
func (b Bitset) Has(i int) bool { return b[i/64]>>(i%64)&1 == 1 }
func (b Bitset) Count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return
}

func Sieve(limit int) Bitset {
	b := NewBitset(limit + 1)
	for i := 2; i <= limit; i++ {
		b.Set(i)
	}
	for p := 2; p*p <= limit; p++ {
		if !b.Has(p) {
			continue
		}
		for q := p * p; q <= limit; q += p {
			b.Clear(q)
		}
	}
	return b
}

func (b Bitset) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range b {
			for word != 0 {
				t := bits.TrailingZeros64(word)
				if !yield(w*64 + t) {
					return
				}
				word &= word - 1
			}
		}
	}
}

type Factor struct {
	P, E int
}

func (f Factor) String() string {
	if f.E == 1 {
		return fmt.Sprint(f.P)
	}
	return fmt.Sprintf("%d^%d", f.P, f.E)
}

func factorize(n int, primes iter.Seq[int]) (fs []Factor) {
	for p := range primes {
		if p*p > n {
			break
		}
		e := 0
		for ; n%p == 0; n /= p {
			e++
		}
		if e > 0 {
			fs = append(fs, Factor{p, e})
		}
	}
	if n > 1 {
		fs = append(fs, Factor{n, 1})
	}
	return
}

func gcd[T ~int | ~int64 | ~uint64](a, b T) T {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func powmod(b, e, m uint64) uint64 {
	r := uint64(1)
	for b %= m; e > 0; e >>= 1 {
		if e&1 == 1 {
			hi, lo := bits.Mul64(r, b)
			_, r = bits.Div64(hi, lo, m)
		}
		hi, lo := bits.Mul64(b, b)
		_, b = bits.Div64(hi, lo, m)
	}
	return r
}

func main() {
	s := Sieve(1000)
	fmt.Println(s.Count(), len(s))
	for n, p := 0, 0; n < 1; n++ {
		for p = range s.All() {
			if p > 40 {
				break
			}
			fmt.Print(p, " ")
		}
		fmt.Println("| stopped at", p)
	}
	for _, n := range []int{1, 2, 97, 360, 1024, 9973 * 101, 600851475143} {
		fmt.Println(n, factorize(n, s.All()))
	}
	ps := slices.Collect(s.All())
	gaps := map[int]int{}
	for i := range ps[1:] {
		gaps[ps[i+1]-ps[i]]++
	}
	fmt.Println(gaps)
	fmt.Println(gcd(84, 36), gcd[uint64](1<<40, 1<<20*3), gcd(int64(17), 0))
	fmt.Println(powmod(2, 1<<40, 1_000_000_007), powmod(3, 18446744073709551556, 18446744073709551557))
	m61 := uint64(1)<<61 - 1
	fmt.Println(m61, new(big.Int).SetUint64(m61).ProbablyPrime(10), powmod(5, m61-1, m61))
	fmt.Printf("%x %b %o %#x\n", s[0], s[1]>>50, s[2]&0xfff, uint8(s[3]))
}
