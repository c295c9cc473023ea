package jet

import "math"

// Compose returns f(j) given the Taylor coefficients of f at j.Value(), f and its derivatives divided
// by factorials: [Ring.Terms] of them. A coefficient may be infinite or NaN, where f has no such
// derivative: it is used only for monomials that depend on it.
func (j Jet) Compose(taylor []float64) Jet {
	s := j.r.Constant(taylor[0])
	rest := j.r.blank()
	copy(rest.c, j.c)
	rest.c[0] = 0
	power := rest
	for k := 1; k <= j.r.order; k++ {
		if k > 1 {
			power = power.Mul(rest)
		}
		zero := true
		for i, v := range power.c {
			if v != 0 {
				zero = false
				s.c[i] += taylor[k] * v
			}
		}
		if zero {
			break
		}
	}
	return s
}

// Terms is the number of Taylor coefficients that [Jet.Compose] uses at most.
func (r *Ring) Terms() int { return r.order + 1 }

// composed does Compose with coefficients that next computes one after another, given those before.
func (j Jet) composed(next func(k int, before []float64) float64) Jet {
	t := make([]float64, 0, 8)
	for k := range j.r.Terms() {
		t = append(t, next(k, t))
	}
	return j.Compose(t)
}

// Exp returns exp(j).
func (j Jet) Exp() Jet {
	return j.composed(func(k int, t []float64) float64 {
		if k == 0 {
			return math.Exp(j.Value())
		}
		return t[k-1] / float64(k)
	})
}

// Log returns log(j).
func (j Jet) Log() Jet {
	v := j.Value()
	return j.composed(func(k int, _ []float64) float64 {
		if k == 0 {
			return math.Log(v)
		}
		return -math.Pow(-1/v, float64(k)) / float64(k)
	})
}

// Log1p returns log(1 + j), accurate near 0.
func (j Jet) Log1p() Jet {
	s := j.Shift(1).Log()
	s.c[0] = math.Log1p(j.Value())
	return s
}

// Power returns j^p.
func (j Jet) Power(p float64) Jet {
	v, binomial := j.Value(), 1.0
	return j.composed(func(k int, _ []float64) float64 {
		if k > 0 {
			binomial *= (p - float64(k-1)) / float64(k)
		}
		if binomial == 0 {
			return 0
		}
		return binomial * math.Pow(v, p-float64(k))
	})
}

// Pow returns j^p, where p may depend on variables and parameters. Where j is 0 it has no derivatives
// unless p is a number.
func (j Jet) Pow(p Jet) Jet {
	switch {
	case p.Fixed():
		return j.Power(p.Value())
	case j.Value() == 0 && j.Fixed() && p.Value() > 0:
		return j.r.Constant(0)
	}
	s := j.Log().Mul(p).Exp()
	s.c[0] = math.Pow(j.Value(), p.Value())
	return s
}

// Sqrt returns √j.
func (j Jet) Sqrt() Jet { return j.Power(0.5) }

// Sin returns sin(j).
func (j Jet) Sin() Jet { return j.wave(0) }

// Cos returns cos(j).
func (j Jet) Cos() Jet { return j.wave(1) }

// wave returns the derivative of sin that the number says.
func (j Jet) wave(derivative int) Jet {
	sin, cos := math.Sincos(j.Value())
	cycle, factorial := []float64{sin, cos, -sin, -cos}, 1.0
	return j.composed(func(k int, _ []float64) float64 {
		factorial *= float64(max(k, 1))
		return cycle[(derivative+k)%4] / factorial
	})
}

// Tan returns tan(j): t' = 1 + t².
func (j Jet) Tan() Jet { return j.riccati(math.Tan(j.Value()), 1) }

// Tanh returns tanh(j): t' = 1 - t².
func (j Jet) Tanh() Jet { return j.riccati(math.Tanh(j.Value()), -1) }

// riccati returns the solution of t' = 1 + sign·t² with the value at j.Value().
func (j Jet) riccati(value, sign float64) Jet {
	return j.composed(func(k int, t []float64) float64 {
		if k == 0 {
			return value
		}
		sum := 0.0
		for i := range k {
			sum += t[i] * t[k-1-i]
		}
		if sum *= sign; k == 1 {
			sum++
		}
		return sum / float64(k)
	})
}

// Atan returns atan(j), whose derivative is 1/(1 + j²).
func (j Jet) Atan() Jet {
	v := j.Value()
	norm := 1 + v*v
	return j.composed(func(k int, t []float64) float64 {
		switch k {
		case 0:
			return math.Atan(v)
		case 1:
			return 1 / norm
		}
		sum := 2 * v * float64(k-1) * t[k-1]
		if k > 2 {
			sum += float64(k-2) * t[k-2]
		}
		return -sum / (norm * float64(k))
	})
}

// Abs returns |j|, without derivatives at 0.
func (j Jet) Abs() Jet {
	switch v := j.Value(); {
	case v > 0:
		return j.Scale(1)
	case v < 0:
		return j.Scale(-1)
	}
	return j.kink(j.Scale(0))
}

// Min returns the smaller of j and o, without derivatives where both are equal.
func (j Jet) Min(o Jet) Jet {
	switch {
	case j.Value() < o.Value():
		return j
	case j.Value() > o.Value():
		return o
	}
	return j.Sub(o).kink(j.Add(o).Scale(0.5))
}

// Max returns the larger of j and o, without derivatives where both are equal.
func (j Jet) Max(o Jet) Jet { return j.Scale(-1).Min(o.Scale(-1)).Scale(-1) }

// kink returns mean, without derivatives by variables where j depends on some.
func (j Jet) kink(mean Jet) Jet { return j.r.Step(mean, j) }

// Step returns v, the value of a function that has a kink or jumps at or near its arguments. It has no derivatives
// by variables, NaN, if an argument depends on some.
func (r *Ring) Step(v Jet, arguments ...Jet) Jet {
	s := v.Scale(1)
	for _, a := range arguments {
		if a.Moves() {
			for i := r.width; i < len(s.c); i++ {
				s.c[i] = math.NaN()
			}
		}
	}
	return s
}
