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
	"krigo/internal/starts"
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

// Fit is learner.Fit whose starts, Settings.Restarts and the first, are tasks of an
// engine, with files below dir; of an [mcmc.Learner] its chains are. The result is that
// of learner.Fit, but for times. When all starts have ended, the best runs once more,
// here, and Settings.Observe sees that one; of chains it sees the draws, when all have
// ended. Where ctx is cancelled, the result is the best of the starts that have ended, with
// exactly its value and, where the posterior is made of the parameters alone, exactly its
// parameters; what else a posterior depends on, such as inducing points, is that with which
// a fit begins. Of chains it has the draws of those that have ended. Its Status is
// Cancelled. Where none has ended, the error is ctx's: with the same dir Fit goes on where
// it was. learner may be nil for [gplib.LBFGS]. A learner that is made of several fits, a
// limit of time for chains, and what is no data, are refused by name; Settings.Src is a
// generator of math/rand/v2.
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
	p := fitParts{engine: engine, dir: dir, spec: spec, learner: learner, model: m, settings: local.settings}
	p.settings.Observe = settingsOf(s).Observe
	if sampler, ok := learner.(mcmc.Learner); ok {
		ctx, err = p.chains(ctx, sampler)
	} else {
		ctx, err = p.bestStart(ctx)
	}
	if err != nil {
		return nil, err
	}
	fit, err := p.learner.Fit(ctx, p.model, d, &p.settings)
	if fit != nil {
		fit.Warnings = append(p.warnings, fit.Warnings...)
	}
	return fit, errors.Join(err, moveTo(settingsOf(s).Src, p.source))
}

// fitParts are the parts of a fit, as tasks, and the fit that is to follow here.
type fitParts struct {
	engine   Engine
	dir      string
	spec     []byte
	learner  gplib.Learner
	model    gplib.Model
	settings gplib.Settings
	warnings []string
	source   []byte // the state of Settings.Src after a part, which is that after all
}

// run runs the parts, which are called what, and takes those that have ended. The error is
// nil, too, where ctx was cancelled and some have.
func (p *fitParts) run(ctx context.Context, kind, what string, parts int, take func(part int, out []byte) error) error {
	ended := 0
	err := runInAnyOrder(ctx, p.engine, p.dir, Job{Kind: kind, Spec: p.spec, Tasks: parts}, func(part int, out []byte) error {
		ended++
		return take(part, out)
	})
	if ctx.Err() == nil || ended == 0 {
		return err
	}
	p.warnings = append(p.warnings, fmt.Sprintf("cancelled: %d of %d %s had ended; with the same dir it goes on", ended, parts, what))
	p.settings.Observe = nil
	return nil
}

// bestStart runs the starts and has the next fit run the best of them, or where ctx is
// cancelled only look where that has ended.
func (p *fitParts) bestStart(ctx context.Context) (context.Context, error) {
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
	p.warnings = append(p.warnings, warnings...)
	if err != nil || ctx.Err() == nil {
		return starts.With(ctx, &starts.One{Number: best}), err
	}
	ended := &starts.Ended{Value: math.Float64frombits(scores[best].Value), Theta: floats(scores[best].Theta)}
	if got, want := len(ended.Theta), len(p.model.Params()); got != want {
		return nil, errors.Join(ctx.Err(), fmt.Errorf("cluster: Fit: start %d, the best that has ended, has %d parameters, want %d", best, got, want))
	}
	p.model = p.model.With(ended.Theta)
	p.settings.Restarts, p.settings.OwnStart = 0, true
	return starts.With(ctx, &starts.One{Ended: ended}), nil
}

// chains runs the chains and has the next sampling take them.
func (p *fitParts) chains(ctx context.Context, sampler mcmc.Learner) (context.Context, error) {
	if p.settings.Runtime > 0 {
		return nil, fmt.Errorf("cluster: Fit: Settings.Runtime is %v, and chains that are tasks have no clock in common; set MaxIter, the steps of each", p.settings.Runtime)
	}
	ran := make([][]byte, max(1, cmp.Or(sampler.Chains, mcmc.DefaultChains)))
	err := p.run(ctx, kindChain, "chains", len(ran), func(k int, out []byte) error {
		var chain ranChain
		err := json.Unmarshal(out, &chain)
		ran[k], p.source = chain.Chain, chain.Source
		return err
	})
	if ctx.Err() != nil {
		ran = slices.DeleteFunc(ran, func(chain []byte) bool { return chain == nil })
		sampler.Chains = len(ran)
		p.learner = sampler
	}
	return starts.WithChains(ctx, &starts.Chains{Ran: ran}), err
}

// sentFit is a fit.
type sentFit struct {
	sentLearner
	Model  gplib.Model
	Data   []byte
	Source []byte // the state of Settings.Src, nil for none
	ChaCha bool   // whether it is a ChaCha8, else a PCG
}

// readFit is a sentFit where it is to run.
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

// sourceState is what a source has to come.
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
	return nil, false, fmt.Errorf("Settings.Src is a %T, which has no state to send; rand.NewPCG of math/rand/v2 has", src)
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

// moveTo brings a source, where there is one, to a state.
func moveTo(src rand.Source, state []byte) error {
	if src, ok := src.(encoding.BinaryUnmarshaler); ok && state != nil {
		return src.UnmarshalBinary(state)
	}
	return nil
}

// readTask is the fit of a task.
func readTask(t Task) (r readFit, err error) {
	var sent sentFit
	if err := json.Unmarshal(t.Spec, &sent); err != nil {
		return r, err
	}
	return sent.read()
}

// startScore is how a start ended.
type startScore struct {
	Ran          bool
	Theta        []uint64 // bits, since they may be no numbers
	Value, Score uint64
	Err          string
	// Source is the state of the source after it.
	Source []byte
}

func floats(bits []uint64) (all []float64) {
	for _, b := range bits {
		all = append(all, math.Float64frombits(b))
	}
	return all
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
	one := &starts.One{Number: t.Index, ScoreOnly: true}
	_, err = f.learner.Fit(starts.With(ctx, one), f.model, f.data, &f.settings)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case one.Fits == 0 && err != nil: // refused before it began
		return nil, err
	case one.Fits != 1:
		return nil, fmt.Errorf("the learner %T runs %d fits, whose starts cannot be told apart; call its Fit", f.learner, one.Fits)
	case !one.Ran && !errors.Is(err, starts.ErrRan):
		return nil, err
	}
	score := startScore{Ran: one.Ran, Value: math.Float64bits(one.Value), Score: math.Float64bits(one.Score)}
	for _, v := range one.Theta {
		score.Theta = append(score.Theta, math.Float64bits(v))
	}
	if one.Err != nil {
		score.Err = one.Err.Error()
	}
	if score.Source, _, err = sourceState(f.settings.Src); err != nil {
		return nil, err
	}
	return json.Marshal(score)
}

// runChain runs one chain.
func runChain(ctx context.Context, t Task) ([]byte, error) {
	f, err := readTask(t)
	if err != nil {
		return nil, err
	}
	chain := &starts.Chains{Number: t.Index}
	if _, err = f.learner.Fit(starts.WithChains(ctx, chain), f.model, f.data, &f.settings); !errors.Is(err, starts.ErrRan) {
		return nil, cmp.Or(err, errors.New("the fit has no chains"))
	}
	ran := ranChain{Chain: chain.Ran[0]}
	if ran.Source, _, err = sourceState(f.settings.Src); err != nil {
		return nil, err
	}
	return json.Marshal(ran)
}

// bestStart is the start with the lowest score, as the engine of fits chooses it.
func bestStart(scores []startScore) (best int, warnings []string, err error) {
	best = -1
	lowest := math.NaN()
	for k, s := range scores {
		switch score := math.Float64frombits(s.Score); {
		case !s.Ran:
		case s.Err != "":
			warnings = append(warnings, fmt.Sprintf("start %d failed: %s", k, s.Err))
		case best < 0 || score < lowest || math.IsNaN(lowest):
			best, lowest = k, score
		}
	}
	if best < 0 {
		if len(warnings) > 0 {
			return 0, nil, errors.New(cmp.Or(scores[0].Err, warnings[0]))
		}
		return 0, nil, errors.New("cluster: Fit: no start ran")
	}
	return best, warnings, nil
}
