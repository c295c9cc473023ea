// Primes by a sieve in segments with a bit for each odd number, and what can be
// counted with them.
package main

import (
	"fmt"
	"math/bits"
)

const (
	limit   = 400_000
	segment = 1 << 14 // odd numbers at once
)

type bitset []uint64

func (b bitset) set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bitset) has(i int) bool { return b[i>>6]&(1<<uint(i%64)) != 0 }

func (b bitset) count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// small are the primes up to n, by Eratosthenes.
func small(n int) []int {
	composite := make([]bool, n+1)
	var primes []int
	for i := 2; i <= n; i++ {
		if composite[i] {
			continue
		}
		primes = append(primes, i)
		for j := i * i; j <= n; j += i {
			composite[j] = true
		}
	}
	return primes
}

// each calls visit for the primes below n, in order.
func each(n int, visit func(p int)) {
	if n <= 2 {
		return
	}
	visit(2)
	root := 1
	for root*root < n {
		root++
	}
	odd := small(root)[1:]
	next := make([]int, len(odd)) // the index of the first multiple in the segment
	for i, p := range odd {
		next[i] = p * p / 2
	}
	composite := make(bitset, segment/64)
	for from := 0; 2*from+1 < n; from += segment {
		clear(composite)
		for i, p := range odd {
			j := next[i] - from
			for ; j < segment; j += p {
				composite.set(j)
			}
			next[i] = j + from
		}
		for i := range segment {
			if p := 2*(from+i) + 1; p >= n {
				return
			} else if p > 1 && !composite.has(i) {
				visit(p)
			}
		}
	}
}

// pairs counts the ways of n as a sum of two primes.
func pairs(n int, prime bitset) (ways int) {
	for p := 2; 2*p <= n; p++ {
		if prime.has(p) && prime.has(n-p) {
			ways++
		}
	}
	return ways
}

func totients(n int) []uint32 {
	phi := make([]uint32, n)
	for i := range phi {
		phi[i] = uint32(i)
	}
	each(n, func(p int) {
		for j := p; j < n; j += p {
			phi[j] -= phi[j] / uint32(p)
		}
	})
	return phi
}

func main() {
	prime := make(bitset, limit/64+1)
	gaps := map[int]int{}
	var twins, last, sum int
	each(limit, func(p int) {
		prime.set(p)
		if last > 0 {
			gaps[p-last]++
			if p-last == 2 {
				twins++
			}
		}
		sum += p
		last = p
	})
	fmt.Println(prime.count(), "primes, the last", last, "sum", sum)
	widest := 0
	for g := range gaps {
		widest = max(widest, g)
	}
	fmt.Println(twins, "twins, widest gap", widest, "of six", gaps[6])
	fmt.Println(pairs(10_000, prime), pairs(99_998, prime))
	var total uint64
	for _, x := range totients(20_000) {
		total += uint64(x)
	}
	fmt.Println("totients", total)
}
