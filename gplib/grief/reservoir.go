package grief

import (
	"errors"
	"fmt"
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

// merge takes in the sample of rows that follow. Each row of the union is drawn
// from the one or the other with the chance that it has of those not yet drawn
// from the rows of both.
func (r *reservoir) merge(more *reservoir) error {
	if r.size != more.size {
		return fmt.Errorf("grief: Survey.Merge: samples of %d and %d rows", r.size, more.size)
	}
	if r.seen+more.seen <= r.size {
		r.seen += more.seen
		r.rows, r.y = append(r.rows, more.rows...), append(r.y, more.y...)
		return nil
	}
	if r.rng == nil {
		return errors.New("grief: Survey.Merge: the survey was read; merge it into one of NewSurvey")
	}
	drawn := newReservoir(r.size, r.rng)
	drawn.seen = r.seen + more.seen
	left := [2]int{r.seen, more.seen}
	from := [2]*reservoir{r, more}
	for len(drawn.y) < r.size {
		k := 0
		if r.rng.IntN(left[0]+left[1]) >= left[0] {
			k = 1
		}
		left[k]--
		row, y := from[k].draw(r.rng)
		drawn.rows, drawn.y = append(drawn.rows, row), append(drawn.y, y)
	}
	*r = *drawn
	return nil
}

// draw takes a random row out of the sample.
func (r *reservoir) draw(rng *rand.Rand) ([]float64, float64) {
	at, last := rng.IntN(len(r.y)), len(r.y)-1
	row, y := r.rows[at], r.y[at]
	r.rows[at], r.y[at] = r.rows[last], r.y[last]
	r.rows, r.y = r.rows[:last], r.y[:last]
	return row, y
}

func (r *reservoir) data() (gplib.Data, error) {
	x, err := cov.Rows(r.rows)
	if err != nil {
		return gplib.Data{}, err
	}
	return gplib.NewData(x, r.y)
}

// restoredReservoir returns a reservoir from values: rows of d inputs, one
// after another, then their observations.
func restoredReservoir(values []float64, d, held, size, seen int) (*reservoir, error) {
	if held < 0 || held > min(size, seen) || held < min(size, seen) || len(values) != held*(d+1) {
		return nil, fmt.Errorf("%d numbers are not those of %d rows of %d inputs, %d of %d seen", len(values), held, d, size, seen)
	}
	r := &reservoir{size: size, seen: seen}
	for i := range held {
		r.rows = append(r.rows, values[i*d:(i+1)*d:(i+1)*d])
	}
	r.y = append(r.y, values[held*d:]...)
	return r, nil
}
