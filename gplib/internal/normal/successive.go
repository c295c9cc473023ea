package normal

import (
	"context"

	"krigo/gplib"
)

// Successive returns an evidence for evaluations one after another ([gplib.Successive]): each gives evaluate what the
// last one left in memory, at first the zero M.
func Successive[M any](of gplib.Evidence, evaluate func(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64, memory *M) (float64, error)) gplib.Evidence {
	return &successive[M]{Evidence: of, evaluate: evaluate}
}

type successive[M any] struct {
	gplib.Evidence
	evaluate func(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64, memory *M) (float64, error)
	memory   M
}

func (s *successive[M]) EvalWithin(ctx context.Context, limit float64, m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return s.evaluate(ctx, limit, m, d, grad, &s.memory)
}
