package statespace

import "krigo/gplib/linalg"

// The functions of this file multiply n × n matrices, by rows, by the transition A ⊗ I of one block.

// left replaces m by Am: rows of the block by their combinations.
func (k *block) left(m []float64, n int, a []float64) {
	for f := range k.q {
		row := (k.off + f) * n
		step := k.q * n
		combine(a, k.b, m[row:], step, n)
	}
}

// right replaces m by mAᵀ.
func (k *block) right(m []float64, n int, a []float64) {
	for row := k.off; row < n*n; row += n {
		combine(a, k.b, m[row:], k.q, k.q)
	}
}

// vector replaces v by Av.
func (k *block) vector(v, a []float64) { combine(a, k.b, v[k.off:], k.q, k.q) }

// combine replaces the b vectors x_d = m[d·step : d·step+length] by Σ_e a_de x_e.
func combine(a []float64, b int, m []float64, step, length int) {
	switch b {
	case 1:
		x := m[:length]
		for i := range x {
			x[i] *= a[0]
		}
	case 2:
		a00, a01, a10, a11 := a[0], a[1], a[2], a[3]
		x, y := m[:length], m[step:step+length]
		for i, u := range x {
			v := y[i]
			x[i], y[i] = a00*u+a01*v, a10*u+a11*v
		}
	case 3:
		a = a[:9]
		x, y, z := m[:length], m[step:step+length], m[2*step:2*step+length]
		for i, u := range x {
			v, w := y[i], z[i]
			x[i], y[i], z[i] = a[0]*u+a[1]*v+a[2]*w, a[3]*u+a[4]*v+a[5]*w, a[6]*u+a[7]*v+a[8]*w
		}
	default:
		combineMany(a, b, m, step, length)
	}
}

// mostFactors is the size of the moving state of a term up to which combineMany allocates no memory.
const mostFactors = 32

func combineMany(a []float64, b int, m []float64, step, length int) {
	var buffer [mostFactors]float64
	x := buffer[:]
	if b > mostFactors {
		x = make([]float64, b)
	}
	for i := range length {
		for d := range b {
			x[d] = m[d*step+i]
		}
		for d := range b {
			sum := 0.0
			for e, v := range a[d*b : d*b+b] {
				sum += v * x[e]
			}
			m[d*step+i] = sum
		}
	}
}

// transposed writes the transpose of the b × b matrix a into dst.
func transposed(dst, a []float64, b int) []float64 {
	for i := range b {
		for j := range b {
			dst[j*b+i] = a[i*b+j]
		}
	}
	return dst
}

// short is the length up to which a loop takes less time than a call of a vector kernel.
const short = 12

// addScaled sets dst += c·x.
func addScaled(dst []float64, c float64, x []float64) {
	if len(dst) > short {
		linalg.AddScaledTo(dst, dst, c, x)
		return
	}
	x = x[:len(dst)]
	for i, v := range x {
		dst[i] += c * v
	}
}

func dot(x, y []float64) (sum float64) {
	if len(x) > short {
		return linalg.Dot(x, y)
	}
	y = y[:len(x)]
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}
