package optim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/optim"
)

// TestCurvatureSatisfiesTheSecantEquation: after a step s that changed the
// gradient by y, the inverse Hessian maps y to s; without positive curvature
// it learns nothing.
func TestCurvatureSatisfiesTheSecantEquation(t *testing.T) {
	for _, q := range []int{5, 600} { // as a whole, and by the last steps
		rng := rand.New(rand.NewPCG(1, 2))
		var c optim.Curvature
		s, y := make([]float64, q), make([]float64, q)
		for range 20 {
			s, y = make([]float64, q), make([]float64, q)
			for i := range s {
				s[i] = rng.NormFloat64()
				y[i] = float64(i+1) * s[i]
			}
			c.Learn(s, y)
			for i, v := range c.Direction(y) {
				if math.Abs(-v-s[i]) > 1e-9 {
					t.Fatalf("the inverse Hessian maps y to %v at %d, not to %v", -v, i, s[i])
				}
			}
		}
		before, negative := c.Direction(y), make([]float64, q)
		floats.ScaleTo(negative, -1, y)
		c.Learn(s, negative)
		if !floats.Equal(before, c.Direction(y)) {
			t.Error("negative curvature was learned")
		}
		c.Scale(1, 9)
		s[1] /= 3
		y[1] *= 3
		if dir := c.Direction(y); math.Abs(-dir[1]-s[1]) > 1e-9 {
			t.Errorf("in another unit the inverse Hessian maps y to %v, not to %v", -dir[1], s[1])
		}
	}
}

// TestScaledCurvatureIsThatOfTheScaledFunction: on a quadratic whose second
// derivative by one variable grew nine times, steps shorten to a ninth there.
func TestScaledCurvatureIsThatOfTheScaledFunction(t *testing.T) {
	var c optim.Curvature
	c.Scale(1, 9) // nothing is known yet
	c.Learn([]float64{1, 0}, []float64{2, 0})
	c.Learn([]float64{0, 1}, []float64{0, 4})
	c.Scale(1, 9)
	if dir := c.Direction([]float64{2, 36}); math.Abs(dir[0]+1) > 1e-12 || math.Abs(dir[1]+1) > 1e-12 {
		t.Errorf("the step is %v, not to -1", dir)
	}
}

// TestCurvatureOfAHessianTurnsAwayFromSaddles: along an eigenvector of the eigenvalue
// λ the step is Newton's of the length |g/λ|, downhill, or g/least where λ is less.
func TestCurvatureOfAHessianTurnsAwayFromSaddles(t *testing.T) {
	r := math.Sqrt(0.5)
	axes := [][]float64{{r, r, 0}, {r, -r, 0}, {0, 0, 1}}
	hessian := mat.NewDense(3, 3, nil)
	for k, value := range []float64{8, -2, 0.1} {
		axis := mat.NewVecDense(3, axes[k])
		hessian.RankOne(hessian, value, axis, axis)
	}
	c, err := optim.CurvatureOf(hessian, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	for k, length := range []float64{1.0 / 8, 1.0 / 2, 2} {
		want := make([]float64, 3)
		floats.AddScaled(want, -length, axes[k])
		if got := c.Direction(axes[k]); !floats.EqualApprox(got, want, 1e-12) {
			t.Errorf("along eigenvector %d the step is %v, want %v", k, got, want)
		}
	}
}

func TestCurvatureOfWantsAHessian(t *testing.T) {
	for _, h := range []*mat.Dense{mat.NewDense(501, 501, nil), mat.NewDense(1, 1, []float64{math.NaN()}), mat.NewDense(2, 1, nil)} {
		if _, err := optim.CurvatureOf(h, 1); err == nil {
			n, m := h.Dims()
			t.Errorf("a matrix of %d × %d with %v in it has a curvature", n, m, h.At(0, 0))
		}
	}
}

// bowl is Σ (i+1)(x_i - c)² + x_0 x_1, a quadratic.
type bowl struct{ centre float64 }

func (b bowl) Value(x []float64) float64 {
	sum := x[0] * x[1]
	for i, v := range x {
		sum += float64(i+1) * (v - b.centre) * (v - b.centre)
	}
	return sum
}

func (b bowl) Gradient(dst, x []float64) bool {
	for i, v := range x {
		dst[i] = 2 * float64(i+1) * (v - b.centre)
	}
	dst[0] += x[1]
	dst[1] += x[0]
	return true
}

// In a box the minimum has variables at their bounds, where the derivative
// pushes outward, and none elsewhere.
func TestQuasiNewtonFindsTheMinimumInABox(t *testing.T) {
	for centre := -4.0; centre <= 4; centre++ {
		q := optim.QuasiNewton{
			F: bowl{centre}, Furthest: 1,
			Lo: []float64{-1, -2, -3, 0}, Hi: []float64{1, 3, 3, 0},
		}
		steps := 0
		for ok := q.Begin([]float64{5, 5, -5, 5}); ok && q.GradNorm() > 1e-9; ok = q.Next() {
			steps++
		}
		if q.GradNorm() > 1e-6 || steps > 60 {
			t.Errorf("centre %v: derivative %v after %d steps at %v", centre, q.GradNorm(), steps, q.X)
		}
		for i, v := range q.X {
			if v < q.Lo[i] || v > q.Hi[i] {
				t.Errorf("centre %v: x is %v", centre, q.X)
			}
		}
	}
}

// cliffs fails where it is asked for more than a step of 1/8.
type cliffs struct{ bowl }

func (c cliffs) Value(x []float64) float64 {
	if math.Abs(x[0]) > 0.125 {
		return math.Inf(1)
	}
	return c.bowl.Value(x)
}

func TestQuasiNewtonTurnsBackWhereTheFunctionFails(t *testing.T) {
	q := optim.QuasiNewton{F: cliffs{bowl{1}}, Furthest: 3}
	if q.Begin([]float64{2, 0}) {
		t.Error("a start where the function fails is fine")
	}
	ok := q.Begin([]float64{0, 0})
	for range 30 {
		ok = ok && q.Next()
	}
	if !(q.X[0] > 0.1) || !(q.Value < 2.8) {
		t.Errorf("it ends at %v with the value %v", q.X, q.Value)
	}
	stopped := optim.QuasiNewton{F: bowl{1}, Furthest: 3, Stop: func() bool { return true }}
	if stopped.Begin([]float64{0, 0}); stopped.Next() {
		t.Error("a descent that is to stop goes on")
	}
}

func TestNothingToMoveIsAMinimum(t *testing.T) {
	q := optim.QuasiNewton{F: constant{}, Furthest: 3}
	if !q.Begin(nil) || q.GradNorm() != 0 || q.Next() {
		t.Error("there is a step in no dimensions")
	}
}

type constant struct{}

func (constant) Value([]float64) float64      { return 1 }
func (constant) Gradient(_, _ []float64) bool { return true }
