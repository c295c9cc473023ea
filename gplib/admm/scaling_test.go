package admm

import (
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestScalingIsFoundInTheModelsAlgebra(t *testing.T) {
	x := cov.Line(grid(60))
	se, per := cov.SE(0.7), cov.Periodic(1.3, 1)
	for name, c := range map[string]struct {
		kernel cov.Func
		noise  gplib.Noise
		want   []float64 // nil is none
	}{
		"scale":          {cov.Scale(2, se), gplib.Gaussian(0.1), []float64{1, 0, 1}},
		"sum":            {cov.Sum(cov.Scale(2, se), cov.Scale(3, per)), gplib.Gaussian(0.1), []float64{1, 0, 1, 0, 0, 1}},
		"product":        {cov.Product(cov.Scale(2, se), cov.Scale(3, per)), gplib.Gaussian(0.1), []float64{0.5, 0, 0.5, 0, 0, 1}},
		"no variance":    {se, gplib.Gaussian(0.1), nil},
		"half free":      {cov.Sum(cov.Scale(2, se), per), gplib.Gaussian(0.1), nil},
		"fixed noise":    {cov.Scale(2, se), gplib.FixedGaussian(0.1), nil},
		"fixed variance": {cov.Fix(cov.Scale(2, se), "variance"), gplib.Gaussian(0.1), nil},
	} {
		s := findScaling(gplib.Model{Cov: c.kernel, Noise: c.noise}, x)
		if (s == nil) != (c.want == nil) {
			t.Errorf("%s: got %v, want %v", name, s, c.want)
			continue
		}
		for i, w := range c.want {
			if d := s.w[i] - w; d > 1e-6 || d < -1e-6 {
				t.Errorf("%s: got %v, want %v", name, s.w, c.want)
				break
			}
		}
	}
}
