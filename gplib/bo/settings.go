package bo

import (
	"fmt"
	"math"
)

// Region says where the acquisition is maximised.
type Region string

const (
	// AutoRegion is Everywhere in up to ten dimensions, and Trust in more.
	AutoRegion Region = ""
	// Everywhere is the whole space.
	Everywhere Region = "everywhere"
	// Trust is a trust region about the best evaluation, which grows with success and shrinks without; one that has
	// become too small is replaced by a new one with a new initial design (TuRBO-1; Eriksson et al. 2019).
	Trust Region = "trust"
)

// Settings are the options of a run; the zero value is recommended.
type Settings struct {
	// Seed selects the random numbers: equal seeds, evaluations and pending points give equal points.
	Seed uint64 `json:"seed"`
	// Acquisition selects the next point; "" is LogEI.
	Acquisition Acquisition `json:"acquisition,omitempty"`
	// Kappa is that of [UCB]; 0 is 2.
	Kappa float64 `json:"kappa,omitempty"`
	// Initial is the number of points before the model chooses, spread over the space; 0 is d + 1 for d dimensions,
	// at least 5.
	Initial int `json:"initial,omitempty"`
	// Noiseless states that equal points have equal values. Otherwise noise is learned.
	Noiseless bool `json:"noiseless,omitempty"`
	// Constraints is the number of outcome constraints that Tell receives.
	Constraints int `json:"constraints,omitempty"`
	// Region says where the acquisition is maximised.
	Region Region `json:"region,omitempty"`
}

// check returns the settings with defaults filled in.
func (s Settings) check(d int) (Settings, error) {
	if s.Acquisition == "" {
		s.Acquisition = LogEI
	}
	if s.Kappa == 0 {
		s.Kappa = 2
	}
	if s.Initial == 0 {
		s.Initial = max(5, d+1)
	}
	if s.Region == AutoRegion {
		s.Region = Everywhere
		if d >= trustDims {
			s.Region = Trust
		}
	}
	switch {
	case s.Acquisition != LogEI && s.Acquisition != UCB && s.Acquisition != LogPI && s.Acquisition != Thompson:
		return s, fmt.Errorf("bo: Settings.Acquisition is %q; use LogEI, UCB, LogPI or Thompson", s.Acquisition)
	case !(s.Kappa > 0) || math.IsInf(s.Kappa, 1):
		return s, fmt.Errorf("bo: Settings.Kappa is %v; it must be positive", s.Kappa)
	case s.Initial < 2:
		return s, fmt.Errorf("bo: Settings.Initial is %d; it must be at least 2", s.Initial)
	case s.Constraints < 0:
		return s, fmt.Errorf("bo: Settings.Constraints is %d; it must not be negative", s.Constraints)
	case s.Region != Everywhere && s.Region != Trust:
		return s, fmt.Errorf("bo: Settings.Region is %q; use AutoRegion, Everywhere or Trust", s.Region)
	}
	return s, nil
}
