package dataset_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"strings"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/metric"
)

// Columns are picked by name; cells that are missing or not numbers are reported by
// line.
func ExampleParseCSV() {
	table, err := dataset.ParseCSV("pits.csv", strings.NewReader("depth,grade,site\n1,2.5,a\n2,,b\n3,1.5,a\n"))
	if err != nil {
		log.Fatal(err)
	}
	_, err = table.Column("grade")
	fmt.Println(err)
	whole, err := table.Complete("grade")
	if err != nil {
		log.Fatal(err)
	}
	grade, err := whole.Column("grade")
	fmt.Println(whole.Len(), grade, err)
	codes, levels, err := whole.Categories("site")
	fmt.Println(codes, levels, err)
	// Output:
	// dataset: pits.csv, line 3, column 2 (grade): the value is missing, as 1 of 3 are; table.Complete("grade") drops such rows
	// 2 [2.5 1.5] <nil>
	// [0 0] [a] <nil>
}

// Each point is tested once, by a model that was learned without it.
func ExampleKFold() {
	data, _, err := dataset.Friedman(60, 0.1, 1)
	if err != nil {
		log.Fatal(err)
	}
	folds, err := dataset.KFold(data, 3, 7)
	if err != nil {
		log.Fatal(err)
	}
	for _, fold := range folds {
		fmt.Println(fold.Train.Len(), fold.Test.Len())
	}
	// Output:
	// 40 20
	// 40 20
	// 40 20
}

// A forecast is tested on what comes after.
func ExampleSplitAfter() {
	data, err := gplib.NewData(cov.Line([]float64{2001, 2002, 2003, 2004}), []float64{1, 2, 3, 4})
	if err != nil {
		log.Fatal(err)
	}
	train, test, err := dataset.SplitAfter(data, 0, 2002)
	fmt.Println(train.Y, test.Y, err)
	// Output: [1 2] [3 4] <nil>
}

// A model learns in standardised units; its predictions come back in the
// units of the data.
func ExampleStandardise() {
	data, err := gplib.NewData(cov.Line([]float64{100, 200, 300, 400}), []float64{1e6, 3e6, 2e6, 4e6})
	if err != nil {
		log.Fatal(err)
	}
	standard, scaling, err := dataset.Standardise(data)
	if err != nil {
		log.Fatal(err)
	}
	model := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.01)}
	fit, err := gplib.Fit(context.Background(), model, standard, nil)
	if err != nil {
		log.Fatal(err)
	}
	x, err := scaling.Inputs(data.X)
	if err != nil {
		log.Fatal(err)
	}
	p, err := fit.Posterior.Predict(x)
	if err != nil {
		log.Fatal(err)
	}
	p, err = scaling.Invert(p)
	rmse, _ := metric.RMSE(data.Y, p.Mean)
	fmt.Println(rmse < 2e6, err)
	// Output: true <nil>
}

// Rows that do not fit in memory are read in blocks.
func ExampleRows() {
	data, _, err := dataset.SineProduct(10, 0, 1)
	if err != nil {
		log.Fatal(err)
	}
	rows, err := dataset.Rows(data)
	if err != nil {
		log.Fatal(err)
	}
	x, y := mat.NewDense(4, rows.Dim(), nil), make([]float64, 4)
	for {
		n, err := rows.Read(x, y)
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(n)
	}
	// Output:
	// 4
	// 4
	// 2
}
