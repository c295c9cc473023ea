package gplib

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"krigo/gplib/cov"
)

// Copies are left out where they are at least leastCopies of the rows and at most
// mostOthers as many repeated inputs have another observation.
const leastCopies, mostOthers = 0.02, 0.05

// withoutCopies is d without the rows that are there already, inputs and
// observation, and a warning that says so. Where repeated inputs never show
// noise, they are the same record twice rather than a second measurement: the
// likelihood then prefers to interpolate them without noise, and folds hold what
// they test. Rows of other data stay.
func withoutCopies(d Data) (Data, string) {
	x, ok := d.X.(*cov.Matrix)
	if !ok {
		return d, ""
	}
	first, others := distinctRows(x, d.Y)
	copies := d.Len() - len(first)
	if float64(copies) < leastCopies*float64(d.Len()) || float64(others) > mostOthers*float64(copies) {
		return d, ""
	}
	return d.Subset(first), fmt.Sprintf("%d of %d rows are copies of others, observation included, and were left out: "+
		"they make the noise look smaller than it is (Settings.KeepCopies keeps them)", copies, d.Len())
}

// distinctRows are the positions of rows that are not there before, and the number
// of them whose inputs are.
func distinctRows(x *cov.Matrix, y []float64) (first []int, others int) {
	seen := map[string][]float64{} // observations by inputs
	var key []byte
	for i, v := range y {
		key = key[:0]
		for k := range x.Dim() {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(x.At(i, k)))
		}
		before := seen[string(key)]
		if slices.Contains(before, v) {
			continue
		}
		if before != nil {
			others++
		}
		first, seen[string(key)] = append(first, i), append(before, v)
	}
	return first, others
}
