package main

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

type Station struct {
	ID    string
	Lat   float64
	Temps []float64
}

type Summary struct {
	N                int
	Mean, SD         float64
	Min, Median, Max float64
}

func (s Summary) String() string {
	return fmt.Sprintf("n=%d mean=%.3f sd=%.3f [%.1f %.1f %.1f]", s.N, s.Mean, s.SD, s.Min, s.Median, s.Max)
}

func summarize(xs []float64) (s Summary) {
	ys := append([]float64(nil), xs...)
	sort.Float64s(ys)
	s.N = len(ys)
	s.Mean, s.SD = stat.MeanStdDev(ys, nil)
	s.Min, s.Max = floats.Min(ys), floats.Max(ys)
	s.Median = stat.Quantile(0.5, stat.Empirical, ys, nil)
	return s
}

type byLat []*Station

func (b byLat) Len() int           { return len(b) }
func (b byLat) Less(i, j int) bool { return b[i].Lat < b[j].Lat }
func (b byLat) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func main() {
	stations := byLat{
		{"OSL", 59.9, []float64{-4, -3.5, 1, 5.5, 11, 15, 17.5, 16}},
		{"ROM", 41.9, []float64{8, 8.5, 11, 13.5, 18, 22, 25, 25}},
		{ID: "QUI", Lat: -0.2, Temps: []float64{14.5, 14.5, 14.25, 14.5, 14.5, 14.5, 14.5, 15}},
		{ID: "PER", Lat: -31.9, Temps: []float64{24, 24.5, 23, 20, 16.5, 14, 13, 13.5}},
	}
	sort.Sort(stations)
	for _, st := range stations {
		fmt.Println(st.ID, summarize(st.Temps))
	}
	sort.Sort(sort.Reverse(stations))
	fmt.Print("north to south:")
	for i := range stations {
		fmt.Print(" ", stations[i].ID)
	}
	fmt.Println()

	fmt.Print("    ")
	for _, st := range stations {
		fmt.Printf("%7s", st.ID)
	}
	fmt.Println()
	for i, a := range stations {
		fmt.Printf("%-4s", a.ID)
		for j, b := range stations {
			if j > i {
				break
			}
			fmt.Printf("%7.3f", stat.Correlation(a.Temps, b.Temps, nil))
		}
		fmt.Println()
	}
	lats := make([]float64, len(stations))
	means := make([]float64, len(stations))
	for i, st := range stations {
		lats[i], means[i] = math.Abs(st.Lat), stat.Mean(st.Temps, nil)
	}
	alpha, beta := stat.LinearRegression(lats, means, nil, false)
	fmt.Printf("mean = %.4f %+.4f*|lat|  R2=%.4f\n", alpha, beta, stat.RSquared(lats, means, nil, alpha, beta))

	diff := make([]float64, 8)
	floats.SubTo(diff, stations[0].Temps, stations[len(stations)-1].Temps)
	fmt.Printf("%.1f sum=%.2f norm=%.4f argmax=%d\n", diff, floats.Sum(diff), floats.Norm(diff, 2), floats.MaxIdx(diff))
	floats.Scale(0.5, diff)
	fmt.Println(diff, floats.EqualApprox(diff, diff, 1e-12))
	cum := make([]float64, 8)
	fmt.Println(floats.CumSum(cum, stations[1].Temps))
	fmt.Printf("%.2f\n", floats.Span(make([]float64, 5), -1, 1))
	dividers := []float64{-10, 0, 10, 20, 30}
	for _, st := range stations {
		ys := append([]float64{}, st.Temps...)
		sort.Float64s(ys)
		fmt.Println(st.ID, stat.Histogram(nil, dividers, ys, nil))
	}
	fmt.Printf("%+v\n", summarize([]float64{3, 1, 2}))
	fmt.Printf("%#v\n", Summary{N: 1})
}
