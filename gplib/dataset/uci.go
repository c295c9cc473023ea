package dataset

import (
	"fmt"
	"path/filepath"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset/fetch"
)

// Benchmark is a regression set with published folds: each fold has its own
// test observations.
type Benchmark struct {
	// Name is the name of its folder.
	Name string
	// Data are all the observations.
	Data gplib.Data
	// tests holds the positions of the test observations of each fold.
	tests [][]int
}

// UCI reads one set of the uci_datasets collection from its folder, DIR/NAME,
// where DIR "" is the folder that [Fetch] downloads to: data.csv.gz holds the
// inputs and, last, the observation; test_mask.csv.gz holds a column of 0 and 1
// for each fold, 1 for its test rows. Neither has a header.
func UCI(dir, name string) (*Benchmark, error) {
	folder := dir
	if dir == "" {
		data, err := fetch.Folder()
		if err != nil {
			return nil, err
		}
		folder = filepath.Join(data, "uci")
	}
	set, err := readUCI(folder, name)
	return set, absent(dir, name, err)
}

func readUCI(dir, name string) (*Benchmark, error) {
	table, err := ReadCSV(filepath.Join(dir, name, "data.csv.gz"))
	if err != nil {
		return nil, err
	}
	names := table.Names()
	data, err := table.Data(names[len(names)-1])
	if err != nil {
		return nil, err
	}
	if data, err = unnamed(data); err != nil {
		return nil, err
	}
	mask, err := ReadCSV(filepath.Join(dir, name, "test_mask.csv.gz"))
	if err != nil {
		return nil, err
	}
	if mask.Len() != data.Len() {
		return nil, fmt.Errorf("dataset: %s: %d rows of data, %d of the test mask", name, data.Len(), mask.Len())
	}
	b := &Benchmark{Name: name, Data: data}
	for _, fold := range mask.Names() {
		chosen, err := mask.Column(fold)
		if err != nil {
			return nil, err
		}
		var test []int
		for i, v := range chosen {
			if v != 0 {
				test = append(test, i)
			}
		}
		b.tests = append(b.tests, test)
	}
	return b, nil
}

// unnamed returns data of a file without a header, whose columns have made-up
// names, without the names.
func unnamed(d gplib.Data) (gplib.Data, error) {
	x, err := d.X.(*cov.Matrix).Named()
	return gplib.Data{X: x, Y: d.Y}, err
}

// Folds returns the number of folds.
func (b *Benchmark) Folds() int { return len(b.tests) }

// Fold returns the observations of fold k, from 0, to train on and to test.
func (b *Benchmark) Fold(k int) (train, test gplib.Data, err error) {
	if k < 0 || k >= len(b.tests) {
		return train, test, fmt.Errorf("dataset: %s has no fold %d; there are %d, from 0", b.Name, k, len(b.tests))
	}
	return SplitIndex(b.Data, b.tests[k])
}

// String returns the size in words.
func (b *Benchmark) String() string {
	dim := 0
	if x, ok := b.Data.X.(*cov.Matrix); ok {
		dim = x.Dim()
	}
	return fmt.Sprintf("%s: %d observations in %d dimensions, %d folds", b.Name, b.Data.Len(), dim, len(b.tests))
}
