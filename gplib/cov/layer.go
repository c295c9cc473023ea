package cov

import "fmt"

// Layer returns k with the labels of another layer of its [Graphs], numbered from
// 0; see [Graph].
func Layer(k Func, number int) Func {
	if number < 0 {
		return function{broken{fmt.Errorf("cov: Layer was given the layer %d", number)}}
	}
	return function{onLayer{present(k, "Layer"), number}}
}

func init() {
	register("Layer", needs{whole: 1, parts: 1}, func(w written) Func { return Layer(w.parts[0], w.Whole[0]) })
}

type onLayer struct {
	base   Func
	number int
}

func (o onLayer) label() string             { return labelOf(o.base) }
func (o onLayer) params() []Param           { return o.base.Params() }
func (o onLayer) with(theta []float64) body { return onLayer{o.base.With(theta), o.number} }
func (o onLayer) String() string            { return fmt.Sprintf("Layer(%v, %d)", o.base, o.number) }

func (o onLayer) check(x Inputs) error {
	g, err := graphsOf("Layer", x)
	if err != nil {
		return err
	}
	if g.Len() > 0 && o.number >= g.layers() {
		return fmt.Errorf("cov: Layer selects the layer %d, the graphs have %d, from 0", o.number, g.layers())
	}
	return o.base.Check(o.of(x))
}

func (o onLayer) of(x Inputs) Inputs { return &Graphs{x.(*Graphs).items, o.number} }

func (o onLayer) diag(dst []float64, a Inputs) { o.base.Diag(dst, o.of(a)) }

func (o onLayer) Describe() (Spec, error) {
	return Spec{Kind: "Layer", Whole: []int{o.number}}.over(o.base)
}

func (o onLayer) rows(a, b Inputs) evaluator {
	la := o.of(a)
	if same(a, b) {
		return rowsOf(o.base, la, la)
	}
	return rowsOf(o.base, la, o.of(b))
}
