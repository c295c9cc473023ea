package main

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

type State struct {
	X *mat.VecDense
	P *mat.Dense
}

type Filter struct {
	F, H, Q, R *mat.Dense
	State
	history []State
}

func (k *Filter) Predict() {
	var x mat.VecDense
	x.MulVec(k.F, k.X)
	k.X = &x
	var fp, p mat.Dense
	fp.Mul(k.F, k.P)
	p.Mul(&fp, k.F.T())
	p.Add(&p, k.Q)
	k.P = &p
}

func (k *Filter) Update(z float64) (innov float64, err error) {
	var hx mat.VecDense
	hx.MulVec(k.H, k.X)
	innov = z - hx.AtVec(0)
	var hp, s mat.Dense
	hp.Mul(k.H, k.P)
	s.Mul(&hp, k.H.T())
	s.Add(&s, k.R)
	var inv mat.Dense
	if err = inv.Inverse(&s); err != nil {
		return
	}
	var pht, g mat.Dense
	pht.Mul(k.P, k.H.T())
	g.Mul(&pht, &inv)
	var d mat.VecDense
	d.ScaleVec(innov, g.ColView(0))
	k.X.AddVec(k.X, &d)
	var kh, ikh, np mat.Dense
	kh.Mul(&g, k.H)
	n, _ := kh.Dims()
	eye := mat.NewDense(n, n, nil)
	for i := range n {
		eye.Set(i, i, 1)
	}
	ikh.Sub(eye, &kh)
	np.Mul(&ikh, k.P)
	k.P = &np
	k.history = append(k.history, k.State)
	return innov, nil
}

func main() {
	r := rand.New(rand.NewPCG(1, 2))
	dt := 0.1
	k := &Filter{
		F:     mat.NewDense(2, 2, []float64{1, dt, 0, 1}),
		H:     mat.NewDense(1, 2, []float64{1, 0}),
		Q:     mat.NewDense(2, 2, []float64{1e-4, 0, 0, 1e-3}),
		R:     mat.NewDense(1, 1, []float64{0.04}),
		State: State{mat.NewVecDense(2, nil), mat.NewDense(2, 2, []float64{1, 0, 0, 1})},
	}
	pos, vel := 0.0, 1.5
	for i := 0; i < 60; i++ {
		pos += vel * dt
		k.Predict()
		inn, err := k.Update(pos + 0.2*r.NormFloat64())
		if err != nil {
			panic(err)
		}
		if i%15 == 0 {
			fmt.Printf("%2d innov=% .5f x=%.5f P00=%.3e\n", i, inn, k.X.RawVector().Data, k.P.At(0, 0))
		}
	}
	fmt.Printf("%.6f\n", mat.Formatted(k.P, mat.Prefix("  ")))
	fmt.Println(len(k.history), k.history[59].X == k.X)
}
