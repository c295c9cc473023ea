package grief

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// Passes are the passes over all rows of a data set that learners take, wherever
// the rows are: [LocalRows] has them on this machine. Results of passes over
// parts of the rows merge into the results for all rows.
//
// less is a mean function to subtract from the observations, or nil. When ctx is
// cancelled, a pass returns ctx's error. An optional method
// Warnings() gplib.Findings returns findings for the result.
type Passes interface {
	// Like returns an empty set of points of the rows' kind; see [dataset.Like].
	Like() cov.Inputs
	// Survey is the first pass: statistics of the rows, and a sample.
	Survey(ctx context.Context, o SurveyOptions) (*Survey, error)
	// Sums is [Accumulate] of the rows.
	Sums(ctx context.Context, b *Basis, less gplib.Mean) (*Sums, error)
	// Slopes is accumulateSlopes of the rows.
	Slopes(ctx context.Context, b *Basis, at *Solution, less gplib.Mean) (*Slopes, error)
}

// SurveyOptions are the options of a survey.
type SurveyOptions struct {
	// Points is the number of distinct values of an input up to which they are
	// kept, at least 2: m̄ of a [Grid].
	Points int
	// Sample and More are the sizes of two random samples of the rows, 0 being
	// none. They are drawn by SampleRNG and MoreRNG, nil where none is wanted.
	Sample, More       int
	SampleRNG, MoreRNG *rand.Rand
}

// LocalRows returns the passes over the rows of a reader, in this process.
func LocalRows(r dataset.RowReader) (Passes, error) {
	if r == nil {
		return nil, errors.New("grief: LocalRows: the reader is nil")
	}
	return localRows{r}, nil
}

// localRows implements [Passes].
type localRows struct{ reader dataset.RowReader }

func (l localRows) Like() cov.Inputs { return dataset.Like(l.reader) }

// Survey finishes the first 20,000 rows even if ctx is cancelled, so that there
// is a result.
func (l localRows) Survey(ctx context.Context, o SurveyOptions) (*Survey, error) {
	s, err := NewSurvey(l.reader.Dim(), o)
	if err != nil {
		return nil, err
	}
	err = eachBlock(l.reader, func(x *mat.Dense, y []float64) error {
		if s.n > uninterrupted {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		return s.Add(x, y)
	})
	return s, err
}

func (l localRows) Sums(ctx context.Context, b *Basis, less gplib.Mean) (*Sums, error) {
	return Accumulate(ctx, b, residuals(l.reader, less))
}

func (l localRows) Slopes(ctx context.Context, b *Basis, at *Solution, less gplib.Mean) (*Slopes, error) {
	return accumulateSlopes(ctx, b, at, residuals(l.reader, less))
}
