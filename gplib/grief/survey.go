package grief

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/internal/form"
)

// Survey is the result of a first pass over rows: their number, the range of
// each input, its distinct values if they are few, and random samples. Surveys
// of parts of the rows merge into one of all rows: the parts can be surveyed
// elsewhere and sent in binary form.
type Survey struct {
	most         int // distinct values that are kept
	n            int
	lo, hi       []float64
	values       []map[float64]struct{} // nil where there are more than most
	sample, more *reservoir
}

// NewSurvey returns the survey of no rows of d inputs. It fails for d < 1, Points < 2, negative sizes of samples, and
// samples without a generator.
func NewSurvey(d int, o SurveyOptions) (*Survey, error) {
	if err := checkGrid(o.Points, 0); err != nil {
		return nil, err
	}
	if d < 1 || o.Sample < 0 || o.More < 0 || o.Sample > 0 && o.SampleRNG == nil || o.More > 0 && o.MoreRNG == nil {
		return nil, fmt.Errorf("grief: NewSurvey: d is %d, Sample %d and More %d; d must be positive, and samples need a generator", d, o.Sample, o.More)
	}
	s := newSurvey(d, o.Points)
	s.sample, s.more = newReservoir(o.Sample, o.SampleRNG), newReservoir(o.More, o.MoreRNG)
	return s, nil
}

func newSurvey(d, most int) *Survey {
	s := &Survey{most: most, lo: make([]float64, d), hi: make([]float64, d), values: make([]map[float64]struct{}, d)}
	for l := range d {
		s.lo[l], s.hi[l], s.values[l] = math.Inf(1), math.Inf(-1), map[float64]struct{}{}
	}
	s.sample, s.more = newReservoir(0, nil), newReservoir(0, nil)
	return s
}

// Add takes in some rows: x is len(y) × d. Numbers that are not finite are an
// error.
func (s *Survey) Add(x *mat.Dense, y []float64) error {
	s.sample.add(x, y)
	s.more.add(x, y)
	for i := range y {
		for l, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("grief: row %d: x[%d] is %v", s.n+i+1, l, v)
			}
			s.lo[l], s.hi[l] = math.Min(s.lo[l], v), math.Max(s.hi[l], v)
			s.addValue(l, v)
		}
		if v := y[i]; math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("grief: row %d: y is %v", s.n+i+1, v)
		}
	}
	s.n += len(y)
	return nil
}

// addValue keeps a value of input l while its distinct values are few.
func (s *Survey) addValue(l int, v float64) {
	set := s.values[l]
	if set == nil {
		return
	}
	set[v] = struct{}{}
	if len(set) > s.most {
		s.values[l] = nil
	}
}

// Merge adds the survey of the rows that follow, made with the same options. Of
// the samples of both, each of s's sizes is drawn by s's generators: each set
// of rows is as likely as in one pass. more must not be used any longer.
func (s *Survey) Merge(more *Survey) error {
	if more == nil {
		return errors.New("grief: Survey.Merge: more is nil")
	}
	if len(more.lo) != len(s.lo) || more.most != s.most {
		return fmt.Errorf("grief: Survey.Merge: a survey of %d inputs and %d points, here %d and %d", len(more.lo), more.most, len(s.lo), s.most)
	}
	for l := range s.lo {
		s.lo[l], s.hi[l] = math.Min(s.lo[l], more.lo[l]), math.Max(s.hi[l], more.hi[l])
		if more.values[l] == nil {
			s.values[l] = nil
		}
		for v := range more.values[l] {
			s.addValue(l, v)
		}
	}
	s.n += more.n
	return errors.Join(s.sample.merge(more.sample), s.more.merge(more.more))
}

// Rows returns the number of rows, n.
func (s *Survey) Rows() int { return s.n }

// Grid returns the grid of the rows, with the survey's Points; see [NewGrid].
func (s *Survey) Grid(pad float64) (*Grid, error) {
	if s.n == 0 {
		return nil, errors.New("grief: there are no rows")
	}
	if err := checkGrid(s.most, pad); err != nil {
		return nil, err
	}
	g := &Grid{}
	for l, set := range s.values {
		if set != nil {
			g.axes = append(g.axes, axis{points: slices.Sorted(maps.Keys(set))})
			continue
		}
		g.axes = append(g.axes, evenAxis(s.lo[l], s.hi[l], s.most, pad))
	}
	return g, nil
}

// Sample returns the random sample of the rows, in the reservoir's order: the
// order of the rows if it has them all.
func (s *Survey) Sample() (gplib.Data, error) { return s.sample.data() }

// savedSurvey is the JSON part of a survey.
type savedSurvey struct {
	Points int    `json:"points"`
	Rows   int    `json:"rows"`
	Few    []int  `json:"few"`  // distinct values of each input, -1 where they are many
	Seen   [2]int `json:"seen"` // by the samples
	Sizes  [2]int `json:"sizes"`
	Held   [2]int `json:"held"` // rows of the samples
}

// MarshalBinary returns the survey's binary form. See [FormatVersion].
func (s *Survey) MarshalBinary() ([]byte, error) {
	h := savedSurvey{Points: s.most, Rows: s.n}
	var values [][]float64
	for _, set := range s.values {
		if set == nil {
			h.Few = append(h.Few, -1)
			continue
		}
		h.Few = append(h.Few, len(set))
		values = append(values, slices.Sorted(maps.Keys(set)))
	}
	f := form.New(s, FormatVersion)
	for i, r := range []*reservoir{s.sample, s.more} {
		h.Seen[i], h.Sizes[i], h.Held[i] = r.seen, r.size, len(r.y)
	}
	f.JSON("survey", h)
	f.Floats("ranges", s.lo, s.hi)
	f.Floats("values", values...)
	f.Floats("sample", append(s.sample.rows, s.sample.y)...)
	f.Floats("more", append(s.more.rows, s.more.y)...)
	return f.Seal()
}

// UnmarshalBinary replaces s by the survey of a binary form. It has no generator: it can be read, or merged into
// another one. Where it fails s is unchanged.
func (s *Survey) UnmarshalBinary(b []byte) error {
	return form.Restore(s, b, FormatVersion, func(r *form.Reader) (*Survey, error) {
		var h savedSurvey
		r.JSON("survey", &h)
		d := len(h.Few)
		if r.Err() == nil && (d < 1 || h.Points < 2 || h.Rows < 0) {
			return nil, fmt.Errorf("a survey of %d rows of %d inputs, %d points", h.Rows, d, h.Points)
		}
		ranges, values := r.Vector("ranges", 2*d), r.Floats("values")
		samples := [2]*reservoir{}
		for i, name := range []string{"sample", "more"} {
			var err error
			if samples[i], err = restoredReservoir(r.Floats(name), d, h.Held[i], h.Sizes[i], h.Seen[i]); err != nil {
				return nil, err
			}
		}
		if r.Err() != nil {
			return nil, r.Err()
		}
		next := newSurvey(d, h.Points)
		next.n, next.lo, next.hi, next.sample, next.more = h.Rows, ranges[:d:d], ranges[d:], samples[0], samples[1]
		for l, few := range h.Few {
			if few < 0 {
				next.values[l] = nil
				continue
			}
			if few > len(values) || few > h.Points {
				return nil, fmt.Errorf("input %d has %d distinct values, but %d are given", l, few, len(values))
			}
			for _, v := range values[:few] {
				next.values[l][v] = struct{}{}
			}
			values = values[few:]
		}
		return next, nil
	})
}
