package display

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/display/internal/format"
	"krigo/display/internal/guard"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// The numbers of first and last observations shown, and the digits of data, which
// distinguish days in years with a fraction.
const (
	firstData  = 5
	lastData   = 3
	dataDigits = 7
)

// Of data of many columns the first and the last are shown.
const (
	firstColumns = 8
	lastColumns  = 4
)

// ends returns the cells of the columns that are shown; left stands for the others.
func ends[T any](row []T, left T) []T {
	if len(row) <= firstColumns+lastColumns+1 {
		return row
	}
	return slices.Concat(row[:firstColumns], []T{left}, row[len(row)-lastColumns:])
}

// dataTable shows observations of d with their inputs.
func dataTable(d gplib.Data) *mime.Tabular {
	columns, header := inputColumns(d.X, len(d.Y))
	rows := make([][]any, len(d.Y))
	for i, y := range d.Y {
		rows[i] = ends(append(columns(i), y), any("…"))
	}
	header = ends(append(header, targetName(d)), "…")
	return mime.Table(header, rows).Title(fmt.Sprintf("%d observations", len(d.Y))).Digits(dataDigits).Ends(firstData, lastData)
}

// predictionTable shows p with 95 % intervals of f and of y.
func predictionTable(p gplib.Prediction) *mime.Tabular {
	if p.Lik != nil {
		return observedTable(p)
	}
	columns, header := inputColumns(p.X, len(p.Mean))
	rows := make([][]any, 0, len(p.Mean))
	for i, m := range p.Mean {
		if i >= len(p.Var) || i >= len(p.VarY) {
			break
		}
		row := append(columns(i), m, math.Sqrt(p.Var[i]), math.Sqrt(p.VarY[i]))
		rows = append(rows, append(row, interval(m, p.VarY[i])))
	}
	return mime.Table(append(header, "mean", "sd of f", "sd of y", "95 % of y"), rows)
}

// observedTable does predictionTable for a likelihood, whose observations have a mean and an interval of
// their own.
func observedTable(p gplib.Prediction) *mime.Tabular {
	columns, header := inputColumns(p.X, len(p.Mean))
	mean, sd := p.MeanY(), p.Std()
	lower, upper := p.IntervalY(0.95)
	rows := make([][]any, len(mean))
	for i, m := range mean {
		rows[i] = append(columns(i), p.Mean[i], sd[i], m, bounds(lower[i], upper[i]))
	}
	return mime.Table(append(header, "mean of f", "sd of f", "mean of y", "95 % of y"), rows)
}

func interval(mean, variance float64) string {
	half := z95 * math.Sqrt(variance)
	return bounds(mean-half, mean+half)
}

func bounds(lower, upper float64) string {
	return fmt.Sprintf("[%s, %s]", format.Number(lower, format.TableDigits), format.Number(upper, format.TableDigits))
}

// inputNames returns the names of the d dimensions of x, or x[0] and so on.
func inputNames(x cov.Inputs, d int) []string {
	if m, ok := x.(*cov.Matrix); ok && m.Names() != nil {
		return m.Names()
	}
	if d == 1 {
		return []string{"x"}
	}
	names := make([]string, d)
	for k := range names {
		names[k] = fmt.Sprintf("x[%d]", k)
	}
	return names
}

// inputColumns returns the cells of point i and their header: a column for
// each dimension of a matrix, else one with the point's number.
func inputColumns(x cov.Inputs, n int) (cells func(i int) []any, header []string) {
	m, ok := x.(mat.Matrix)
	if !ok || guard.IsNil(m) {
		return func(i int) []any { return []any{i} }, []string{"i"}
	}
	rows, d := m.Dims()
	if rows < n {
		return func(i int) []any { return []any{i} }, []string{"i"}
	}
	header = inputNames(x, d)
	return func(i int) []any {
		row := make([]any, d)
		for k := range row {
			row[k] = m.At(i, k)
		}
		return row
	}, header
}

// stepTable shows a trace, a row for each step.
func stepTable(t gplib.Trace) *mime.Tabular {
	header := []string{"iteration", orElse(t.Objective, "objective"), "gradient", "time"}
	if len(t.Steps) > 0 {
		for _, m := range t.Steps[0].Monitors {
			header = append(header, m.Name)
		}
	}
	rows := make([][]any, len(t.Steps))
	for i, s := range t.Steps {
		rows[i] = []any{s.Iter, s.Value, s.GradNorm, s.Elapsed}
		for _, m := range s.Monitors {
			rows[i] = append(rows[i], m.Value)
		}
	}
	return mime.Table(header, rows).Digits(6)
}

func orElse(s, standard string) string {
	if s == "" {
		return standard
	}
	return s
}
