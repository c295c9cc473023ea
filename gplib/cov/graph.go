package cov

import (
	"fmt"
	"slices"
	"sync"
)

// Graph is an undirected graph with labels on vertices and edges. Vertices
// are numbered from 0.
type Graph struct {
	// Labels holds the vertices' labels in one or more layers, such as elements and
	// then atom types: Labels[l][v] labels vertex v in layer l. Covariance functions
	// read layer 0; see [Layer].
	Labels [][]string
	// Edges join different vertices, each pair at most once.
	Edges []Edge
}

// Edge joins the vertices From and To.
type Edge struct {
	From, To int
	Label    string
}

// Graphs are inputs that are graphs, made by [NewGraphs]. Graphs cache the features
// that covariance functions find, for subsets and for other covariance functions of the
// same features.
type Graphs struct {
	items []*graph
	layer int
}

// graph is one graph: labels and neighbours of each layer.
type graph struct {
	layers    []*layer
	neighbour [][]arc
}

// arc is one end of an edge.
type arc struct {
	to    int
	label uint64
}

// layer is a graph's labels of one layer and the features found with them.
type layer struct {
	labels []uint64
	found  sync.Map // of feature vectors, by extractor
}

// NewGraphs returns graphs as inputs. All have the same number of layers. The
// error names the graph, and the edge or label that is wrong.
func NewGraphs(graphs []Graph) (*Graphs, error) {
	g := &Graphs{items: make([]*graph, len(graphs))}
	for i, one := range graphs {
		item, err := newGraph(one)
		if err != nil {
			return nil, fmt.Errorf("cov: graphs[%d]: %w", i, err)
		}
		if want := len(graphs[0].Labels); len(one.Labels) != want {
			return nil, fmt.Errorf("cov: graphs[%d] has %d layers of labels, graphs[0] has %d", i, len(one.Labels), want)
		}
		g.items[i] = item
	}
	return g, nil
}

func newGraph(g Graph) (*graph, error) {
	if len(g.Labels) == 0 {
		return nil, fmt.Errorf("there is no layer of labels")
	}
	n := len(g.Labels[0])
	item := &graph{neighbour: make([][]arc, n)}
	for l, labels := range g.Labels {
		if len(labels) != n {
			return nil, fmt.Errorf("layer %d labels %d vertices, layer 0 labels %d", l, len(labels), n)
		}
		codes := make([]uint64, n)
		for v, text := range labels {
			codes[v] = digestText(text)
		}
		item.layers = append(item.layers, &layer{labels: codes})
	}
	seen := map[[2]int]bool{}
	for e, edge := range g.Edges {
		pair := [2]int{min(edge.From, edge.To), max(edge.From, edge.To)}
		switch {
		case pair[0] < 0 || pair[1] >= n:
			return nil, fmt.Errorf("edges[%d] joins %d and %d, there are %d vertices", e, edge.From, edge.To, n)
		case pair[0] == pair[1]:
			return nil, fmt.Errorf("edges[%d] joins vertex %d with itself", e, pair[0])
		case seen[pair]:
			return nil, fmt.Errorf("edges[%d] joins %d and %d again", e, edge.From, edge.To)
		}
		seen[pair] = true
		item.join(edge)
	}
	return item, nil
}

func (g *graph) join(e Edge) {
	code := digestText(e.Label)
	g.neighbour[e.From] = append(g.neighbour[e.From], arc{e.To, code})
	g.neighbour[e.To] = append(g.neighbour[e.To], arc{e.From, code})
}

// Len returns the number of graphs.
func (g *Graphs) Len() int { return len(g.items) }

// Subset returns the graphs at the given positions, in that order.
func (g *Graphs) Subset(index []int) Inputs {
	s := &Graphs{items: make([]*graph, len(index)), layer: g.layer}
	for j, i := range index {
		s.items[j] = g.items[i]
	}
	return s
}

// Join returns g, then more, which are Graphs of as many layers.
func (g *Graphs) Join(more Inputs) (Inputs, error) {
	o, ok := more.(*Graphs)
	if !ok || o == nil {
		return nil, fmt.Errorf("cov: Graphs cannot be joined with %T", more)
	}
	if a, b := g.layers(), o.layers(); a != b && g.Len() > 0 && o.Len() > 0 {
		return nil, fmt.Errorf("cov: graphs of %d layers of labels cannot be joined with graphs of %d", a, b)
	}
	return &Graphs{slices.Concat(g.items, o.items), g.layer}, nil
}

// layers returns the number of layers of labels.
func (g *Graphs) layers() int {
	if len(g.items) == 0 {
		return 0
	}
	return len(g.items[0].layers)
}

// String says the size.
func (g *Graphs) String() string { return fmt.Sprintf("%d graphs", len(g.items)) }

// extractor finds the features of a graph with the labels of one layer. It is
// comparable: equal extractors find equal features.
type extractor interface {
	extract(g *graph, labels []uint64) *features
}

// featuresOf returns the features of graph i, found once.
func (g *Graphs) featuresOf(i int, x extractor) *features {
	item := g.items[i]
	l := item.layers[g.layer]
	if f, ok := l.found.Load(x); ok {
		return f.(*features)
	}
	f, _ := l.found.LoadOrStore(x, x.extract(item, l.labels))
	return f.(*features)
}

// graphsOf returns the check of covariance functions defined on graphs.
func graphsOf(name string, x Inputs) (*Graphs, error) {
	g, ok := x.(*Graphs)
	if !ok || g == nil {
		return nil, fmt.Errorf("cov: %s takes graphs (cov.NewGraphs), not %T", name, x)
	}
	return g, nil
}
