package main

import (
	"fmt"
	"math/big"
	"strings"
)

type pair struct{ a, b *big.Int }

// fastDouble returns F(n), F(n+1).
func fastDouble(n uint) pair {
	if n == 0 {
		return pair{big.NewInt(0), big.NewInt(1)}
	}
	p := fastDouble(n / 2)
	t := new(big.Int).Lsh(p.b, 1)
	t.Sub(t, p.a)
	c := new(big.Int).Mul(p.a, t)
	d := new(big.Int).Add(new(big.Int).Mul(p.a, p.a), new(big.Int).Mul(p.b, p.b))
	if n%2 == 0 {
		return pair{c, d}
	}
	return pair{d, c.Add(c, d)}
}

func fibs() func() *big.Int {
	a, b := big.NewInt(0), big.NewInt(1)
	return func() *big.Int {
		out := new(big.Int).Set(a)
		a.Add(a, b)
		a, b = b, a
		return out
	}
}

func factorial(n int64) *big.Int { return new(big.Int).MulRange(1, n) }

func digitSum(n *big.Int) (s int) {
	for _, c := range n.String() {
		if c >= '0' && c <= '9' {
			s += int(c - '0')
		}
	}
	return
}

func group(n *big.Int) string {
	s := n.String()
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	var parts []string
	for len(s) > 3 {
		parts = append([]string{s[len(s)-3:]}, parts...)
		s = s[:len(s)-3]
	}
	out := strings.Join(append([]string{s}, parts...), "_")
	if neg {
		out = "-" + out
	}
	return out
}

func main() {
	next := fibs()
	for i := range 12 {
		if i > 0 {
			fmt.Print(", ")
		}
		fmt.Print(next())
	}
	fmt.Println()
	for _, n := range []uint{10, 93, 94, 200} {
		p := fastDouble(n)
		fmt.Printf("F(%d) = %v (%d bits)\n", n, p.a, p.a.BitLen())
	}
	g := fibs()
	var ref *big.Int
	for range 301 {
		ref = g()
	}
	fmt.Println(ref.Cmp(fastDouble(300).a) == 0, ref.IsInt64(), ref.Sign())
	f := factorial(30)
	fmt.Println(f, digitSum(f), f.TrailingZeroBits())
	fmt.Println(group(f), group(big.NewInt(-1234567)), group(big.NewInt(12)))

	x, ok := new(big.Int).SetString("deadbeefcafe", 16)
	fmt.Println(x, ok)
	fmt.Printf("%x %X %#x %o %b\n", x, x, x, big.NewInt(511), big.NewInt(-10))
	fmt.Printf("%20d|%-12d|%+d|%08d\n", big.NewInt(77), big.NewInt(-5), big.NewInt(9), big.NewInt(42))
	_, ok = new(big.Int).SetString("12z", 10)
	fmt.Println(ok)
	q, r := new(big.Int).QuoRem(big.NewInt(-17), big.NewInt(5), new(big.Int))
	d, m := new(big.Int).DivMod(big.NewInt(-17), big.NewInt(5), new(big.Int))
	fmt.Println(q, r, d, m)
	fmt.Println(new(big.Int).Exp(big.NewInt(7), big.NewInt(123), big.NewInt(1000007)))
	fmt.Println(new(big.Int).ModInverse(big.NewInt(3), big.NewInt(11)), new(big.Int).GCD(nil, nil, big.NewInt(48), big.NewInt(180)))
	fmt.Println(new(big.Int).Sqrt(factorial(20)), new(big.Int).Binomial(40, 20))
	rat := big.NewRat(1, 1)
	for k := int64(2); k <= 10; k++ {
		rat.Add(rat, big.NewRat(1, k))
	}
	fmt.Println(rat, rat.FloatString(12), rat.Num().ProbablyPrime(5))
	bf := new(big.Float).SetPrec(120).SetInt64(2)
	fmt.Println(bf.Sqrt(bf).Text('f', 30), bf.Prec(), bf.Mode())
	var zero big.Int
	fmt.Println(&zero, zero.Sign(), zero.String() == "0")
}
