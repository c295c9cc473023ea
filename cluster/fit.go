package cluster

import (
	"cmp"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"krigo/gplib"
	"krigo/gplib/mcmc"
)

// The kinds of the parts of a fit.
const (
	kindStart = "fit.start"
	kindChain = "fit.chain"
)

func init() {
	register(kindStart, runStart)
	register(kindChain, runChain)
}

// Fit is learner.Fit whose starts, Settings.Restarts and the first, are tasks of an engine,
// with files below dir; the chains of an [mcmc.Learner] are tasks likewise. The result is
// that of learner.Fit, except for times. When all starts have ended, the best runs once
// more in this process, and Settings.Observe sees that run; of chains it sees the draws,
// when all have ended. If ctx is cancelled, the result is the best of the starts that have
// ended, with exactly its value and, if the posterior depends on the parameters alone,
// exactly its parameters; anything else that a posterior depends on, such as inducing
// points, has the value with which a fit begins. Of chains it has the draws of those that
// have ended. Its Status is Cancelled. If none has ended, the error is ctx's: with the same
// dir, Fit resumes. learner may be nil for [gplib.LBFGS]. A learner that consists of
// several fits, a time limit for chains, and anything that cannot be sent as data, are
// refused by name; Settings.Src is a generator of math/rand/v2.
func Fit(ctx context.Context, engine Engine, dir string, learner gplib.Learner, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	if learner == nil {
		learner = gplib.LBFGS{}
	}
	sent, err := sendFit(learner, m, d, s)
	if err != nil {
		return nil, fmt.Errorf("cluster: Fit: %w", err)
	}
	spec, err := json.Marshal(sent)
	if err != nil {
		return nil, fmt.Errorf("cluster: Fit: %w", err)
	}
	local, err := sent.read()
	if err != nil {
		return nil, fmt.Errorf("cluster: Fit: %w", err)
	}
	p := fitParts{engine: engine, dir: dir, spec: spec, model: m, data: d, settings: local.settings}
	p.settings.Observe = settingsOf(s).Observe
	var fit *gplib.Result
	if sampler, ok := learner.(mcmc.Learner); ok {
		fit, err = p.fitChains(ctx, sampler)
	} else {
		fit, err = p.fitStarts(ctx, learner)
	}
	if fit != nil {
		fit.Warnings = append(p.warnings, fit.Warnings...)
	}
	return fit, errors.Join(err, moveTo(settingsOf(s).Src, p.source))
}

// fitParts are the parts of a fit, as tasks, and the fit that follows in this process.
type fitParts struct {
	engine   Engine
	dir      string
	spec     []byte
	model    gplib.Model
	data     gplib.Data
	settings gplib.Settings
	warnings gplib.Findings
	source   []byte // the state of Settings.Src after a part, which is that after all
}

// run runs the parts, which what names in the plural, and collects those that have ended.
// The error is also nil if ctx was cancelled and some have ended.
func (p *fitParts) run(ctx context.Context, kind, what string, parts int, take func(part int, out []byte) error) error {
	ended := 0
	err := runInAnyOrder(ctx, p.engine, p.dir, Job{Kind: kind, Spec: p.spec, Tasks: parts}, func(part int, out []byte) error {
		ended++
		return take(part, out)
	})
	if ctx.Err() == nil || ended == 0 {
		return err
	}
	p.warnings = append(p.warnings, gplib.Finding{
		Code: "cancelled", Found: "cancelled", Means: fmt.Sprintf("%d of %d %s had ended", ended, parts, what), Do: "with the same dir it goes on",
	})
	p.settings.Observe = nil
	return nil
}

// fitStarts runs the starts as tasks, and the best of them in this process. If ctx is cancelled,
// the fit in this process takes the end of the best one instead.
func (p *fitParts) fitStarts(ctx context.Context, learner gplib.Learner) (*gplib.Result, error) {
	scores := make([]startScore, p.settings.Restarts+1)
	err := p.run(ctx, kindStart, "starts", len(scores), func(k int, out []byte) error {
		err := json.Unmarshal(out, &scores[k])
		p.source = scores[k].Source
		return err
	})
	if err != nil {
		return nil, err
	}
	best, warnings, err := bestStart(scores)
	if err != nil {
		return nil, err
	}
	p.warnings = append(p.warnings, warnings...)
	p.settings.Part = &gplib.Part{Start: best}
	if ctx.Err() != nil {
		if err := p.resumeAt(ctx, best, scores[best].end()); err != nil {
			return nil, err
		}
	}
	return learner.Fit(ctx, p.model, p.data, &p.settings)
}

// resumeAt makes the fit begin where start k has ended, and take over that end.
func (p *fitParts) resumeAt(ctx context.Context, k int, end gplib.StartEnd) error {
	if got, want := len(end.Theta), len(p.model.Params()); got != want {
		return errors.Join(ctx.Err(), fmt.Errorf("cluster: Fit: start %d, the best that ended, has %d parameters, want %d", k, got, want))
	}
	p.model = p.model.With(end.Theta)
	p.settings.Restarts, p.settings.OwnStart = 0, true
	p.settings.Part = &gplib.Part{Ended: &end}
	return nil
}

// fitChains runs the chains as tasks, and assembles their result in this process.
func (p *fitParts) fitChains(ctx context.Context, sampler mcmc.Learner) (*gplib.Result, error) {
	if p.settings.Runtime > 0 {
		return nil, fmt.Errorf("cluster: Fit: Settings.Runtime is %v, but chains that run as tasks share no clock; set MaxIter, the steps of each", p.settings.Runtime)
	}
	ran := make([][]byte, max(1, cmp.Or(sampler.Chains, mcmc.DefaultChains)))
	err := p.run(ctx, kindChain, "chains", len(ran), func(k int, out []byte) error {
		var chain ranChain
		err := json.Unmarshal(out, &chain)
		ran[k], p.source = chain.Chain, chain.Source
		return err
	})
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		ran = slices.DeleteFunc(ran, func(chain []byte) bool { return chain == nil })
	}
	return sampler.FitChains(ctx, p.model, p.data, &p.settings, ran)
}

// sentFit is a fit, as sent to its tasks.
type sentFit struct {
	sentLearner
	Model  gplib.Model
	Data   []byte
	Source []byte // the state of Settings.Src, nil for none
	ChaCha bool   // whether it is a ChaCha8, else a PCG
}

// readFit is a sentFit as a task reads it.
type readFit struct {
	learner  gplib.Learner
	model    gplib.Model
	data     gplib.Data
	settings gplib.Settings
}

func sendFit(learner gplib.Learner, m gplib.Model, d gplib.Data, s *gplib.Settings) (f sentFit, err error) {
	settings := settingsOf(s)
	if err := settings.Check(); err != nil {
		return f, err
	}
	if f.Source, f.ChaCha, err = sourceState(settings.Src); err != nil {
		return f, err
	}
	settings.Observe = nil
	if f.sentLearner, err = sendLearner(learner, settings); err != nil {
		return f, err
	}
	if _, err := m.MarshalJSON(); err != nil {
		return f, err
	}
	f.Model = m
	f.Data, err = d.MarshalBinary()
	return f, err
}

// sourceState returns the state of a source.
func sourceState(src rand.Source) (state []byte, chacha bool, err error) {
	switch src := src.(type) {
	case nil:
		return nil, false, nil
	case *rand.PCG:
		state, err = src.MarshalBinary()
		return state, false, err
	case *rand.ChaCha8:
		state, err = src.MarshalBinary()
		return state, true, err
	}
	return nil, false, fmt.Errorf("Settings.Src is a %T, whose state cannot be sent; use rand.NewPCG of math/rand/v2", src)
}

func (f sentFit) read() (r readFit, err error) {
	r.model = f.Model
	r.learner, r.settings, err = f.sentLearner.read()
	if err = errors.Join(err, r.data.UnmarshalBinary(f.Data)); err != nil || f.Source == nil {
		return r, err
	}
	var src interface {
		rand.Source
		encoding.BinaryUnmarshaler
	} = new(rand.PCG)
	if f.ChaCha {
		src = new(rand.ChaCha8)
	}
	r.settings.Src = src
	return r, src.UnmarshalBinary(f.Source)
}

// moveTo sets a source, if any, to a state.
func moveTo(src rand.Source, state []byte) error {
	if src, ok := src.(encoding.BinaryUnmarshaler); ok && state != nil {
		return src.UnmarshalBinary(state)
	}
	return nil
}

// readTask returns the fit of a task.
func readTask(t Task) (r readFit, err error) {
	var sent sentFit
	if err := json.Unmarshal(t.Spec, &sent); err != nil {
		return r, err
	}
	return sent.read()
}

// startScore is the outcome of a start.
type startScore struct {
	Ran          bool
	Theta        []uint64 // bits, since they may be NaN or infinite
	Value, Score uint64
	Err          string
	// Source is the state of the source after it.
	Source []byte
}

// newStartScore returns the score of a start that has run, or, if end is nil, of one
// that does not exist.
func newStartScore(end *gplib.StartEnd) (s startScore) {
	if end == nil {
		return s
	}
	s = startScore{Ran: true, Value: math.Float64bits(end.Value), Score: math.Float64bits(end.Score)}
	for _, v := range end.Theta {
		s.Theta = append(s.Theta, math.Float64bits(v))
	}
	if end.Err != nil {
		s.Err = end.Err.Error()
	}
	return s
}

// end returns the end of the start, which did not fail.
func (s startScore) end() gplib.StartEnd {
	end := gplib.StartEnd{Value: math.Float64frombits(s.Value), Score: math.Float64frombits(s.Score)}
	for _, b := range s.Theta {
		end.Theta = append(end.Theta, math.Float64frombits(b))
	}
	return end
}

// ranChain is a chain that has run, and the state of the source then.
type ranChain struct {
	Chain  json.RawMessage
	Source []byte
}

// runStart runs one start.
func runStart(ctx context.Context, t Task) ([]byte, error) {
	f, err := readTask(t)
	if err != nil {
		return nil, err
	}
	end, err := f.startEnd(ctx, t.Index)
	if err != nil {
		return nil, err
	}
	score := newStartScore(end)
	if score.Source, _, err = sourceState(f.settings.Src); err != nil {
		return nil, err
	}
	return json.Marshal(score)
}

// startEnd runs a start and returns its end, or nil if the learner does not have a start of
// that number.
func (f readFit) startEnd(ctx context.Context, number int) (end *gplib.StartEnd, err error) {
	fits := 0
	f.settings.Part = &gplib.Part{Start: number, Report: func(e *gplib.StartEnd) { fits, end = fits+1, e }}
	_, err = f.learner.Fit(ctx, f.model, f.data, &f.settings)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case fits == 0 && err != nil: // refused before it began
		return nil, err
	case fits != 1:
		return nil, fmt.Errorf("the learner %T runs %d fits with its Settings, whose starts cannot be distinguished; call its Fit", f.learner, fits)
	}
	return end, nil
}

// runChain runs one chain.
func runChain(ctx context.Context, t Task) ([]byte, error) {
	f, err := readTask(t)
	if err != nil {
		return nil, err
	}
	sampler, ok := f.learner.(mcmc.Learner)
	if !ok {
		return nil, fmt.Errorf("the learner %T has no chains", f.learner)
	}
	var ran ranChain
	if ran.Chain, err = sampler.RunChain(ctx, f.model, f.data, &f.settings, t.Index); err != nil {
		return nil, err
	}
	if ran.Source, _, err = sourceState(f.settings.Src); err != nil {
		return nil, err
	}
	return json.Marshal(ran)
}

// bestStart returns the start with the lowest score, chosen as fits in one process
// choose it.
func bestStart(scores []startScore) (best int, warnings gplib.Findings, err error) {
	best = -1
	lowest := math.NaN()
	for k, s := range scores {
		switch score := math.Float64frombits(s.Score); {
		case !s.Ran:
		case s.Err != "":
			warnings = append(warnings, gplib.Finding{Code: "start-failed", Found: fmt.Sprintf("start %d failed", k), Means: s.Err})
		case best < 0 || score < lowest || math.IsNaN(lowest):
			best, lowest = k, score
		}
	}
	if best < 0 {
		if len(warnings) > 0 {
			return 0, nil, errors.New(cmp.Or(scores[0].Err, warnings[0].String()))
		}
		return 0, nil, errors.New("cluster: Fit: no start ran")
	}
	return best, warnings, nil
}
