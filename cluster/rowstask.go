package cluster

import (
	"bufio"
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/dataset/parquet"
	"krigo/gplib/grief"
	"krigo/gplib/linalg"
	"krigo/internal/replace"
)

// rowstask.go: the tasks of [Passes].

// The kinds of passes.
const (
	kindMoments = "rows.moments"
	kindSurvey  = "rows.survey"
	kindSums    = "rows.sums"
	kindSlopes  = "rows.slopes"
	kindPredict = "rows.predict"
)

func init() {
	registerPass(kindMoments, momentsOf)
	registerPass(kindSurvey, surveyOf)
	registerPass(kindSums, sumsOf)
	registerPass(kindSlopes, slopesOf)
	register(kindPredict, predictTask)
}

// rowsFile is the state of a file when the passes began.
type rowsFile struct {
	Path string
	Size int64
	Time int64 // of its last change, in nanoseconds
}

// rowsSpec are the rows of files in parts.
type rowsSpec struct {
	Files   []rowsFile
	Parts   int
	Target  string
	Inputs  []string         `json:",omitempty"`
	Columns []string         // of the first file: the inputs', then the observation's
	Units   []string         `json:",omitempty"` // of these, nil if its rows do not say
	CSV     *dataset.CSV     `json:",omitempty"` // how the files are written, nil to find out
	Scaling *dataset.Scaling `json:",omitempty"`
}

// passSpec is the spec of a pass.
type passSpec[S any] struct {
	Rows rowsSpec
	Pass S
}

// part returns the files of a part: some that follow each other.
func (r rowsSpec) part(index int) []rowsFile {
	n := len(r.Files)
	return r.Files[n*index/r.Parts : n*(index+1)/r.Parts]
}

// partName names the files of a part.
func (r rowsSpec) partName(index int) string {
	files := r.part(index)
	if len(files) == 1 {
		return files[0].Path
	}
	return fmt.Sprintf("%s to %s", files[0].Path, files[len(files)-1].Path)
}

// open reads files, which must not have changed.
func (r rowsSpec) open(files []rowsFile) (dataset.RowReader, error) {
	var paths []string
	for _, f := range files {
		now, err := describeFile(f.Path)
		if err != nil {
			return nil, err
		}
		if now != f {
			return nil, fmt.Errorf("%s has changed: it had %d bytes and has %d now, or was written again", f.Path, f.Size, now.Size)
		}
		paths = append(paths, f.Path)
	}
	rows, err := dataset.ShardedRows(paths, func(path string) (dataset.RowReader, error) {
		rows, err := r.openFile(path)
		if err != nil {
			return nil, err
		}
		return rows, r.check(path, rows)
	})
	if err != nil || r.Scaling == nil {
		return rows, err
	}
	return dataset.ScaledRows(rows, r.Scaling)
}

// openFile returns the present state of a file.
func (r rowsSpec) openFile(path string) (*dataset.FileRows, error) {
	if r.CSV != nil {
		return r.CSV.Rows(path, r.Target, r.Inputs...)
	}
	return parquet.FileRows(path, r.Target, r.Inputs...)
}

// check requires the columns of the first file.
func (r rowsSpec) check(path string, rows *dataset.FileRows) error {
	first := r.Files[0].Path
	names, units := rows.Names(), rows.Units()
	switch {
	case !slices.Equal(names, r.Columns):
		return fmt.Errorf("the columns of %s are %q, those of %s are %q; name the inputs in Rows, so that they are found by name", path, names, first, r.Columns)
	case units != nil && r.Units != nil && !slices.Equal(units, r.Units):
		return fmt.Errorf("the units of %q are %q in %s, and %q in %s; write them alike", names, units, path, r.Units, first)
	}
	return nil
}

// collectAt is the growth of a task's heap, in per cent of it, that triggers a garbage collection:
// the heap is a few large blocks of numbers, whose collection takes almost no time.
const collectAt = 25

// registerPass registers a pass over the rows of a part, which returns what it found and the number of rows.
func registerPass[S any, T encoding.BinaryMarshaler](kind string, pass func(ctx context.Context, rows dataset.RowReader, spec S, part int) (T, int, error)) {
	register(kind, func(ctx context.Context, t Task) ([]byte, error) {
		debug.SetGCPercent(collectAt)
		var spec passSpec[S]
		if err := json.Unmarshal(t.Spec, &spec); err != nil {
			return nil, err
		}
		rows, err := spec.Rows.open(spec.Rows.part(t.Index))
		if err != nil {
			return nil, err
		}
		found, n, err := pass(ctx, rows, spec.Pass, t.Index)
		if err != nil {
			return nil, err
		}
		return writePart(found, n)
	})
}

// partHead precedes the result of a part.
type partHead struct {
	Rows       int
	Arithmetic string // names the kernels
}

func writePart(found encoding.BinaryMarshaler, rows int) ([]byte, error) {
	kernels, _ := linalg.BLAS()
	return writeHeaded(partHead{rows, kernels}, found)
}

// writeHeaded writes a head as a line of JSON, then the body.
func writeHeaded(head any, found encoding.BinaryMarshaler) ([]byte, error) {
	line, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	text, err := found.MarshalBinary()
	return slices.Concat(line, []byte("\n"), text), err
}

func readHeaded(out []byte, head any, into encoding.BinaryUnmarshaler) error {
	line, rest, found := bytes.Cut(out, []byte("\n"))
	if !found {
		return errors.New("the result has no head")
	}
	if err := json.Unmarshal(line, head); err != nil {
		return err
	}
	return into.UnmarshalBinary(rest)
}

func momentsOf(ctx context.Context, rows dataset.RowReader, _ struct{}, _ int) (*dataset.Moments, int, error) {
	m := dataset.NewMoments(rows.Dim())
	err := dataset.EachBlock(rows, 256, m.Add)
	return m, m.Rows(), errors.Join(err, ctx.Err())
}

// surveySpec is [grief.SurveyOptions] with seeds.
type surveySpec struct {
	Points, Sample, More int
	Seeds                [2]uint64
}

func surveyOf(ctx context.Context, rows dataset.RowReader, spec surveySpec, part int) (*grief.Survey, int, error) {
	local, err := grief.LocalRows(rows)
	if err != nil {
		return nil, 0, err
	}
	generator := func(k int) *rand.Rand { return rand.New(rand.NewPCG(spec.Seeds[k], uint64(part))) }
	s, err := local.Survey(ctx, grief.SurveyOptions{
		Points: spec.Points, Sample: spec.Sample, More: spec.More, SampleRNG: generator(0), MoreRNG: generator(1),
	})
	if err != nil {
		return nil, 0, err
	}
	return s, s.Rows(), nil
}

// basisSpec is a basis and a mean function, and where derivatives are taken.
type basisSpec struct {
	Basis    []byte
	Less     *gplib.Model `json:",omitempty"` // has the mean function
	Solution []byte       `json:",omitempty"`
}

func basisSpecOf(b *grief.Basis, less gplib.Mean) (basisSpec, error) {
	var spec basisSpec
	if b == nil {
		return spec, errors.New("cluster: the basis is nil; create one with grief.NewBasis")
	}
	var err error
	if spec.Basis, err = b.MarshalBinary(); err != nil {
		return spec, err
	}
	if less != nil {
		spec.Less = &gplib.Model{Mean: less, Cov: cov.Constant(1), Noise: gplib.FixedGaussian(1)}
	}
	return spec, nil
}

func (s basisSpec) read() (*grief.Basis, gplib.Mean, error) {
	b := new(grief.Basis)
	if err := b.UnmarshalBinary(s.Basis); err != nil {
		return nil, nil, err
	}
	if s.Less == nil {
		return b, nil, nil
	}
	return b, s.Less.Mean, nil
}

func sumsOf(ctx context.Context, rows dataset.RowReader, spec basisSpec, _ int) (*grief.Sums, int, error) {
	b, less, err := spec.read()
	if err != nil {
		return nil, 0, err
	}
	local, err := grief.LocalRows(rows)
	if err != nil {
		return nil, 0, err
	}
	s, err := local.Sums(ctx, b, less)
	if err != nil {
		return nil, 0, err
	}
	return s, s.N, nil
}

func slopesOf(ctx context.Context, rows dataset.RowReader, spec basisSpec, _ int) (*grief.Slopes, int, error) {
	b, less, err := spec.read()
	if err != nil {
		return nil, 0, err
	}
	at := new(grief.Solution)
	if err := at.UnmarshalBinary(spec.Solution); err != nil {
		return nil, 0, err
	}
	local, err := grief.LocalRows(rows)
	if err != nil {
		return nil, 0, err
	}
	s, err := local.Slopes(ctx, b, at, less)
	if err != nil {
		return nil, 0, err
	}
	return s, s.N, nil
}

// predictSpec is a posterior, and the files in a folder that take its predictions.
type predictSpec struct {
	Posterior []byte
	Folder    string
	Names     []string // by file
}

// paths returns the paths of the files of predictions.
func (s predictSpec) paths() []string {
	var paths []string
	for _, name := range s.Names {
		paths = append(paths, filepath.Join(s.Folder, name))
	}
	return paths
}

// predictionNames returns the names of the files of predictions.
func predictionNames(files []rowsFile) ([]string, error) {
	var names []string
	from := map[string]string{}
	for _, f := range files {
		base := strings.TrimSuffix(filepath.Base(f.Path), ".gz")
		name := strings.TrimSuffix(base, filepath.Ext(base)) + ".csv"
		if other, ok := from[name]; ok {
			return nil, fmt.Errorf("cluster: Predict: the predictions of %s and %s would have the same name, %s; use separate Rows for the files of each folder", other, f.Path, name)
		}
		from[name] = f.Path
		names = append(names, name)
	}
	return names, nil
}

// predicted are the files that a task of predictions has written.
type predicted struct{ Files []rowsFile }

func (p *predicted) MarshalBinary() ([]byte, error)    { return json.Marshal(p.Files) }
func (p *predicted) UnmarshalBinary(text []byte) error { return json.Unmarshal(text, &p.Files) }

// stands reports whether the files are unchanged since they were written.
func (p *predicted) stands() bool {
	return len(p.Files) > 0 && !slices.ContainsFunc(p.Files, func(f rowsFile) bool {
		now, err := describeFile(f.Path)
		return err != nil || now != f
	})
}

// predictTask predicts at the rows of a part's files.
func predictTask(ctx context.Context, t Task) ([]byte, error) {
	var spec passSpec[predictSpec]
	if err := json.Unmarshal(t.Spec, &spec); err != nil {
		return nil, err
	}
	posterior, err := gplib.Load(bytes.NewReader(spec.Pass.Posterior))
	if err != nil {
		return nil, err
	}
	n, written := 0, new(predicted)
	first := len(spec.Rows.Files) * t.Index / spec.Rows.Parts
	for i, file := range spec.Rows.part(t.Index) {
		rows, err := spec.Rows.open([]rowsFile{file})
		if err != nil {
			return nil, err
		}
		path := filepath.Join(spec.Pass.Folder, spec.Pass.Names[first+i])
		err = replace.File(path, func(w io.Writer) error {
			more, err := writePredictions(ctx, w, posterior, rows)
			n += more
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Path, err)
		}
		f, err := describeFile(path)
		if err != nil {
			return nil, err
		}
		written.Files = append(written.Files, f)
	}
	return writePart(written, n)
}

// predictedRows is how many rows are predicted at once.
const predictedRows = 2048

// writePredictions writes a line for each row and returns their number.
func writePredictions(ctx context.Context, w io.Writer, posterior gplib.Posterior, rows dataset.RowReader) (n int, err error) {
	out := bufio.NewWriter(w)
	out.WriteString("mean,latent_sd,sd,observed\n")
	like := dataset.Like(rows)
	err = dataset.EachBlock(rows, predictedRows, func(x *mat.Dense, y []float64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		q, err := posterior.Predict(cov.Points(x).Like(like))
		if err != nil {
			return err
		}
		n += len(y)
		for i := range y {
			writeNumbers(out, q.Mean[i], math.Sqrt(q.Var[i]), math.Sqrt(q.VarY[i]), y[i])
		}
		return nil
	})
	return n, errors.Join(err, out.Flush())
}

func writeNumbers(out *bufio.Writer, values ...float64) {
	for i, v := range values {
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(strconv.AppendFloat(out.AvailableBuffer(), v, 'g', -1, 64))
	}
	out.WriteByte('\n')
}
