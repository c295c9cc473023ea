package rkhs

import (
	"fmt"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/internal/kind"
	"krigo/gplib/rkhs/feature"
)

// kindPrefix is the prefix of the kinds of this package's kernels, before the
// name of the head.
var kindPrefix = kind.Own("gplib/rkhs.")

func init() {
	for _, h := range []head{linearHead{}, gaussianHead{}} {
		cov.RegisterKind(kindPrefix+h.String(), func(s cov.Spec) (cov.Func, error) { return restoreKernel(h, s) })
	}
}

// Describe returns the kernel as data: the map as text, and parameters as the
// map holds them. It fails for maps from outside package feature.
func (k *Kernel) Describe() (cov.Spec, error) {
	if k.err != nil {
		return cov.Spec{}, k.err
	}
	text, err := feature.Encode(k.features)
	return cov.Spec{Kind: kindPrefix + k.head.String(), Text: string(text), Theta: slices.Clone(k.theta)}, err
}

func restoreKernel(h head, s cov.Spec) (cov.Func, error) {
	m, err := feature.Decode([]byte(s.Text))
	if err != nil {
		return nil, err
	}
	if want := m.Len() + len(h.parameters()); len(s.Theta) != want {
		return nil, fmt.Errorf("rkhs: %d parameters for the %d of %v", len(s.Theta), want, m)
	}
	k := newKernel(m, h, 0)
	return k.withLearned(s.Theta), k.err
}
