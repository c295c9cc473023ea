package dataset

import (
	"krigo/gplib"
	"krigo/gplib/cov"
)

// CoalDisasters returns the number of explosions in British coal mines with ten deaths or more, by
// calendar year from 1851 to 1962: 112 rows whose input is the year. The record runs from 15 March
// 1851 to 22 March 1962, so that the first and the last year are not whole. The counts are those of
// the 191 dates of Jarrett (1979, Biometrika 66, 191-193), who corrected the intervals of Maguire,
// Pearson and Wynn (1952).
func CoalDisasters() gplib.Data {
	const first = 1851
	years, counts := make([]float64, len(coalDisasters)), make([]float64, len(coalDisasters))
	for i, c := range coalDisasters {
		years[i], counts[i] = float64(first+i), float64(c)
	}
	x, err := cov.Line(years).Named("year")
	if err != nil {
		panic(err) // one name for one column
	}
	return gplib.Data{X: x, Y: counts, Target: "disasters"}
}

// coalDisasters has a decade a line from the second one on.
var coalDisasters = [...]uint8{
	4, 5, 4, 1, 0, 4, 3, 4, 0,
	6, 3, 3, 4, 0, 2, 6, 3, 3, 5, // 1860
	4, 5, 3, 1, 4, 4, 1, 5, 5, 3,
	4, 2, 5, 2, 2, 3, 4, 2, 1, 3, // 1880
	2, 2, 1, 1, 1, 1, 3, 0, 0, 1,
	0, 1, 1, 0, 0, 3, 1, 0, 3, 2, // 1900
	2, 0, 1, 1, 1, 0, 1, 0, 1, 0,
	0, 0, 2, 1, 0, 0, 0, 1, 1, 0, // 1920
	2, 3, 3, 1, 1, 2, 1, 1, 1, 1,
	2, 3, 3, 0, 0, 0, 1, 4, 0, 0, // 1940
	0, 1, 0, 0, 0, 0, 0, 1, 0, 0,
	1, 0, 1, // 1960
}
