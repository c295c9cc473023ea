package rkhs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"krigo/gplib"
	"krigo/gplib/internal/form"
	"krigo/gplib/param"
	"krigo/internal/replace"
)

// CheckpointVersion is the version of the checkpoints that this package
// writes. It reads no other version.
//
// A checkpoint is a form of package gplib/internal/form: a JSON object that
// describes the run, and the numbers that the object lists.
const CheckpointVersion = 4

// checkpoint is the JSON object. Its first fields must be the same in the
// resumed run.
type checkpoint struct {
	Method  string    `json:"method"`
	Kernel  string    `json:"kernel"`
	Options string    `json:"options"`
	Rows    int       `json:"rows"`
	Rate    float64   `json:"rate"`
	Seed    [2]uint64 `json:"seed"`

	Epochs  int          `json:"epochs"`
	Steps   int          `json:"steps"`
	Since   int          `json:"since"`
	Average float64      `json:"average"` // steps in the mean of u, 0 without
	Mean    [2][]float64 `json:"mean"`    // the mean function's parameters, at present and at the best
	Status  gplib.Status `json:"status"`
	// Monitors names the figures of each step of the trace.
	Monitors []string `json:"monitors"`
	// Slices is the number of slices of numbers.
	Slices int `json:"slices"`
}

// path returns the file of this run: further starts and rates have their own.
func (r *run) path() string {
	if r.Number == 0 {
		return r.Checkpoint
	}
	return fmt.Sprintf("%s.%d", r.Checkpoint, r.Number)
}

// header describes the run as it stands.
func (r *run) header() checkpoint {
	return checkpoint{
		Method: r.method.name(), Kernel: r.kernel.String(), Rows: r.state.n, Rate: r.rate, Seed: r.seed,
		Options: fmt.Sprintf("batch %d, epochs %d, optimizer %d, constant %v, noise rate %g, clip %g, average %v, polish %v, held out %d, every %d",
			r.Batch, r.Epochs, r.Optimizer, r.Constant, r.NoiseRate, r.Clip, r.Average, r.PolishNoise, r.heldOut(), r.every),
		Epochs: r.epochsDone, Steps: r.stepsDone, Since: r.since, Average: r.averaged, Mean: r.means(), Status: r.status,
		Monitors: r.monitorNames(),
	}
}

func (r *run) heldOut() int {
	if r.held == nil {
		return 0
	}
	return len(r.held.y)
}

func (r *run) monitorNames() []string {
	names, steps := []string{}, r.Steps()
	if len(steps) > 0 {
		for _, m := range steps[0].Monitors {
			names = append(names, m.Name)
		}
	}
	return names
}

// traceFigures are those of a step of the trace before its monitors: epoch,
// value, norm of the gradient, and seconds. Parameters are left out: those of
// all epochs would take more space than everything else.
const traceFigures = 4

// traceNumbers returns the figures of all steps.
func (r *run) traceNumbers() []float64 {
	var figures []float64
	for _, s := range r.Steps() {
		figures = append(figures, float64(s.Iter), s.Value, s.GradNorm, s.Elapsed.Seconds())
		for _, m := range s.Monitors {
			figures = append(figures, m.Value)
		}
	}
	return figures
}

// putTrace sets the steps to what traceNumbers wrote.
func (r *run) putTrace(figures []float64, monitors []string) error {
	width := traceFigures + len(monitors)
	if len(figures)%width != 0 {
		return fmt.Errorf("a trace of %d numbers is not a whole number of steps of %d", len(figures), width)
	}
	var steps []gplib.Step
	for ; len(figures) > 0; figures = figures[width:] {
		s := gplib.Step{
			Value: figures[1], GradNorm: figures[2], Elapsed: time.Duration(figures[3] * float64(time.Second)),
		}
		for i, name := range monitors {
			s.Monitors = append(s.Monitors, gplib.Monitor{Name: name, Value: figures[traceFigures+i]})
		}
		steps = append(steps, s)
	}
	r.Resume(steps)
	return nil
}

// numbers returns the trace, u, the method's memory, the mean of u, the best u,
// the steppers' memory, and the method's memory at the best if the assessment
// depends on it.
func (r *run) numbers() [][]float64 {
	data := append([][]float64{r.traceNumbers(), r.state.u}, r.method.memory()...)
	data = append(data, r.average, r.kept.u)
	for _, s := range r.steppers {
		data = append(data, s.Memory())
	}
	return append(data, r.kept.memory...)
}

// save writes the checkpoint. It replaces the last one only when it is
// complete.
func (r *run) save() error {
	if r.Checkpoint == "" {
		return nil
	}
	h, data := r.header(), r.numbers()
	h.Slices = len(data)
	f := form.New(h, CheckpointVersion)
	f.JSON("run", h)
	for i, v := range data {
		f.Floats(fmt.Sprint(i), v)
	}
	b, err := f.Seal()
	if err != nil {
		return fmt.Errorf("rkhs: Checkpoint: %w", err)
	}
	err = replace.File(r.path(), func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
	if err != nil {
		return fmt.Errorf("rkhs: Checkpoint: %w", err)
	}
	return nil
}

// resume restores the run from its checkpoint, if any.
func (r *run) resume() error {
	if r.Checkpoint == "" {
		return nil
	}
	b, err := os.ReadFile(r.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = r.restore(b)
	}
	if err != nil {
		return fmt.Errorf("rkhs: Checkpoint %s: %w", r.path(), err)
	}
	return nil
}

func (r *run) restore(b []byte) error {
	var h checkpoint
	f, err := form.Read(b, h, CheckpointVersion)
	if err != nil {
		return err
	}
	if f.JSON("run", &h); f.Err() != nil {
		return f.Err()
	}
	if f.Version != CheckpointVersion {
		return fmt.Errorf("its version is %d, not %d", f.Version, CheckpointVersion)
	}
	if err := r.header().sameRun(h); err != nil {
		return err
	}
	if h.Slices < 1 {
		return errors.New("it holds nothing")
	}
	var data [][]float64
	for i := 0; i < h.Slices && f.Err() == nil; i++ {
		data = append(data, f.Floats(fmt.Sprint(i)))
	}
	if f.Err() != nil {
		return f.Err()
	}
	if err := r.putTrace(data[0], h.Monitors); err != nil {
		return err
	}
	return r.put(h, data[1:])
}

// sameRun returns an error that names a difference if o is the checkpoint of
// another run.
func (h checkpoint) sameRun(o checkpoint) error {
	for _, field := range []struct{ name, ours, its string }{
		{"learner", h.Method, o.Method},
		{"kernel", h.Kernel, o.Kernel},
		{"training", h.Options, o.Options},
		{"number of rows", fmt.Sprint(h.Rows), fmt.Sprint(o.Rows)},
		{"rate", fmt.Sprint(h.Rate), fmt.Sprint(o.Rate)},
		{"seed", fmt.Sprint(h.Seed), fmt.Sprint(o.Seed)},
	} {
		if field.ours != field.its {
			return fmt.Errorf("its %s is %q, that of this fit %q", field.name, field.its, field.ours)
		}
	}
	return nil
}

// put sets the run to the saved state. It assesses the best point again.
func (r *run) put(h checkpoint, data [][]float64) error {
	memory := r.method.memory()
	if err := r.checkSlices(data, memory); err != nil {
		return err
	}
	last, best := data[:1+len(memory)], data[2+len(memory)]
	rest := data[3+len(memory):]
	for i, s := range r.steppers {
		if err := s.Restore(rest[i]); err != nil {
			return err
		}
	}
	r.average, r.averaged = data[1+len(memory)], h.Average
	r.epochsDone, r.stepsDone = h.Epochs, h.Steps
	atBest := last[1:]
	if more := rest[len(r.steppers):]; len(more) > 0 {
		atBest = more
	}
	if err := r.checkMeans(h.Mean); err != nil {
		return err
	}
	r.putMean(h.Mean[1])
	if err := r.goTo(best, atBest); err != nil {
		return err
	}
	var err error
	if r.kept, err = r.assessment(); err != nil {
		return err
	}
	r.since, r.status = h.Since, h.Status
	r.putMean(h.Mean[0])
	return r.goTo(last[0], last[1:])
}

// means returns the mean function's parameters, at present and at the best.
func (r *run) means() (values [2][]float64) {
	if r.mean != nil {
		values[0] = param.Values(r.mean.Params())
		if r.kept != nil {
			values[1] = param.Values(r.kept.mean.Params())
		}
	}
	return values
}

func (r *run) putMean(values []float64) {
	if r.mean != nil {
		r.setMean(r.mean.With(values))
	}
}

// checkMeans returns an error unless there are as many values as this run's mean
// has.
func (r *run) checkMeans(values [2][]float64) error {
	want := 0
	if r.mean != nil {
		want = len(r.mean.Params())
	}
	if len(values[0]) != want || len(values[1]) != want {
		return fmt.Errorf("its mean function has %d parameters, that of this fit %d", len(values[0]), want)
	}
	return nil
}

// checkSlices returns an error unless the slices have the lengths of this run.
func (r *run) checkSlices(data, memory [][]float64) error {
	fixed := 3 + len(memory) + len(r.steppers)
	if len(data) != fixed && len(data) != fixed+len(memory) {
		return fmt.Errorf("it holds %d slices, not %d", len(data), fixed)
	}
	want := []int{len(r.state.u)}
	for _, v := range memory {
		want = append(want, len(v))
	}
	want = append(want, len(data[len(want)]), len(r.state.u))
	for i, n := range want {
		if len(data[i]) != n {
			return fmt.Errorf("slice %d has %d numbers, not %d", i, len(data[i]), n)
		}
	}
	return nil
}

// goTo sets u and the method's memory.
func (r *run) goTo(u []float64, memory [][]float64) error {
	copy(r.state.u, u)
	for i, to := range r.method.memory() {
		copy(to, memory[i])
	}
	return r.method.restored(r.state)
}
