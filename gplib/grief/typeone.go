package grief

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/mcmc"
)

// Form chooses the functions that the weights are on.
type Form int

const (
	// Orthogonal has weights on the eigenvectors of ΦᵀΦ, so that a sample
	// costs O(p). With equal weights it is the same model as Original, otherwise
	// another family.
	Orthogonal Form = iota
	// Original has weights on the eigenfunctions φ themselves; a sample costs
	// O(p³), or O(n²p) where n < p.
	Original
	// Whitened is Orthogonal with each function divided by its singular
	// value too, as in the paper (section 5). Under priors of mode 1 that is
	// another model, in which directions that the rows hardly determine explode
	// between them; it is here for comparison.
	Whitened
)

// String returns the form in words.
func (f Form) String() string {
	switch f {
	case Orthogonal:
		return "orthogonal"
	case Original:
		return "original"
	case Whitened:
		return "whitened"
	default:
		return fmt.Sprintf("Form(%d)", int(f))
	}
}

// TypeI is GRIEF-I: the parameters of the kernel are held where an exact
// Gaussian process on some of the rows puts them, and the weights w and the
// noise variance are drawn from their posterior, under log-normal priors whose
// mode is the base kernel, w = 1. Predictions are averages over the draws.
// The zero value is the recommended setting.
//
// The default sampler is the Metropolis-adjusted Langevin algorithm (MALA) in
// (log σ², log w), Jacobian included, with the expected information as its
// metric, without which it hardly moves at large n; HMC and NUTS use the same.
// After one pass over the rows nothing depends on their number.
//
// Observations should have a variance about 1: the prior's variances are
// absolute. A step has the negative log density of a kept draw as its value,
// and these monitors: the chain, the mean acceptance since the last step, the
// noise variance and the geometric mean of the weights. The noise variance stays
// inside its bounds, and is not drawn where it is fixed. Bounds, the mean function
// and copies of rows are treated as in [TypeII]. Settings.MaxIter, if positive, replaces Steps, and the
// fit's status says so; Tol and Restarts are not used. Warnings report chains that disagree (R-hat above
// 1.01, effective sample sizes below 400) or an acceptance of MALA outside [0.4, 0.7].
type TypeI struct {
	// Points, Functions, Pad and Exact are those of [TypeII].
	Points, Functions int
	Pad               float64
	Exact             int
	// Form chooses the functions that the weights are on.
	Form Form
	// Sampler moves the chains; nil is mcmc.MALA{}.
	Sampler mcmc.Sampler
	// Chains is the number of chains; 0 is 4. Steps is that of each, Warmup of
	// them adapt the sampler, and every Thin-th other one is kept: 0 is
	// 10000, 1000 and 50.
	Chains, Steps, Warmup, Thin int
	// Weights is the prior of each weight; zero is {1, 100}. NoiseVariance is
	// the variance of that of σ², whose mode is the exact start's; 0 is
	// 0.04.
	Weights       LogNormal
	NoiseVariance float64
}

// Fit draws weights given data in memory; see [gplib.Learner].
func (t TypeI) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &sampling{learner: t}, m, d, s)
}

// FitRows draws weights given rows that need not fit into memory. The
// posterior's Data is empty.
func (t TypeI) FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	return fitRows(ctx, t.FitPasses, m, r, s)
}

// FitPasses draws weights given rows that may be on other machines; the Original
// form wants at least as many as functions. The posterior's Data is empty.
func (t TypeI) FitPasses(ctx context.Context, m gplib.Model, p Passes, s *gplib.Settings) (*gplib.Result, error) {
	return learnPasses(ctx, &sampling{learner: t, rows: p}, m, p, s)
}

func (t TypeI) check() error {
	switch {
	case t.Form < Orthogonal || t.Form > Whitened:
		return fmt.Errorf("grief: Form is %v; it must be Orthogonal, Original or Whitened", t.Form)
	case t.Chains < 0 || t.Steps < 0 || t.Warmup < 0 || t.Thin < 0:
		return fmt.Errorf("grief: Chains is %d, Steps %d, Warmup %d, Thin %d; none may be negative", t.Chains, t.Steps, t.Warmup, t.Thin)
	}
	return checkPriors(t.Weights, t.NoiseVariance)
}

func checkPriors(weights LogNormal, noise float64) error {
	if weights != (LogNormal{}) {
		if _, _, err := weights.Parameters(); err != nil {
			return err
		}
	}
	if !(noise >= 0) || math.IsInf(noise, 1) {
		return optionError("NoiseVariance", noise, "it must not be negative")
	}
	return nil
}

// resolved fills in defaults. A cap on the steps shortens the warm-up and the
// distance of kept draws along with them.
func (t TypeI) resolved(steps int) TypeI {
	if steps > 0 {
		t.Steps = steps
	}
	for field, value := range map[*int]int{&t.Chains: 4, &t.Steps: 10000} {
		if *field == 0 {
			*field = value
		}
	}
	if t.Warmup == 0 {
		t.Warmup = max(1, t.Steps/10)
	}
	if t.Thin == 0 {
		t.Thin = min(50, max(1, (t.Steps-t.Warmup)/20))
	}
	if t.Sampler == nil {
		t.Sampler = mcmc.MALA{}
	}
	return t
}

// draws returns the number of draws kept of a chain.
func (t TypeI) draws() int { return max(1, (t.Steps-t.Warmup)/t.Thin) }

// weighting is a base kernel whose weights are to be found.
type weighting struct {
	*problem
	basis *Basis
	sums  *Sums
	form  weightForm
	*weightPosterior
}

// weighting sums the rows on the basis of the present model.
func (p *problem) weighting(form Form, weights LogNormal, noise float64) (*weighting, error) {
	if weights == (LogNormal{}) {
		weights = LogNormal{weightMode, weightVariance}
	}
	if noise == 0 {
		noise = noiseVariance
	}
	w := &weighting{problem: p}
	var err error
	if w.basis, err = NewBasis(p.model.Cov, p.grid, p.functions); err != nil {
		return nil, err
	}
	if w.sums, err = p.rows.Sums(p.firstContext(), w.basis, p.less); err != nil {
		return nil, err
	}
	if w.form, err = w.newForm(form); err != nil {
		return nil, err
	}
	q := p.model.Noise.Params()[0]
	if w.weightPosterior, err = newWeightPosterior(w.form, weights, LogNormal{q.Value, noise}, q.Fixed); err != nil {
		return nil, err
	}
	w.least, w.most = math.Log(q.Min), math.Log(q.Max)
	return w, nil
}

func (w *weighting) newForm(form Form) (weightForm, error) {
	if form != Original {
		return newOrthogonal(w.sums, form == Whitened)
	}
	if w.sums.N < w.sums.Len() {
		local, ok := w.rows.(localRows)
		if !ok {
			return nil, fmt.Errorf("grief: the Original form with %d functions on %d rows needs the rows themselves; with FitPasses use the Orthogonal form, or fewer Functions", w.sums.Len(), w.sums.N)
		}
		return newRowSpace(w.basis, residuals(local.reader, w.less))
	}
	return functionSpace{w.sums}, nil
}

// posterior returns the posterior with the form's moments, the mean noise and
// the mean weights.
func (w *weighting) posterior(mean []float64, covariance *mat.Dense, noise float64, weights []float64) *Posterior {
	p := &Posterior{basis: w.basis, sums: w.sums, noise: noise, weights: weights, average: true, mean: w.model.Mean, data: w.Data}
	p.coef, p.covariance = w.form.toBasis(mean, covariance)
	return p
}

// withNoise returns the model with another noise variance.
func (w *weighting) withNoise(noise float64) gplib.Model {
	theta := w.model.Theta()
	theta[len(theta)-1] = noise
	return w.asGiven(w.model.With(theta))
}

// densityName names the objective of both type-I learners.
const densityName = "negative log posterior density of the weights"

// errEnded ends the chains of a fit that is interrupted.
var errEnded = errors.New("grief: the fit has ended")

// sampling is the [gplib.Method] of one fit by [TypeI].
type sampling struct {
	*weighting
	learner  TypeI
	rows     Passes
	start    *gplib.Start
	accepted float64 // since the last step
	counted  int
}

func (s *sampling) Begin(f *gplib.Fitting) error {
	t := s.learner
	if err := t.check(); err != nil {
		return err
	}
	p, err := newProblem(f, s.rows, options{points: t.Points, functions: t.Functions, pad: t.Pad, exact: t.Exact})
	if err != nil {
		return err
	}
	f.Name, f.Objective = fmt.Sprintf("GP-GRIEF type I, %v", t.Form), densityName
	f.Starts = 1
	t = t.resolved(f.Settings.MaxIter)
	s.learner = t
	f.LastIter = t.Chains*((t.Warmup+t.draws()*t.Thin)/t.Thin) - 1
	s.weighting, err = p.weighting(t.Form, t.Weights, t.NoiseVariance)
	return err
}

func (s *sampling) Run(start *gplib.Start) (*gplib.End, error) {
	t := s.learner
	s.start = start
	settings := &mcmc.Settings{
		Chains: t.Chains, Warmup: t.Warmup, Draws: t.draws(), Thin: t.Thin,
		Src: start.RNG, Observe: s.observe,
	}
	chains, err := mcmc.Sample(s.Ctx, s, t.Sampler, settings)
	if err != nil && !errors.Is(err, errEnded) {
		return nil, fmt.Errorf("grief: %w", err)
	}
	return s.end(chains)
}

// observe counts acceptances and reports every kept draw.
func (s *sampling) observe(step mcmc.Step) error {
	s.accepted += step.Accept
	s.counted++
	if _, stop := s.Interrupted(); stop {
		return errEnded
	}
	if (step.Iter+1)%s.learner.Thin != 0 {
		return nil
	}
	noise, weights := s.drawn(step.Values)
	logs := 0.0
	for _, w := range weights {
		logs += math.Log(w)
	}
	report := gplib.Step{
		Value: -step.LogDensity, Theta: s.withNoise(noise).Theta(),
		Monitors: append([]gplib.Monitor{
			{Name: "chain", Value: float64(step.Chain), Meaning: "number of the chain that moves"},
			{Name: "acceptance", Value: s.accepted / float64(s.counted), Meaning: "mean probability of acceptance since the last step"},
		}, drawMonitors(noise, logs/float64(len(weights)))...),
	}
	s.accepted, s.counted = 0, 0
	if s.start.RecordAt(report, s.endAt(-step.LogDensity, noise, slices.Clone(weights))) {
		return errEnded
	}
	return nil
}

// endAt returns a function that makes the posterior given one draw, whose negative
// log density is value.
func (w *weighting) endAt(value, noise float64, weights []float64) func() (*gplib.End, error) {
	return func() (*gplib.End, error) {
		moments := newCoefficientMoments(w.form.len())
		if err := w.form.moments(moments, weights, noise); err != nil {
			return nil, err
		}
		mean, covariance := moments.result()
		return w.endWith(w.posterior(mean, covariance, noise, weights), value), nil
	}
}

// endWith returns an end with a posterior, without diagnostics.
func (w *weighting) endWith(p *Posterior, value float64) *gplib.End {
	return &gplib.End{
		Model: w.withNoise(p.noise), Value: value, Warnings: littleCaptured(w.sums),
		Posterior: func(gplib.Model) (gplib.Posterior, gplib.Findings, error) { return p, nil, nil },
	}
}

// drawMonitors returns the monitors of both type-I learners; logWeight is the mean
// of log w.
func drawMonitors(noise, logWeight float64) []gplib.Monitor {
	return []gplib.Monitor{
		{Name: "noise variance", Value: noise, Meaning: "variance of the noise"},
		{Name: "mean weight", Value: math.Exp(logWeight), Meaning: "geometric mean of the weights"},
	}
}

func (s *sampling) end(chains *mcmc.Chains) (*gplib.End, error) {
	posterior, value, err := s.average(chains)
	if err != nil {
		return nil, err
	}
	status, stop := s.Interrupted()
	if !stop && s.Settings.MaxIter > 0 {
		status = gplib.IterationLimit
	}
	return &gplib.End{
		Status: status, Model: s.withNoise(posterior.noise), Value: value, Score: value,
		Warnings: append(littleCaptured(s.sums), s.diagnose(chains)...),
		Posterior: func(gplib.Model) (gplib.Posterior, gplib.Findings, error) {
			return posterior, s.belowBaseline(posterior), nil
		},
	}, nil
}

// average returns the posterior averaged over the draws, and the mean of the
// negative log density. Without a draw both are at the mode of the priors.
func (s *sampling) average(chains *mcmc.Chains) (*Posterior, float64, error) {
	draws, value := [][]float64{}, 0.0
	for c, chain := range chains.Draws {
		draws = append(draws, chain...)
		value -= stat.Mean(chains.LogDensity[c], nil) / float64(len(chains.Draws))
	}
	if len(draws) == 0 {
		start := s.weightPosterior.Start()
		draws, value = [][]float64{s.Natural(start)}, -s.LogDensity(make([]float64, len(start)), start)
	}
	moments, weights, noise := newCoefficientMoments(s.form.len()), make([]float64, s.form.len()), 0.0
	for _, draw := range draws {
		drawnNoise, w := s.drawn(draw)
		noise += drawnNoise / float64(len(draws))
		floats.AddScaled(weights, 1/float64(len(draws)), w)
		if err := s.form.moments(moments, w, drawnNoise); err != nil {
			return nil, 0, err
		}
	}
	coef, covariance := moments.result()
	if s.held > 0 {
		noise = s.held // without rounding
	}
	p := s.posterior(coef, covariance, noise, weights)
	p.chains = chains
	return p, value, nil
}

// diagnose returns warnings about the chains and the acceptance of MALA.
func (s *sampling) diagnose(chains *mcmc.Chains) gplib.Findings {
	var found gplib.Findings
	if _, isMALA := s.learner.Sampler.(mcmc.MALA); isMALA {
		for c, a := range chains.Accept {
			if a < 0.4 || a > 0.7 {
				found = append(found, gplib.Finding{
					Code: "chains-acceptance", Found: fmt.Sprintf("chain %d accepts %.2g of its steps", c, a), Means: "0.4 to 0.7 is good",
					Do: "draw with a longer Warmup",
				})
			}
		}
	}
	return append(found, chains.Warnings()...)
}
