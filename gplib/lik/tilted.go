package lik

import "math"

// Tilted is a normal distribution times a likelihood, p(y|f) N(f; m, v)/Z: the posterior of one
// latent value given one observation (Rasmussen and Williams 2006, equation 3.56).
type Tilted struct {
	// Log is log Z.
	Log float64
	// Mean and Var are the moments of f.
	Mean, Var float64
	// Precision and Shift are those of the site exp(Shift f - Precision f²/2) that gives a normal
	// distribution with these moments: 1/Var - 1/v and Mean/Var - m/v. The precision is not negative
	// where the likelihood is log-concave.
	Precision, Shift float64
}

// tiltedKnown is a closed form of log Z and its first two derivatives with respect to m.
type tiltedKnown interface {
	tilted(y, m, v float64) (log, slope, curvature float64)
}

// Tilted returns the distribution of f given one observation y, by closed forms or sums over f; Var >= 0.
func (o Observed) Tilted(y float64) Tilted {
	if o.Var == 0 {
		at := o.Lik.Log(y, o.Mean)
		return o.site(at.Value, at.D1, at.D2)
	}
	if known, ok := o.closed().(tiltedKnown); ok {
		return o.site(known.tilted(y, o.Mean, o.Var))
	}
	s := o.sums(y, 0)
	z := s.sum[0]
	slope := s.sum[1] / z
	// The derivatives lose digits where v is large, and the moments of f where it is small.
	if curvature := s.sum[2]/z - slope*slope; o.Var*math.Abs(curvature) < 0.5 {
		return o.site(s.log(), slope, curvature)
	}
	mean := s.sum[3] / z // of (f - mode)/width
	spread := s.width * s.width * (s.sum[4]/z - mean*mean)
	at := s.mode + s.width*mean
	return Tilted{s.log(), at, spread, 1/spread - 1/o.Var, at/spread - o.Mean/o.Var}
}

// TiltedParams adds to dst[p] the mean of the derivative of log p(y|f) with respect to parameter θ_p under
// [Observed.Tilted]: the derivative of its Log.
func (o Observed) TiltedParams(dst []float64, y float64) {
	if len(dst) == 0 {
		return
	}
	s := o.sums(y, len(dst))
	for p := range dst {
		dst[p] += s.sum[moments+p] / s.sum[0]
	}
}

// site returns the distribution of log Z and its derivatives with respect to the mean.
func (o Observed) site(log, slope, curvature float64) Tilted {
	left := 1 + o.Var*curvature
	return Tilted{log, o.Mean + o.Var*slope, o.Var * left, -curvature / left, (slope - o.Mean*curvature) / left}
}

func (probit) tilted(y, m, v float64) (log, slope, curvature float64) {
	root := math.Sqrt(1 + v)
	at := probit{}.Log(y, m/root)
	return at.Value, at.D1 / root, at.D2 / (1 + v)
}

func (l gaussian) tilted(y, m, v float64) (log, slope, curvature float64) {
	at := gaussian{l.variance + v}.Log(y, m)
	return at.Value, at.D1, at.D2
}

// moments is the number of sums over f without those of parameters: of the integrand, and of it times the first
// derivative, the second one plus the square of the first, and the first two powers of (f - mode)/width.
const moments = 5

// tiltedSums are sums over f for one observation, of the integrand relative to its largest value.
type tiltedSums struct {
	Observed
	y           float64
	mode, width float64
	top         float64 // log of the integrand at the mode, without √(2πv)
	sum, size   []float64
	by          []Derivatives
}

// log returns log Z.
func (s *tiltedSums) log() float64 {
	return s.top + math.Log(s.sum[0]*s.width/math.Sqrt(2*math.Pi*s.Var))
}

// sums returns the sums for an observation, over equally spaced values of f whose step is halved until they stay
// the same, with those of params parameters.
func (o Observed) sums(y float64, params int) *tiltedSums {
	s := &tiltedSums{Observed: o, y: y, mode: modeOf(o.Lik, y, o.Mean, o.Var)}
	s.width = 1 / math.Sqrt(1/o.Var+math.Max(-o.Lik.Log(y, s.mode).D2, 0))
	s.top = s.value(s.mode)
	s.sum, s.size, s.by = make([]float64, moments+params), make([]float64, moments+params), make([]Derivatives, params)
	lo, hi, step := -s.end(-1), s.end(1), firstStep
	s.add(0, lo, hi, step)
	for range halvings {
		before := append([]float64(nil), s.sum...)
		s.add(step/2, lo, hi, step)
		step /= 2
		if s.settled(before) {
			break
		}
	}
	for k := range s.sum {
		s.sum[k] *= step
	}
	return s
}

// value returns the logarithm of the integrand without √(2πv).
func (s *tiltedSums) value(f float64) float64 {
	return s.Lik.Log(s.y, f).Value - (f-s.Mean)*(f-s.Mean)/(2*s.Var)
}

// end returns how many widths from the mode to one side the integrand vanishes; the normal distribution bounds
// it. Where the likelihood is not log-concave, another mode may be as far as its mean.
func (s *tiltedSums) end(side float64) float64 {
	const vanished = 40
	sd := math.Sqrt(s.Var)
	most := math.Max(side*(s.Mean-s.mode), 0)/s.width + reach*sd/s.width
	if !LogConcave(s.Lik) {
		return most
	}
	x := 4.0
	for x < most && s.value(s.mode+side*x*s.width) > s.top-vanished {
		x *= 1.5
	}
	return x
}

// add adds the values at equally spaced points through from.
func (s *tiltedSums) add(from, lo, hi, step float64) {
	for x := from; x <= hi; x += step {
		s.addAt(x)
	}
	for x := from - step; x >= lo; x -= step {
		s.addAt(x)
	}
}

func (s *tiltedSums) addAt(x float64) {
	f := s.mode + s.width*x
	at := s.Lik.Log(s.y, f)
	w := math.Exp(at.Value - (f-s.Mean)*(f-s.Mean)/(2*s.Var) - s.top)
	if w == 0 {
		return
	}
	s.count(0, w)
	s.count(1, w*at.D1)
	s.count(2, w*(at.D2+at.D1*at.D1))
	s.count(3, w*x)
	s.count(4, w*x*x)
	if len(s.by) > 0 {
		clear(s.by)
		s.Lik.AddParams(s.by, s.y, f)
		for p, d := range s.by {
			s.count(moments+p, w*d.Value)
		}
	}
}

func (s *tiltedSums) count(k int, v float64) {
	s.sum[k] += v
	s.size[k] += math.Abs(v)
}

// settled reports whether halving the step has not changed the sums.
func (s *tiltedSums) settled(before []float64) bool {
	for k, v := range s.sum {
		if !(math.Abs(v/2-before[k]) <= enough*s.size[k]/2) {
			return false
		}
	}
	return true
}
