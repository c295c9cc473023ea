package gp

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krigo/display/internal/format"
	"krigo/display/internal/guard"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// dataTable shows the observations of d beside their inputs.
func dataTable(d gplib.Data) *mime.Tabular {
	columns, header := inputColumns(d.X, len(d.Y))
	rows := make([][]any, len(d.Y))
	for i, y := range d.Y {
		rows[i] = append(columns(i), y)
	}
	return mime.Table(append(header, "y"), rows).Title(fmt.Sprintf("%d observations", len(d.Y)))
}

// predictionTable shows p with 95 % intervals of f and of y.
func predictionTable(p gplib.Prediction) *mime.Tabular {
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

func interval(mean, variance float64) string {
	half := z95 * math.Sqrt(variance)
	return fmt.Sprintf("[%s, %s]", format.Number(mean-half, format.TableDigits), format.Number(mean+half, format.TableDigits))
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
	for k := range d {
		name := "x"
		if d > 1 {
			name = fmt.Sprintf("x[%d]", k)
		}
		header = append(header, name)
	}
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
