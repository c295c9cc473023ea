package molecule

import (
	"fmt"

	"krigo/gplib/cov"
)

// The layers of labels of [Molecule.Graph].
const (
	elementLayer = iota
	typeLayer
	environmentLayer
)

// Graph returns the molecule as a labelled graph. Bonds are edges, labelled by their symbols, and atoms are
// vertices with three layers of labels:
//
//   - 0: the element, such as "C";
//   - 1: the type, the element in lower case if it is aromatic, with the charge: "c", "N+1";
//   - 2: the environment, the type with the number of bonds, that of hydrogens and whether the atom is on a ring:
//     "c;D3;H0;R".
func (m *Molecule) Graph() cov.Graph {
	g := cov.Graph{Labels: [][]string{{}, {}, {}}}
	for i, a := range m.Atoms {
		kind := a.kind()
		environment := fmt.Sprintf("%s;D%d;H%d", kind, m.degree(i), a.Hydrogens)
		if a.Ring {
			environment += ";R"
		}
		for layer, label := range []string{a.Element, kind, environment} {
			g.Labels[layer] = append(g.Labels[layer], label)
		}
	}
	for _, b := range m.Bonds {
		g.Edges = append(g.Edges, cov.Edge{From: b.From, To: b.To, Label: b.Order.String()})
	}
	return g
}

// kind returns the atom's type.
func (a Atom) kind() string {
	kind := a.Element
	if a.Aromatic {
		kind = string(kind[0]|0x20) + kind[1:]
	}
	if a.Charge != 0 {
		kind += fmt.Sprintf("%+d", a.Charge)
	}
	return kind
}

// Graphs returns molecules as inputs of covariance functions of graphs; see
// [Molecule.Graph]. The error names a molecule that is nil.
func Graphs(ms []*Molecule) (*cov.Graphs, error) {
	graphs := make([]cov.Graph, len(ms))
	for i, m := range ms {
		if m == nil {
			return nil, fmt.Errorf("molecule: Graphs: ms[%d] is nil", i)
		}
		graphs[i] = m.Graph()
	}
	return cov.NewGraphs(graphs)
}

// Compound returns a covariance function of molecules' graphs: the fourteen
// [Parts], each with its own variance. The variances begin equal and sum to
// variance. Each part is a [cov.Memo] of its default size: [cov.Index] the graphs
// where functions are evaluated again and again, as learners do.
func Compound(variance float64) cov.Func {
	parts := Parts()
	each := make([]float64, len(parts))
	for t, k := range parts {
		parts[t], each[t] = cov.Memo(k, 0), variance/float64(len(parts))
	}
	return cov.Compound(each, parts...)
}

// Parts returns fourteen covariance functions of molecules' graphs, each
// normalised: Weisfeiler-Lehman subtrees of heights 0 to 5, shortest paths and
// triples on each layer of labels, and walks of up to 3 steps on two of them,
// with the decay 0.1.
func Parts() []cov.Func {
	var parts []cov.Func
	for level := range 6 {
		parts = append(parts, cov.Layer(cov.WeisfeilerLehmanLevel(level), typeLayer))
	}
	for layer := elementLayer; layer <= environmentLayer; layer++ {
		parts = append(parts, cov.Layer(cov.ShortestPath(0), layer), cov.Layer(cov.Graphlet3(), layer))
	}
	for layer := elementLayer; layer <= typeLayer; layer++ {
		parts = append(parts, cov.Layer(cov.RandomWalk(3, 0.1), layer))
	}
	return parts
}
