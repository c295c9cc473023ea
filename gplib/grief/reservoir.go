package grief

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// reservoir keeps a random sample of the rows that pass (Vitter 1985,
// algorithm R).
type reservoir struct {
	size, seen int
	rng        *rand.Rand
	rows       [][]float64
	y          []float64
}

func newReservoir(size int, rng *rand.Rand) *reservoir { return &reservoir{size: size, rng: rng} }

func (r *reservoir) add(x *mat.Dense, y []float64) {
	if r.size == 0 {
		return
	}
	for i, v := range y {
		r.seen++
		if len(r.y) < r.size {
			r.rows, r.y = append(r.rows, append([]float64(nil), x.RawRowView(i)...)), append(r.y, v)
			continue
		}
		if at := r.rng.IntN(r.seen); at < r.size {
			copy(r.rows[at], x.RawRowView(i))
			r.y[at] = v
		}
	}
}

func (r *reservoir) data() (gplib.Data, error) {
	x, err := cov.Rows(r.rows)
	if err != nil {
		return gplib.Data{}, err
	}
	return gplib.NewData(x, r.y)
}
