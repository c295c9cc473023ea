package cov_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

// counting counts the values that are evaluated.
type counting struct {
	cov.Func
	values *atomic.Int64
}

func (c counting) Gram(dst *mat.Dense, a, b cov.Inputs) {
	c.values.Add(int64(a.Len() * b.Len()))
	c.Func.Gram(dst, a, b)
}

func TestMemoEvaluatesEachRowOnce(t *testing.T) {
	const n = 40
	var values atomic.Int64
	base := counting{cov.SE(0.7), &values}
	x := cov.Index(cov.Grid(0, 5, n))
	k := cov.Scale(2, cov.Memo(base, 0))
	z := x.Subset([]int{3, 9, 9, 30})
	want := gramOf(cov.Scale(2, cov.SE(0.7)), z.(*cov.Indexed).Inputs(), x.Inputs())
	for range 3 {
		if got := gramOf(k.With([]float64{2}), z, x); !mat.Equal(got, want) {
			t.Error("rows are not those of the function")
		}
		if got := gramOf(k, x, z); !mat.Equal(got.T(), want) {
			t.Error("columns are not those of the function")
		}
		if got := values.Load(); got != 3*n {
			t.Fatalf("%d values evaluated for 3 points of %d", got, n)
		}
	}
	gramOf(k, x.Subset([]int{3, 4}), x)
	if got := values.Load(); got != 4*n {
		t.Errorf("%d values after one more point", got)
	}
}

func TestMemoForgetsWhatCameFirst(t *testing.T) {
	const n = 10
	var values atomic.Int64
	x := cov.Index(cov.Grid(0, 5, n))
	k := cov.Memo(counting{cov.SE(0.7), &values}, 2)
	for _, c := range []struct {
		at   []int
		more int64
	}{{[]int{0}, n}, {[]int{1}, n}, {[]int{0, 1}, 0}, {[]int{2}, n}, {[]int{1, 2}, 0}, {[]int{0}, n}} {
		before := values.Load()
		got := gramOf(k, x.Subset(c.at), x)
		if !mat.Equal(got, gramOf(cov.SE(0.7), x.Subset(c.at).(*cov.Indexed).Inputs(), x.Inputs())) {
			t.Errorf("%v: wrong values", c.at)
		}
		if more := values.Load() - before; more != c.more {
			t.Errorf("%v: %d values evaluated, want %d", c.at, more, c.more)
		}
	}
	// Three points are more than it keeps: they are evaluated directly.
	three := x.Subset([]int{4, 5, 6})
	if !mat.Equal(gramOf(k, three, three), gramOf(cov.SE(0.7), cov.Grid(0, 5, n).Subset([]int{4, 5, 6}), cov.Grid(0, 5, n).Subset([]int{4, 5, 6}))) {
		t.Error("wrong values of more points than are kept")
	}
}

func TestMemoKeepsTheContract(t *testing.T) {
	graphs := inputsOf(t, randomGraphs(20))
	k := cov.Compound([]float64{1, 2, 0.5},
		cov.Memo(cov.WeisfeilerLehman(2), 0), cov.Memo(cov.RandomWalk(2, 0.3), 30), cov.Memo(cov.ShortestPath(0), 5))
	covtest.Check(t, k, cov.Index(graphs), graphs)
	sameFunction(t, cov.Memo(cov.WeisfeilerLehman(2), 7), cov.Index(graphs))
	if got, want := gramOf(cov.Memo(cov.Graphlet3(), 0), cov.Index(graphs), cov.Index(graphs)), gramOf(cov.Graphlet3(), graphs, graphs); !mat.Equal(got, want) {
		t.Error("points of two sets that were indexed apart have other values")
	}
}

func TestMemoNamesWhatIsWrong(t *testing.T) {
	x := cov.Index(cov.Grid(0, 1, 3))
	for want, k := range map[string]cov.Func{
		"keep -1 rows": cov.Memo(cov.SE(1), -1),
		"takes graphs": cov.Memo(cov.Graphlet3(), 0),
		"Memo was given a nil covariance function": cov.Memo(nil, 0),
		"SE takes points of a matrix":              cov.SE(1),
	} {
		if err := k.Check(x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// looked counts how often its coordinates are read.
type looked struct {
	cov.Inputs
	err   error
	times *int
}

func (l looked) CheckFinite() error {
	*l.times++
	return l.err
}

func TestACommonSetThatIsFiniteIsLookedAtOnce(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{{nil, 1}, {errors.New("x[1] is NaN"), 3}} {
		times := 0
		x := cov.Index(looked{cov.Line([]float64{1, 2}), c.err, &times})
		for _, part := range []cov.Inputs{x, x.Subset([]int{1}), x} {
			if err := part.(*cov.Indexed).CheckFinite(); err != c.err {
				t.Errorf("%v, want %v", err, c.err)
			}
		}
		if times != c.want {
			t.Errorf("%v: looked at %d times, want %d", c.err, times, c.want)
		}
	}
}
