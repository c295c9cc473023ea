package cov_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

// randomGraphs returns labelled graphs of 1 to 9 vertices, one of them twice and one
// without edges, with two layers of labels.
func randomGraphs(count int) []cov.Graph {
	rng := rand.New(rand.NewPCG(8, 9))
	graphs := make([]cov.Graph, count)
	for i := range graphs {
		n := 1 + rng.IntN(9)
		g := cov.Graph{Labels: [][]string{make([]string, n), make([]string, n)}}
		for v := range n {
			g.Labels[0][v] = string("CNO"[rng.IntN(3)])
			g.Labels[1][v] = string("xy"[rng.IntN(2)])
			for u := range v {
				if rng.Float64() < 0.35 {
					g.Edges = append(g.Edges, cov.Edge{From: v, To: u, Label: string("-="[rng.IntN(2)])})
				}
			}
		}
		graphs[i] = g
	}
	graphs[1] = cov.Graph{Labels: [][]string{{"C", "N"}, {"x", "y"}}}
	graphs[2] = graphs[0]
	return graphs
}

func inputsOf(t *testing.T, graphs []cov.Graph) *cov.Graphs {
	t.Helper()
	x, err := cov.NewGraphs(graphs)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func gramOf(k cov.Func, a, b cov.Inputs) *mat.Dense {
	g := mat.NewDense(a.Len(), b.Len(), nil)
	k.Gram(g, a, b)
	return g
}

// edgeLabel returns the label of the edge between u and v, "" if none.
func edgeLabel(g cov.Graph, u, v int) string {
	for _, e := range g.Edges {
		if e.From == u && e.To == v || e.From == v && e.To == u {
			return e.Label
		}
	}
	return ""
}

// cosine returns the normalised inner product of counted texts.
func cosine(a, b map[string]float64) float64 {
	dot := func(x, y map[string]float64) float64 {
		sum := 0.0
		for k, v := range x {
			sum += v * y[k]
		}
		return sum
	}
	if dot(a, a) == 0 || dot(b, b) == 0 {
		return 0
	}
	return dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b))
}

// subtreeTexts writes the whole subtrees as texts, without digests.
func subtreeTexts(g cov.Graph, from, to int) map[string]float64 {
	counts := map[string]float64{}
	labels := slices.Clone(g.Labels[0])
	for t := 0; t <= to; t++ {
		if t >= from {
			for _, l := range labels {
				counts[fmt.Sprint(t, l)]++
			}
		}
		next := make([]string, len(labels))
		for v := range labels {
			var around []string
			for u := range labels {
				if e := edgeLabel(g, u, v); e != "" {
					around = append(around, e+labels[u])
				}
			}
			slices.Sort(around)
			next[v] = "(" + labels[v] + "," + strings.Join(around, ",") + ")"
		}
		labels = next
	}
	return counts
}

// pathTexts counts by the lengths that Floyd's algorithm finds.
func pathTexts(g cov.Graph, longest int) map[string]float64 {
	n := len(g.Labels[0])
	d := make([][]int, n)
	for u := range d {
		d[u] = make([]int, n)
		for v := range d[u] {
			if d[u][v] = 1000; edgeLabel(g, u, v) != "" {
				d[u][v] = 1
			}
		}
	}
	for k := range n {
		for u := range n {
			for v := range n {
				d[u][v] = min(d[u][v], d[u][k]+d[k][v])
			}
		}
	}
	counts := map[string]float64{}
	for u := range n {
		for v := range u {
			if d[u][v] < 1000 && (longest == 0 || d[u][v] <= longest) {
				ends := []string{g.Labels[0][u], g.Labels[0][v]}
				slices.Sort(ends)
				counts[fmt.Sprint(ends, d[u][v])]++
			}
		}
	}
	return counts
}

// tripleTexts counts all sets of three vertices by the least text of their
// six orders.
func tripleTexts(g cov.Graph) map[string]float64 {
	counts := map[string]float64{}
	n := len(g.Labels[0])
	for a := range n {
		for b := range a {
			for c := range b {
				edges := 0
				for _, p := range [][2]int{{a, b}, {b, c}, {a, c}} {
					if edgeLabel(g, p[0], p[1]) != "" {
						edges++
					}
				}
				if edges < 2 {
					continue
				}
				best := ""
				for _, o := range [][3]int{{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}} {
					text := fmt.Sprintf("%s%s%s|%s|%s|%s", g.Labels[0][o[0]], g.Labels[0][o[1]], g.Labels[0][o[2]],
						edgeLabel(g, o[0], o[1]), edgeLabel(g, o[1], o[2]), edgeLabel(g, o[0], o[2]))
					if best == "" || text < best {
						best = text
					}
				}
				counts[best]++
			}
		}
	}
	return counts
}

// walkSum returns Σ_l λ^l 1ᵀA_×^l 1 by the direct product itself.
func walkSum(a, b cov.Graph, steps int, decay float64) float64 {
	type pair [2]int
	at := map[pair]float64{}
	for u, lu := range a.Labels[0] {
		for v, lv := range b.Labels[0] {
			if lu == lv {
				at[pair{u, v}] = 1
			}
		}
	}
	sum, weight := 0.0, 1.0
	for l := 0; l <= steps; l++ {
		next := map[pair]float64{}
		for p, c := range at {
			sum += weight * c
			for q := range at {
				if e := edgeLabel(a, p[0], q[0]); e != "" && e == edgeLabel(b, p[1], q[1]) {
					next[q] += c
				}
			}
		}
		for p := range at {
			next[p] += 0 // keep the pairs
		}
		at, weight = next, weight*decay
	}
	return sum
}

func TestGraphFunctionsAreTheirDefinitions(t *testing.T) {
	graphs := randomGraphs(14)
	x := inputsOf(t, graphs)
	counted := func(texts func(cov.Graph) map[string]float64) func(a, b cov.Graph) float64 {
		return func(a, b cov.Graph) float64 { return cosine(texts(a), texts(b)) }
	}
	walk := func(steps int, decay float64) func(a, b cov.Graph) float64 {
		return func(a, b cov.Graph) float64 {
			return walkSum(a, b, steps, decay) / math.Sqrt(walkSum(a, a, steps, decay)*walkSum(b, b, steps, decay))
		}
	}
	for _, c := range []struct {
		k    cov.Func
		want func(a, b cov.Graph) float64
	}{
		{cov.WeisfeilerLehman(3), counted(func(g cov.Graph) map[string]float64 { return subtreeTexts(g, 0, 3) })},
		{cov.WeisfeilerLehmanLevel(0), counted(func(g cov.Graph) map[string]float64 { return subtreeTexts(g, 0, 0) })},
		{cov.WeisfeilerLehmanLevel(2), counted(func(g cov.Graph) map[string]float64 { return subtreeTexts(g, 2, 2) })},
		{cov.ShortestPath(0), counted(func(g cov.Graph) map[string]float64 { return pathTexts(g, 0) })},
		{cov.ShortestPath(2), counted(func(g cov.Graph) map[string]float64 { return pathTexts(g, 2) })},
		{cov.Graphlet3(), counted(tripleTexts)},
		{cov.RandomWalk(1, 0.5), walk(1, 0.5)},
		{cov.RandomWalk(4, 0.3), walk(4, 0.3)},
	} {
		got := gramOf(c.k, x, x)
		for i, a := range graphs {
			for j, b := range graphs {
				if want := c.want(a, b); math.Abs(got.At(i, j)-want) > 1e-12 {
					t.Errorf("%v of graphs %d and %d: %v, want %v", c.k, i, j, got.At(i, j), want)
				}
			}
		}
	}
}

func TestGraphFunctionsKeepTheContract(t *testing.T) {
	x := inputsOf(t, randomGraphs(30))
	for _, k := range []cov.Func{
		cov.WeisfeilerLehman(4), cov.ShortestPath(0), cov.Graphlet3(), cov.RandomWalk(3, 0.4),
		cov.Layer(cov.WeisfeilerLehman(2), 1), cov.Layer(cov.RandomWalk(2, 0.7), 1),
		cov.Sum(cov.Scale(0.5, cov.WeisfeilerLehmanLevel(0)), cov.Scale(2, cov.WeisfeilerLehmanLevel(1)), cov.Scale(1, cov.RandomWalk(2, 0.2))),
		cov.Product(cov.Scale(2, cov.ShortestPath(3)), cov.Graphlet3()),
	} {
		covtest.Check(t, k, x)
	}
}

func TestGraphsThatNeverMetAgreeOnTheirFeatures(t *testing.T) {
	graphs := randomGraphs(12)
	together := inputsOf(t, graphs)
	a, b := inputsOf(t, graphs[:5]), inputsOf(t, graphs[5:])
	for _, k := range []cov.Func{cov.WeisfeilerLehman(3), cov.ShortestPath(0), cov.Graphlet3(), cov.RandomWalk(2, 0.5)} {
		apart, whole := gramOf(k, a, b), gramOf(k, together, together)
		joined, err := a.Join(b)
		if err != nil {
			t.Fatal(err)
		}
		again := gramOf(k, joined, joined)
		for i := range 5 {
			for j := range 7 {
				if apart.At(i, j) != whole.At(i, 5+j) || again.At(i, 5+j) != whole.At(i, 5+j) {
					t.Errorf("%v of graphs %d and %d: %v apart, %v together", k, i, 5+j, apart.At(i, j), whole.At(i, 5+j))
				}
			}
		}
	}
}

func TestManyRowsAreThoseOfOneEach(t *testing.T) {
	x := inputsOf(t, randomGraphs(40))
	for _, k := range []cov.Func{cov.WeisfeilerLehman(3), cov.ShortestPath(0), cov.RandomWalk(3, 0.3)} {
		whole := gramOf(k, x, x.Subset([]int{5, 6, 2, 9}))
		for i := range 40 {
			one := gramOf(k, x.Subset([]int{i}), x.Subset([]int{5, 6, 2, 9}))
			if !mat.Equal(one, whole.Slice(i, i+1, 0, 4)) {
				t.Errorf("%v, graph %d: %v among many, %v alone", k, i, whole.RawRowView(i), one.RawRowView(0))
			}
		}
	}
}

func TestLayerReadsOtherLabels(t *testing.T) {
	graphs := randomGraphs(8)
	swapped := make([]cov.Graph, len(graphs))
	for i, g := range graphs {
		swapped[i] = cov.Graph{Labels: [][]string{g.Labels[1]}, Edges: g.Edges}
	}
	k := cov.WeisfeilerLehman(2)
	x, y := inputsOf(t, graphs), inputsOf(t, swapped)
	if got, want := gramOf(cov.Layer(k, 1), x, x), gramOf(k, y, y); !mat.Equal(got, want) {
		t.Errorf("%v, want %v", mat.Formatted(got), mat.Formatted(want))
	}
	if mat.EqualApprox(gramOf(k, x, x), gramOf(k, y, y), 1e-9) {
		t.Error("both layers give the same")
	}
}

func TestGraphsNameWhatIsWrong(t *testing.T) {
	two := [][]string{{"a", "b"}}
	for want, g := range map[string]cov.Graph{
		"no layer":               {},
		"layer 1 labels 1":       {Labels: [][]string{{"a", "b"}, {"c"}}},
		"edges[0] joins 2 and 0": {Labels: two, Edges: []cov.Edge{{From: 2, To: 0}}},
		"with itself":            {Labels: two, Edges: []cov.Edge{{From: 1, To: 1}}},
		"joins 1 and 0 again":    {Labels: two, Edges: []cov.Edge{{From: 0, To: 1}, {From: 1, To: 0}}},
	} {
		if _, err := cov.NewGraphs([]cov.Graph{g}); err == nil || !strings.Contains(err.Error(), "graphs[0]") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := cov.NewGraphs([]cov.Graph{{Labels: two}, {Labels: [][]string{{"a"}, {"b"}}}}); err == nil || !strings.Contains(err.Error(), "graphs[1] has 2 layers") {
		t.Errorf("layers: %v", err)
	}
	x := inputsOf(t, []cov.Graph{{Labels: two}})
	for want, k := range map[string]cov.Func{
		"WeisfeilerLehman(-1)":                     cov.WeisfeilerLehman(-1),
		"ShortestPath(-2)":                         cov.ShortestPath(-2),
		"0 steps":                                  cov.RandomWalk(0, 0.5),
		"decay is -1":                              cov.RandomWalk(1, -1),
		"layer -1":                                 cov.Layer(cov.Graphlet3(), -1),
		"the layer 1, the graphs have 1":           cov.Layer(cov.Graphlet3(), 1),
		"takes points of a matrix":                 cov.SE(1),
		"Layer was given a nil covariance functio": cov.Layer(nil, 0),
	} {
		if err := k.Check(x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := cov.Graphlet3().Check(cov.Line([]float64{1})); err == nil || !strings.Contains(err.Error(), "takes graphs") {
		t.Errorf("points for graphs: %v", err)
	}
	if _, err := x.Join(cov.Strings{"a"}); err == nil {
		t.Error("no error for graphs joined with strings")
	}
}
