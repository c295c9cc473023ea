package cluster

import (
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/grief"
)

// DefaultParts is the largest default of Passes.Parts.
const DefaultParts = 32

// Passes are passes over the rows of many files, which tasks take on the machines of an engine:
// those of [grief.Passes], and a few more. Each part, some files that follow each other, is a task,
// and results are added in the order of the files, so that they are the same bits for any number of
// machines and workers. Before anything is added, the number of rows of each part is compared with
// the first pass. It is not safe for concurrent use.
//
//	rows, err := cluster.Rows(cluster.Slurm{Partition: "cpu", Tasks: 64}, "/scratch/me/load", files, "load")
//	defer rows.Close()
//	scaling, err := rows.Standardise(ctx)
//	fit, err := grief.TypeII{Functions: 1000}.FitPasses(ctx, model, rows, nil)
type Passes struct {
	// Parts is the number of parts; 0 is one for each file, and at most [DefaultParts].
	// Another number of parts changes the last digits of results.
	Parts int

	session    *Session
	rows       rowsSpec
	like       cov.Inputs
	counts     []int           // rows of each part, nil before the first pass
	arithmetic map[string]bool // of the machines that computed
}

var _ grief.Passes = (*Passes)(nil)

// Rows are the rows of files, CSV or Parquet by their names, which all machines of the
// engine see at the same paths; see [Glob]. Tasks have their files below dir, as for
// [Open]. target is the column of the observation; "" is the last one. Without names,
// the inputs are all other columns: all files must have those of the first, in its
// order and units. Named inputs are found by their names.
func Rows(engine Engine, dir string, files []string, target string, inputs ...string) (*Passes, error) {
	return passesOf(engine, dir, files, rowsSpec{Target: target, Inputs: inputs})
}

// CSVRows is [Rows] of files of separated values in the format that csv describes.
func CSVRows(engine Engine, dir string, csv dataset.CSV, files []string, target string, inputs ...string) (*Passes, error) {
	return passesOf(engine, dir, files, rowsSpec{Target: target, Inputs: inputs, CSV: &csv})
}

func passesOf(engine Engine, dir string, files []string, rows rowsSpec) (*Passes, error) {
	if len(files) == 0 {
		return nil, errors.New("cluster: Rows: there are no files")
	}
	p := &Passes{rows: rows, arithmetic: map[string]bool{}}
	for _, path := range files {
		f, err := describeFile(path)
		if err != nil {
			return nil, fmt.Errorf("cluster: Rows: %w", err)
		}
		p.rows.Files = append(p.rows.Files, f)
	}
	first, err := p.rows.openFile(p.rows.Files[0].Path)
	if err != nil {
		return nil, err
	}
	p.like, p.rows.Columns, p.rows.Units = dataset.Like(first), first.Names(), first.Units()
	if p.session, err = Open(engine, dir); err != nil {
		return nil, err
	}
	return p, nil
}

// Glob lists the files that match a pattern of [filepath.Match], in the order of their
// names. No match is an error.
func Glob(pattern string) ([]string, error) {
	files, err := filepath.Glob(pattern)
	switch {
	case err != nil:
		return nil, fmt.Errorf("cluster: Glob: the pattern %q: %w", pattern, err)
	case len(files) == 0:
		return nil, fmt.Errorf("cluster: no file matches %s", pattern)
	}
	return files, nil
}

func describeFile(path string) (rowsFile, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return rowsFile{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return rowsFile{}, err
	}
	if info.IsDir() {
		return rowsFile{}, fmt.Errorf("%s is a folder; cluster.Glob lists its files", path)
	}
	return rowsFile{path, info.Size(), info.ModTime().UnixNano()}, nil
}

// Close gives back what the engine holds.
func (p *Passes) Close() error { return p.session.Close() }

// check reports what is wrong with the passes before one begins.
func (p *Passes) check() error {
	switch {
	case p == nil || p.session == nil:
		return errors.New("cluster: these Passes are empty; create them with cluster.Rows")
	case p.Parts < 0:
		return fmt.Errorf("cluster: Passes.Parts is %d; want 1 or more, or 0 for one for each file", p.Parts)
	case p.counts != nil && p.Parts > 0 && min(p.Parts, len(p.rows.Files)) != len(p.counts):
		return fmt.Errorf("cluster: Passes.Parts is %d, but the first pass read the rows in %d parts; set it before the first pass, or create new Passes", p.Parts, len(p.counts))
	}
	return nil
}

// Like returns no points of the kind of the rows, standardised as they are.
func (p *Passes) Like() cov.Inputs { return p.like }

// Standardise finds the means and standard deviations of inputs and observations in
// one pass. The rows of later passes are scaled by them.
func (p *Passes) Standardise(ctx context.Context) (*dataset.Scaling, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.rows.Scaling != nil {
		return nil, errors.New("cluster: the rows are already standardised")
	}
	all := dataset.NewMoments(p.dim())
	err := ontoWhole(ctx, p, kindMoments, struct{}{}, all.Merge, all)
	if err != nil {
		return nil, err
	}
	scaling, err := all.Scaling()
	if err != nil {
		return nil, err
	}
	return scaling, p.ScaleBy(scaling)
}

// ScaleBy scales the rows of later passes by what [Passes.Standardise] found for other
// rows, so that a posterior of those predicts at these.
func (p *Passes) ScaleBy(s *dataset.Scaling) error {
	if err := p.check(); err != nil {
		return err
	}
	if p.rows.Scaling != nil {
		return errors.New("cluster: the rows are already standardised")
	}
	none, err := dataset.Rows(gplib.Data{X: p.like})
	if err == nil {
		none, err = dataset.ScaledRows(none, s)
	}
	if err != nil {
		return err
	}
	p.like, p.rows.Scaling = dataset.Like(none), s
	return nil
}

func (p *Passes) dim() int { return p.like.(*cov.Matrix).Dim() }

// Survey implements [grief.Passes]. Each part draws its sample by a generator of its
// own. Its results stay in parts: adding them up takes from o's generators, which is the
// same when a fit is restarted.
func (p *Passes) Survey(ctx context.Context, o grief.SurveyOptions) (*grief.Survey, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	all, err := grief.NewSurvey(p.dim(), o)
	if err != nil {
		return nil, err
	}
	spec := surveySpec{Points: o.Points, Sample: o.Sample, More: o.More, Seeds: [2]uint64{seed(o.SampleRNG), seed(o.MoreRNG)}}
	err = onParts(ctx, p, kindSurvey, spec, all.Merge)
	return all, err
}

func seed(rng *rand.Rand) uint64 {
	if rng == nil {
		return 0
	}
	return rng.Uint64()
}

// Sums implements [grief.Passes].
func (p *Passes) Sums(ctx context.Context, b *grief.Basis, less gplib.Mean) (*grief.Sums, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	spec, err := basisSpecOf(b, less)
	if err != nil {
		return nil, err
	}
	all := grief.NewSums(b)
	err = ontoWhole(ctx, p, kindSums, spec, all.Add, all)
	return all, err
}

// Slopes implements [grief.Passes].
func (p *Passes) Slopes(ctx context.Context, b *grief.Basis, at *grief.Solution, less gplib.Mean) (*grief.Slopes, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	spec, err := basisSpecOf(b, less)
	if err != nil {
		return nil, err
	}
	if at == nil {
		return nil, errors.New("cluster: Slopes: at is nil; pass the solution at which slopes are wanted")
	}
	if spec.Solution, err = at.MarshalBinary(); err != nil {
		return nil, err
	}
	all := grief.NewSlopes(b)
	err = ontoWhole(ctx, p, kindSlopes, spec, all.Add, all)
	return all, err
}

// Predict predicts at the rows of each file, and writes mean, standard deviation of the
// latent f, that of an observation, and the row's own observation to a CSV file in the
// folder out, which all machines share: of load.2019.parquet to load.2019.csv. If the
// rows are standardised, so are the numbers. Files that are unchanged since they were
// written for the same posterior are kept; others are overwritten, but never one of the
// rows' own. It returns the names of the files.
func (p *Passes) Predict(ctx context.Context, posterior gplib.Posterior, out string) ([]string, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if out == "" {
		return nil, errors.New("cluster: Predict: out is empty; name a folder for the predictions")
	}
	out, err := filepath.Abs(out)
	if err != nil {
		return nil, err
	}
	var saved strings.Builder
	if err := gplib.Save(&saved, posterior); err != nil {
		return nil, fmt.Errorf("cluster: Predict: the posterior: %w", err)
	}
	spec := predictSpec{Folder: out, Posterior: []byte(saved.String())}
	if spec.Names, err = predictionNames(p.rows.Files); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return nil, fmt.Errorf("cluster: Predict: %w", err)
	}
	if err := p.spare(spec); err != nil {
		return nil, err
	}
	a, err := newAdding(p, kindPredict, spec, func(*predicted) error { return nil })
	if err != nil {
		return nil, err
	}
	if err := a.keepOnly((*predicted).stands); err != nil {
		return nil, err
	}
	return spec.paths(), a.run(ctx)
}

// spare refuses predictions that would be written over the rows.
func (p *Passes) spare(spec predictSpec) error {
	for _, path := range spec.paths() {
		there, err := os.Stat(path)
		if err != nil {
			continue // nothing is there
		}
		for _, f := range p.rows.Files {
			if rows, err := os.Stat(f.Path); err == nil && os.SameFile(there, rows) {
				return fmt.Errorf("cluster: Predict: the predictions would overwrite the rows, %s; use another folder", f.Path)
			}
		}
	}
	return nil
}

// Warnings report machines whose kernels differ, which may change the last digits, and
// Slurm processes without a part to work on. Learners copy them to their results.
func (p *Passes) Warnings() (found gplib.Findings) {
	if len(p.arithmetic) > 1 {
		found = append(found, gplib.Finding{
			Code:  "kernels-differ",
			Found: fmt.Sprintf("the parts were computed by different kernels (%s)", strings.Join(slices.Sorted(maps.Keys(p.arithmetic)), ", ")),
			Means: "the last digits depend on which did which",
		})
	}
	if parts, tasks := p.parts(), p.session.engine.settings().Options.Tasks; tasks > parts {
		found = append(found, gplib.Finding{
			Code: "idle-tasks", Found: fmt.Sprintf("%d of %d tasks of Slurm had nothing to do", tasks-parts, tasks),
			Means: fmt.Sprintf("%d files are in %d parts", len(p.rows.Files), parts),
			Do:    fmt.Sprintf("set Passes.Parts to %d, and have as many files", tasks),
		})
	}
	return found
}

// onParts runs a pass: one task per part, whose results are taken in the order of the
// parts.
func onParts[T any, P sent[T], S any](ctx context.Context, p *Passes, kind string, spec S, take func(P) error) error {
	a, err := newAdding(p, kind, spec, take)
	if err != nil {
		return err
	}
	return a.run(ctx)
}

// ontoWhole is onParts of a pass whose results add up to whole. The sum replaces them
// in the folder: a hundred passes of many parts would fill a disk.
func ontoWhole[T any, P sent[T], S any](ctx context.Context, p *Passes, kind string, spec S, take func(P) error, whole P) error {
	a, err := newAdding(p, kind, spec, take)
	if err != nil {
		return err
	}
	keep := func() ([]byte, error) { return writeHeaded(a.found, whole) }
	find := func(out []byte) error {
		if err := readHeaded(out, &a.found, whole); err != nil {
			return fmt.Errorf("cluster: %s: %w", kind, err)
		}
		return nil
	}
	if err := p.session.runWhole(ctx, a.job, a.part, keep, find); err != nil {
		return err
	}
	return a.end()
}

// sent is a pointer to a type with a binary form.
type sent[T any] interface {
	*T
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// adding is a pass in progress.
type adding[T any, P sent[T]] struct {
	*Passes
	kind  string
	job   Job
	rows  rowsSpec
	take  func(P) error
	found wholeHead
}

// wholeHead describes all parts.
type wholeHead struct {
	Rows       []int
	Arithmetic map[string]bool
}

func newAdding[T any, P sent[T], S any](p *Passes, kind string, spec S, take func(P) error) (*adding[T, P], error) {
	rows := p.rows
	rows.Parts = p.parts()
	text, err := json.Marshal(passSpec[S]{rows, spec})
	if err != nil {
		return nil, fmt.Errorf("cluster: %s: %w", kind, err)
	}
	return &adding[T, P]{
		Passes: p, kind: kind, job: Job{Kind: kind, Spec: text, Tasks: rows.Parts}, rows: rows, take: take,
		found: wholeHead{make([]int, rows.Parts), map[string]bool{}},
	}, nil
}

// run takes the parts.
func (a *adding[T, P]) run(ctx context.Context) error {
	if err := a.session.Run(ctx, a.job, a.part); err != nil {
		return err
	}
	return a.end()
}

// keepOnly removes the existing results, except those that are still valid.
func (a *adding[T, P]) keepOnly(holds func(P) bool) error {
	p, err := a.session.place(a.job)
	if err != nil {
		return err
	}
	for index := range a.job.Tasks {
		path := p.file(outName(index))
		out, err := readResult(path, p.id, index)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		result := P(new(T))
		if err == nil {
			err = readHeaded(out, new(partHead), result)
		}
		if err == nil && holds(result) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

// part takes the result of a part.
func (a *adding[T, P]) part(index int, out []byte) error {
	result := P(new(T))
	var head partHead
	if err := readHeaded(out, &head, result); err != nil {
		return fmt.Errorf("cluster: %s: part %d: %w", a.kind, index, err)
	}
	a.found.Rows[index], a.found.Arithmetic[head.Arithmetic] = head.Rows, true
	if err := a.check(index); err != nil {
		return err
	}
	return a.take(result)
}

// check compares the number of rows of a part with the first pass.
func (a *adding[T, P]) check(index int) error {
	if a.counts != nil && a.counts[index] != a.found.Rows[index] {
		return fmt.Errorf("cluster: %s: %s: %d rows, but %d in the first pass", a.kind, a.rows.partName(index), a.found.Rows[index], a.counts[index])
	}
	return nil
}

// end stores what the pass found about the parts.
func (a *adding[T, P]) end() error {
	if len(a.found.Rows) != a.rows.Parts {
		return fmt.Errorf("cluster: %s: the saved state has %d parts, want %d", a.kind, len(a.found.Rows), a.rows.Parts)
	}
	for index := range a.rows.Parts {
		if err := a.check(index); err != nil {
			return err
		}
	}
	if a.counts == nil {
		a.counts = a.found.Rows
	}
	maps.Copy(a.arithmetic, a.found.Arithmetic)
	return nil
}

// parts returns the number of parts.
func (p *Passes) parts() int {
	if p.counts != nil {
		return len(p.counts)
	}
	if p.Parts > 0 {
		return min(p.Parts, len(p.rows.Files))
	}
	return min(DefaultParts, len(p.rows.Files))
}
