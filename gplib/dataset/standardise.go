package dataset

import "krigo/gplib"

// Scaling is the shift and scale that give each dimension of the inputs, and
// the observations, mean 0 and standard deviation 1.
type Scaling = gplib.Scaling

// Standardise returns d with inputs and observations standardised, and the
// scaling that was applied. Fits do not need it: they scale inside, and predict
// in the units of the data. A fit on standardised data predicts only at points
// standardised by the same scaling ([gplib.Scaling.Inputs]);
// [gplib.Standardised] is a learner that does all this automatically.
func Standardise(d gplib.Data) (gplib.Data, *Scaling, error) {
	s, err := gplib.NewScaling(d)
	if err != nil {
		return gplib.Data{}, nil, err
	}
	scaled, err := s.Data(d)
	return scaled, s, err
}
