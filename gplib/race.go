package gplib

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
	"krigo/gplib/parallel"
	"krigo/gplib/param"
)

// Bounds of the comparison of starts.
const (
	firstRows       = 500 // at most in the descents from all starts,
	firstPart       = 0.5 // a part of all rows,
	firstLeast      = 150 // but not fewer
	firstIterations = 6   // from each that is not given up
	raceRows        = 1000
	raceStarts      = 3
	raceIterations  = 4   // between two looks at the values
	raceGain        = 0.5 // nats, for which no start goes on
	// A start is expected to gain less than raceSlope and, where there are many parameters,
	// 1/raceSlow of their number, times the decrease of its last steps.
	raceSlope, raceSlow = 3, 4
)

// firstKept is the part of the starts that goes on after so many iterations, at least leastKept of them.
var firstKept = map[int]float64{1: 0.7, 2: 0.6, 4: 0.5}

const leastKept = 6

// comparison is a race between starts of one fit.
type comparison struct {
	objective Objective
	nats      bool         // the objective is a negative log likelihood
	all       []*candidate // the best first
	promising []*candidate // of those the ones that were not given up in the first descents
	finalists []*candidate // of those the best that differ
}

// candidate is a start that is compared, and the descent from it.
type candidate struct {
	record StartRecord
	from   Model
	d      *descent // nil where the objective has no value
	q      *optim.QuasiNewton
	at     Model   // the lowest point
	fall   float64 // the decrease of the last iterations, of all rows of the race
	whole  bool    // the steps of d begin at from
	over   bool    // d has ended, not by a limit
	behind float64 // the best candidate, in values of all rows
}

// compare compares the starts of [Fitting.candidates] by the objective o. From each it descends a
// few iterations on half of the rows, and gives up the worst on the way. The best that differ
// descend further, on up to 1000 rows, until one is ahead by more than the others gain. The first
// starts of the fit are these, the best first; each goes on from where it was left
// ([candidate.finish]).
func (f *Fitting) compare(o Objective) {
	if f.Settings.OwnStart || f.Data.Len() < 2 {
		return
	}
	places := f.candidates()
	if len(places) < 2 {
		return
	}
	r := newComparison(o, places)
	fewRows, manyRows := f.rowsToCompare()
	few, many := f.onRows(fewRows), f.onRows(manyRows)
	r.descend(few)
	r.race(many)
	if len(r.finalists) == 0 {
		return
	}
	r.vary(few, many)
	f.compared = r
	for _, c := range r.finalists {
		f.starts = append(f.starts, namedStart{c.record.Name, c.from})
	}
}

func newComparison(o Objective, places []namedStart) *comparison {
	r := &comparison{objective: o, nats: inNats(o)}
	for _, p := range places {
		r.all = append(r.all, &candidate{record: StartRecord{Name: p.name}, from: p.model, at: p.model})
	}
	return r
}

// screened returns where the finalists began, the best first. Before them come the model's own
// parameters, or else those from the data, where a longer descent from there ends hardly higher.
func (r *comparison) screened(f *Fitting) []namedStart {
	if len(r.finalists) == 0 {
		return nil
	}
	best := r.finalists[0]
	least := best.record.To + screenGain
	for _, name := range []string{dataStart, ownStart} {
		k := slices.IndexFunc(r.all, func(c *candidate) bool { return c.record.Name == name })
		if k < 0 {
			continue
		}
		if r.all[k].advance(f.Settings.MaxIter, screenIter); r.all[k].record.To <= least {
			best = r.all[k]
		}
	}
	starts := []namedStart{{best.record.Name, best.from}}
	for _, c := range r.finalists {
		if c != best {
			starts = append(starts, namedStart{c.record.Name, c.from})
		}
	}
	return starts[:min(len(starts), raceStarts)]
}

// inNats reports whether o is the negative logarithm of a likelihood.
func inNats(o Objective) bool {
	switch o := o.(type) {
	case LML:
		return true
	case MAP:
		return inNats(o.objective())
	case Evidence:
		return true
	}
	return false
}

// rowsToCompare returns the rows for the descents from all starts, and for those from the best.
func (f *Fitting) rowsToCompare() (few, many Data) {
	n := f.Data.Len()
	rows := min(n, max(firstLeast, int(firstPart*float64(n))), firstRows)
	return f.Data.Subset(f.drawn(rows)), f.Data.Subset(f.drawn(raceRows))
}

// onRows returns a copy of the fit for some of its rows, which nobody observes, and which ends after
// half of the time.
func (f *Fitting) onRows(d Data) *Fitting {
	g := *f
	g.Data, g.Settings.Observe = d, nil
	g.Settings.Runtime /= 2
	g.Together = f.Together && f.Settings.Observe == nil
	return &g
}

// descend takes a few steps from all candidates, and fewer from those that stay behind.
func (r *comparison) descend(f *Fitting) {
	parallel.Each(len(r.all), f.Together, func(k int) {
		c := r.all[k]
		c.begin(f, r.objective, optim.Curvature{})
		c.whole = true
	})
	r.all = slices.DeleteFunc(r.all, func(c *candidate) bool { return c.d == nil })
	r.promising = slices.Clone(r.all)
	for k := range firstIterations {
		parallel.Each(len(r.promising), f.Together, func(i int) { r.promising[i].advance(f.Settings.MaxIter, 1) })
		if part, look := firstKept[k+1]; look {
			most := max(leastKept, int(math.Ceil(part*float64(len(r.all)))))
			slices.SortStableFunc(r.promising, lower)
			r.promising = r.promising[:min(most, len(r.promising))]
		}
	}
}

// lower orders candidates by what they have reached.
func lower(a, b *candidate) int { return cmp.Compare(a.record.To, b.record.To) }

// begin evaluates the objective of the rows of f at c.at, with the curvature known there.
func (c *candidate) begin(f *Fitting, o Objective, known optim.Curvature) {
	own := *f
	s := &Start{Fitting: &own, Model: c.at, lowest: math.Inf(1)}
	c.record.From, c.record.To, c.record.Rows = math.NaN(), math.Inf(1), f.Data.Len()
	c.d, c.whole = nil, false
	space, err := s.Space()
	if err != nil {
		return
	}
	d := newDescent(s, o, space)
	q := d.quasiNewton()
	q.Curvature = known
	if q.Begin(space.Start()) {
		d.visit(q)
		c.d, c.q = d, q
		c.record.From, c.record.To, c.over = q.Value, q.Value, d.status == Converged
	}
}

// advance takes up to a number of further steps, and to the limit of all.
func (c *candidate) advance(limit, iterations int) {
	if c.d == nil || c.over {
		return
	}
	c.d.Settings.MaxIter = min(limit, len(c.d.steps)-1+iterations)
	c.d.resume(c.q)
	c.over = c.d.status == Converged || c.d.status == Stalled || len(c.d.steps) > limit
	last := len(c.d.steps) - 1
	c.fall = c.d.steps[max(0, last-raceIterations)].Value - c.d.steps[last].Value
	c.record.To, c.at = c.d.lowest, c.d.Fitting.Model.With(c.d.Best().Theta)
}

// race goes on with the best candidates, on the rows of f.
func (r *comparison) race(f *Fitting) {
	if len(r.promising) == 0 {
		return
	}
	few := r.promising[0].record.Rows
	if few < f.Data.Len() {
		parallel.Each(len(r.promising), f.Together, func(k int) { r.promising[k].evaluate(f, r.objective) })
	}
	slices.SortStableFunc(r.promising, lower)
	r.finalists = f.differing(r.promising)
	if few < f.Data.Len() {
		grown := float64(f.Data.Len()) / float64(few)
		parallel.Each(len(r.finalists), f.Together, func(k int) { r.finalists[k].widen(f, r.objective, grown) })
	}
	for {
		r.sort()
		r.finalists = f.differing(r.finalists)
		open := r.open()
		if len(open) < 2 {
			return
		}
		if _, stop := f.Interrupted(); stop {
			return
		}
		parallel.Each(len(open), f.Together, func(k int) { open[k].advance(f.Settings.MaxIter, raceIterations) })
	}
}

// Bounds of the search for inputs with faster parts.
const (
	shortest     = 0.4 // lengthscale, in standard deviations of the input
	shortStep    = 2   // between neighbouring lengthscales
	fastLengths  = 2   // of the shortest, which are tried on all rows
	longScale    = 2   // standard deviations or more: lengthscales that are shortened
	mostShort    = 60  // lengthscales
	shortRise    = 2   // nats by which a shorter one may be worse before it is adapted
	shortDescend = 8   // iterations to adapt
)

// vary looks for faster parts of single inputs: between a long lengthscale, which takes such a part for
// noise, and the right one the likelihood is lower than at both; and for multiples of periods, between which it
// is lower, too. Where one makes the best candidate better, the finalists have it first.
func (r *comparison) vary(few, many *Fitting) {
	for {
		best := r.finalists[0]
		places := append(r.shortened(few, best.at), few.otherPeriods(best.at)...)
		parallel.Each(len(places), many.Together, func(k int) {
			if places[k].record.Rows < many.Data.Len() {
				places[k].evaluate(many, r.objective)
			}
		})
		slices.SortStableFunc(places, lower)
		if _, stop := many.Interrupted(); stop || len(places) == 0 || places[0].record.To > best.record.To+shortRise {
			return
		}
		c := places[0]
		c.from, c.record.Name = best.from, best.record.Name+", then "+c.record.Name
		c.begin(many, r.objective, optim.Curvature{})
		c.record.From = math.NaN()
		c.advance(many.Settings.MaxIter, shortDescend)
		if !(c.record.To < best.record.To-raceGain) {
			return
		}
		r.all, r.finalists = append(r.all, c), append([]*candidate{c}, r.finalists...)
		r.sort()
	}
}

// shortened returns m with a shorter lengthscale, one at a time: for each that is long those of fast parts, which few
// rows may not show, and of the others the best one on the rows of f.
func (r *comparison) shortened(f *Fitting, m Model) (places []*candidate) {
	inputs := f.shorterLengths(m)
	tried := slices.Concat(inputs...)
	parallel.Each(len(tried), f.Together, func(k int) { tried[k].evaluate(f, r.objective) })
	for _, lengths := range inputs {
		fast := min(fastLengths, len(lengths))
		places = append(places, lengths[:fast]...)
		if slower := lengths[fast:]; len(slower) > 0 {
			places = append(places, slices.MinFunc(slower, lower))
		}
	}
	return places
}

// shorterLengths returns m with shorter lengthscales, for each that is long, the shortest first.
func (f *Fitting) shorterLengths(m Model) (inputs [][]*candidate) {
	count := 0
	for i, p := range f.Params(m) {
		if p.Role != param.RoleLengthscale || !movable(p) || len(p.Dims) != 1 {
			continue
		}
		count++
		theta, sd := m.Theta(), f.units.sd[p.Dims[0]]
		if !(sd > 0 && theta[i] >= longScale*sd) {
			continue
		}
		var lengths []*candidate
		for short := shortest * sd; short <= theta[i]/shortStep; short *= shortStep {
			if short < p.Min {
				continue
			}
			at := slices.Clone(theta)
			at[i] = short
			lengths = append(lengths, &candidate{record: StartRecord{Name: "a shorter " + p.Name}, at: m.With(at)})
		}
		if len(lengths) > 0 {
			inputs = append(inputs, lengths)
		}
	}
	if count < 2 || count > mostShort {
		return nil
	}
	return inputs
}

// evaluate takes the value of c.at on the rows of f.
func (c *candidate) evaluate(f *Fitting, o Objective) {
	value, err := evalWithin(f.patience(), math.Inf(1), o, c.at, f.Data, nil)
	if err != nil || math.IsNaN(value) {
		value = math.Inf(1)
	}
	c.record.From, c.record.To, c.record.Rows = math.NaN(), value, f.Data.Len()
}

// widen begins again where the candidate is, on the rows of f, which are more.
func (c *candidate) widen(f *Fitting, o Objective, grown float64) {
	known := c.q.Curvature
	for i := range c.q.X {
		known.Scale(i, grown)
	}
	c.begin(f, o, known)
	c.record.From = math.NaN()
	c.fall *= grown
}

// sort sorts the candidates and the finalists by what they have reached.
func (r *comparison) sort() {
	slices.SortStableFunc(r.all, lower)
	slices.SortStableFunc(r.finalists, lower)
	for _, c := range r.finalists {
		c.behind = c.record.To - r.finalists[0].record.To
	}
}

// open returns the finalists whose descents have not ended and that may become the best, with the
// best one.
func (r *comparison) open() []*candidate {
	return slices.DeleteFunc(slices.Clone(r.finalists), func(c *candidate) bool {
		return c != r.finalists[0] && (c.over || c.behind > raceGain+(raceSlope+float64(len(c.q.X))/raceSlow)*c.fall)
	})
}

const (
	differRows   = 150
	differMuch   = 0.1 // of a correlation
	differCloser = 0.3 // for values that differ by less than a nat
)

// differing returns the first few candidates that are different models: for some pairs of rows
// the correlations of the observations differ.
func (f *Fitting) differing(all []*candidate) []*candidate {
	x := f.Data.X.Subset(f.drawn(differRows))
	var kept []*candidate
	var seen []*mat.Dense
	for _, c := range all {
		if len(kept) == raceStarts || math.IsInf(c.record.To, 1) {
			break
		}
		own := f.correlations(c.at, x)
		same := false
		for i, other := range seen {
			gap := floats.Distance(own.RawMatrix().Data, other.RawMatrix().Data, math.Inf(1))
			same = same || gap < differMuch || gap < differCloser && c.record.To-kept[i].record.To < 1
		}
		if !same {
			kept, seen = append(kept, c), append(seen, own)
		}
	}
	return kept
}

// correlations returns the prior correlations of observations at x, with a likelihood those of
// latent values and errors as large as it allows for.
func (f *Fitting) correlations(m Model, x cov.Inputs) *mat.Dense {
	n := x.Len()
	c := mat.NewDense(n, n, nil)
	m.Cov.Gram(c, x, x)
	f.addSpread(c, m, x)
	sd := make([]float64, n)
	for i := range sd {
		sd[i] = math.Sqrt(c.At(i, i))
	}
	for i, s := range sd {
		row := c.RawRowView(i)
		floats.Scale(1/s, row)
		floats.Div(row, sd)
	}
	return c
}

// finish runs start s from where the candidate was left, on all rows. The steps that it has taken on
// all rows are the start's; else the first one is at the parameters of the start.
func (c *candidate) finish(s *Start, o Objective) (*End, error) {
	if !c.whole {
		space, err := s.Space()
		if err != nil {
			return nil, err
		}
		if q, failed, err := newDescent(s, o, space).begin(); q == nil {
			return failed, err
		}
	}
	if status, stop := s.Interrupted(); stop && len(s.steps) > 0 {
		return s.End(status), nil
	}
	if c.d.Data.Len() < s.Data.Len() {
		if c.widen(s.onRows(s.Data), o, float64(s.Data.Len())/float64(c.d.Data.Len())); c.d == nil {
			status, _ := s.Interrupted()
			return s.End(status), nil
		}
	}
	for _, step := range c.d.steps {
		if len(s.steps) > s.Settings.MaxIter {
			return s.End(IterationLimit), nil
		}
		if s.Record(step) {
			status, _ := s.Interrupted()
			return s.End(status), nil
		}
	}
	switch c.d.Start = s; {
	case c.over:
	case len(s.steps) > s.Settings.MaxIter:
		c.d.status = IterationLimit
	default:
		c.d.resume(c.q)
	}
	return c.d.outcome(), nil
}
