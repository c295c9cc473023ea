package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"sort"
	"strings"
)

type Rational struct{ *big.Rat }

func R(a, b int64) Rational                 { return Rational{big.NewRat(a, b)} }
func (r Rational) Plus(o Rational) Rational { return Rational{new(big.Rat).Add(r.Rat, o.Rat)} }
func (r Rational) String() string {
	if r.IsInt() {
		return r.Num().String()
	}
	return r.RatString()
}

type Poly []*big.Int

func (p Poly) Eval(x *big.Int) *big.Int {
	res := new(big.Int)
	for i := len(p) - 1; i >= 0; i-- {
		res.Mul(res, x).Add(res, p[i])
	}
	return res
}
func (p Poly) String() string {
	var t []string
	for i := len(p) - 1; i >= 0; i-- {
		if p[i].Sign() != 0 {
			t = append(t, fmt.Sprintf("%v*x^%d", p[i], i))
		}
	}
	return strings.Join(t, " + ")
}
func fact(n int64) *big.Int { return new(big.Int).MulRange(1, n) }
func fib(n int) *big.Int {
	a, b := big.NewInt(0), big.NewInt(1)
	for range n {
		a.Add(a, b)
		a, b = b, a
	}
	return a
}
func sieve(n int) (ps []int) {
	comp := make([]bool, n+1)
	for i := 2; i <= n; i++ {
		if comp[i] {
			continue
		}
		ps = append(ps, i)
		for j := i * i; j <= n; j += i {
			comp[j] = true
		}
	}
	return
}
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

type byAbs []*big.Int

func (b byAbs) Len() int           { return len(b) }
func (b byAbs) Less(i, j int) bool { return b[i].CmpAbs(b[j]) < 0 }
func (b byAbs) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func main() {
	fmt.Println(fact(30), fib(150))
	h := R(0, 1)
	for i := int64(1); i <= 10; i++ {
		h = h.Plus(R(1, i))
	}
	fmt.Println(h, R(4, 2), h.FloatString(10))
	p := Poly{big.NewInt(1), big.NewInt(0), big.NewInt(-3)}
	fmt.Println(p, p.Eval(big.NewInt(1e10)))
	x, ok := new(big.Int).SetString("123456789012345678901234567890", 10)
	fmt.Printf("%v %v %x %d %s %T\n", x, ok, x, x, x, x)
	_, ok = new(big.Int).SetString("12z", 10)
	fmt.Println(ok, new(big.Int).Exp(big.NewInt(3), big.NewInt(200), big.NewInt(1e9+7)), x.ProbablyPrime(10), x.BitLen())
	q, r := new(big.Int).DivMod(x, big.NewInt(-97), new(big.Int))
	fmt.Println(q, r, x.Cmp(q))
	bs := byAbs{big.NewInt(-50), big.NewInt(3), big.NewInt(20)}
	sort.Sort(bs)
	fmt.Println(bs)
	f := new(big.Float).SetPrec(200).SetInt64(2)
	f.Sqrt(f)
	fmt.Println(f.Text('f', 50), f)
	fmt.Printf("%.20f %10.3f|\n", f, f)
	ps := sieve(60)
	fmt.Println(ps, len(sieve(10000)), gcd(1071, 462))
	rg := rand.New(rand.NewPCG(1, 2))
	fmt.Println(rg.IntN(100), rg.Perm(6), rg.Float64(), rg.NormFloat64())
	in := 0
	for range 20000 {
		a, b := rg.Float64(), rg.Float64()
		if a*a+b*b < 1 {
			in++
		}
	}
	fmt.Println(float64(in) / 5000)
	rg.Shuffle(len(ps), func(i, j int) { ps[i], ps[j] = ps[j], ps[i] })
	fmt.Println(ps[:5], rand.New(rand.NewChaCha8([32]byte{1})).Uint64())
	var z big.Int
	z.SetBit(&z, 100, 1)
	fmt.Println(&z, z.String(), z.Text(36))
	type acc struct {
		total big.Int
		n     int
	}
	var a acc
	a.total.Add(&a.total, x)
	fmt.Println(a.total.String(), a.n)
	j, _ := x.MarshalJSON()
	fmt.Println(string(j), new(big.Int).Lsh(big.NewInt(1), 65), new(big.Int).Sqrt(x), new(big.Int).ModInverse(big.NewInt(3), big.NewInt(11)))
}
