package bo

import (
	"context"
	"slices"

	"krigo/gplib/cov"
)

// learners hold what is learned of the evaluations from one on.
type learners struct {
	from    int
	outputs []*learner // the objective, the constraints, the failures
}

// models are the posteriors of all outputs given some evaluations.
type models struct {
	objective *surrogate
	// limits are the outputs that must be at most a number: constraints, and the label of failures.
	limits []*surrogate
	// kept are the successful evaluations that the objective's posterior has, and places those of them.
	kept   []Evaluation
	places [][]float64
	// failed are the places of the evaluations that failed.
	failed [][]float64
}

// modelsFrom learns the models from the evaluations from one on. At least one of them has a value.
func (o *Optimiser) modelsFrom(ctx context.Context, from int) (*models, error) {
	l, err := o.learnersFrom(from)
	if err != nil {
		return nil, err
	}
	m := &models{}
	var all [][]float64
	var labels, y []float64
	for _, e := range o.evaluations[from:] {
		t := o.space.places(e.X)
		all = append(all, t)
		if e.Failed {
			labels, m.failed = append(labels, 1), append(m.failed, t)
			continue
		}
		labels = append(labels, -1)
		m.kept, m.places, y = append(m.kept, e), append(m.places, t), append(y, e.Y)
	}
	x, err := o.space.inputs(m.places)
	if err != nil {
		return nil, err
	}
	if m.objective, err = l.outputs[0].learn(ctx, x, y); err != nil {
		return nil, err
	}
	for c := range o.settings.Constraints {
		values := make([]float64, len(m.kept))
		for i, e := range m.kept {
			values[i] = e.Constraints[c]
		}
		if err := m.addLimit(ctx, l.outputs[1+c], x, values); err != nil {
			return nil, err
		}
	}
	if m.failed == nil {
		return m, nil
	}
	if x, err = o.space.inputs(all); err != nil {
		return nil, err
	}
	return m, m.addLimit(ctx, l.outputs[len(l.outputs)-1], x, labels)
}

func (m *models) addLimit(ctx context.Context, l *learner, x *cov.Matrix, y []float64) error {
	s, err := l.learn(ctx, x, y)
	if err == nil {
		m.limits = append(m.limits, s)
	}
	return err
}

// learnersFrom returns the learners of the evaluations from one on.
func (o *Optimiser) learnersFrom(from int) (*learners, error) {
	for _, l := range o.learned {
		if l.from == from {
			return l, nil
		}
	}
	l := &learners{from: from}
	for i := range o.settings.Constraints + 2 {
		noiseless := o.settings.Noiseless && i <= o.settings.Constraints
		p, err := prior(o.space.coordinates(), noiseless)
		if err != nil {
			return nil, err
		}
		l.outputs = append(l.outputs, &learner{prior: p})
	}
	// Those of all evaluations, and of the trust region, are needed again.
	o.learned = append(slices.DeleteFunc(o.learned, func(l *learners) bool { return l.from > 0 }), l)
	return l, nil
}

// means returns the posterior means of the objective at its own evaluations, in the model's unit.
func (m *models) means() ([]float64, error) {
	p, err := m.objective.post.Predict(m.objective.post.Data().X)
	return p.Mean, err
}

// worths returns the values by which evaluations are compared, in the model's unit: what was observed if there is no
// noise, else the posterior mean.
func (o *Optimiser) worths(m *models) ([]float64, error) {
	if !o.settings.Noiseless {
		return m.means()
	}
	return slices.Clone(m.objective.post.Data().Y), nil
}

// incumbent returns the position of the best feasible evaluation among those kept, and its value in the model's unit;
// -1 if none is feasible.
func (o *Optimiser) incumbent(m *models) (best int, value float64, err error) {
	worths, err := o.worths(m)
	if err != nil {
		return 0, 0, err
	}
	best = -1
	for i, e := range m.kept {
		if e.Feasible() && (best < 0 || worths[i] < worths[best]) {
			best = i
		}
	}
	if best < 0 {
		return -1, 0, nil
	}
	return best, worths[best], nil
}

// nearest returns the positions of the best count evaluations among those kept: the feasible ones by their values, then
// the others by their violations.
func (o *Optimiser) nearest(m *models, count int) ([]int, error) {
	worths, err := o.worths(m)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(m.kept))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		ea, eb := m.kept[a], m.kept[b]
		va, vb := ea.violation(), eb.violation()
		if va == vb {
			va, vb = worths[a], worths[b]
		}
		switch {
		case va < vb:
			return -1
		case va > vb:
			return 1
		}
		return 0
	})
	return order[:min(count, len(order))], nil
}

// withPending returns the models given that the evaluations at the places, which are under way, will be as
// predicted: fantasies (Ginsbourger et al. 2010, the kriging believer). So will be what evaluations that failed
// would have had as a value, since trying them again is of no use. least is the least predicted value at a place
// under way where all limits are predicted to hold, or value.
func (m *models) withPending(space *Space, pending [][]float64, value float64) (fantasised *models, least float64, err error) {
	f := *m
	f.limits, least = slices.Clone(m.limits), value
	if len(pending) > 0 {
		x, err := space.inputs(pending)
		if err != nil {
			return nil, 0, err
		}
		if least, err = m.leastAt(x, value); err != nil {
			return nil, 0, err
		}
		for k, s := range m.limits {
			if f.limits[k], err = s.fantasise(x); err != nil {
				return nil, 0, err
			}
		}
	}
	if unseen := slices.Concat(pending, m.failed); len(unseen) > 0 {
		x, err := space.inputs(unseen)
		if err != nil {
			return nil, 0, err
		}
		if f.objective, err = m.objective.fantasise(x); err != nil {
			return nil, 0, err
		}
	}
	return &f, least, nil
}

// leastAt returns the least mean at those of the points x where all limits are predicted to hold, or value.
func (m *models) leastAt(x *cov.Matrix, value float64) (float64, error) {
	p, err := m.objective.post.Predict(x)
	if err != nil {
		return 0, err
	}
	holds := make([]bool, x.Len())
	for i := range holds {
		holds[i] = true
	}
	for _, s := range m.limits {
		l, err := s.post.Predict(x)
		if err != nil {
			return 0, err
		}
		for i, v := range l.Mean {
			holds[i] = holds[i] && v <= s.unit(0)
		}
	}
	for i, v := range p.Mean {
		if holds[i] {
			value = min(value, v)
		}
	}
	return value, nil
}
