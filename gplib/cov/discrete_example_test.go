package cov_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// chains returns the paths C-C-O and C-O, and the triangle C-C-O.
func chains() *cov.Graphs {
	graphs, err := cov.NewGraphs([]cov.Graph{
		{Labels: [][]string{{"C", "C", "O"}}, Edges: []cov.Edge{{From: 0, To: 1}, {From: 1, To: 2}}},
		{Labels: [][]string{{"C", "O"}}, Edges: []cov.Edge{{From: 0, To: 1}}},
		{Labels: [][]string{{"C", "C", "O"}}, Edges: []cov.Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 0, To: 2}}},
	})
	if err != nil {
		panic(err)
	}
	return graphs
}

func ExampleNewGraphs() {
	labels := [][]string{{"C", "O"}}
	graphs, err := cov.NewGraphs([]cov.Graph{{Labels: labels, Edges: []cov.Edge{{From: 0, To: 1, Label: "="}}}})
	fmt.Println(graphs, err)
	_, err = cov.NewGraphs([]cov.Graph{{Labels: labels, Edges: []cov.Edge{{From: 0, To: 2}}}})
	fmt.Println(err)
	// Output:
	// 1 graphs <nil>
	// cov: graphs[0]: edges[0] joins 0 and 2, there are 2 vertices
}

func ExampleWeisfeilerLehman() {
	show(cov.WeisfeilerLehman(1), chains())
	// Output:
	// ⎡1.000  0.707  0.783⎤
	// ⎢0.707  1.000  0.474⎥
	// ⎣0.783  0.474  1.000⎦
}

func ExampleWeisfeilerLehmanLevel() {
	show(cov.WeisfeilerLehmanLevel(0), chains())
	// Output:
	// ⎡1.000  0.949  1.000⎤
	// ⎢0.949  1.000  0.949⎥
	// ⎣1.000  0.949  1.000⎦
}

func ExampleShortestPath() {
	show(cov.ShortestPath(0), chains())
	// Output:
	// ⎡1.000  0.577  0.775⎤
	// ⎢0.577  1.000  0.894⎥
	// ⎣0.775  0.894  1.000⎦
}

func ExampleGraphlet3() {
	show(cov.Graphlet3(), chains())
	// Output:
	// ⎡1.000  0.000  0.000⎤
	// ⎢0.000  0.000  0.000⎥
	// ⎣0.000  0.000  1.000⎦
}

func ExampleRandomWalk() {
	show(cov.RandomWalk(2, 0.5), chains())
	// Output:
	// ⎡1.000  0.761  0.907⎤
	// ⎢0.761  1.000  0.797⎥
	// ⎣0.907  0.797  1.000⎦
}

func ExampleLayer() {
	graphs, err := cov.NewGraphs([]cov.Graph{
		{Labels: [][]string{{"C", "O"}, {"a", "a"}}},
		{Labels: [][]string{{"N", "N"}, {"a", "a"}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	show(cov.WeisfeilerLehman(0), graphs)
	show(cov.Layer(cov.WeisfeilerLehman(0), 1), graphs)
	// Output:
	// ⎡1.000  0.000⎤
	// ⎣0.000  1.000⎦
	// ⎡1.000  1.000⎤
	// ⎣1.000  1.000⎦
}

func ExampleMismatch() {
	show(cov.Mismatch(3, 1, "ACGT"), cov.Strings{"ACGT", "ACCT", "TTTT"})
	// Output:
	// ⎡1.000  0.456  0.141⎤
	// ⎢0.456  1.000  0.129⎥
	// ⎣0.141  0.129  1.000⎦
}

func ExampleMinMax() {
	show(cov.MinMax(), cov.Points(mat.NewDense(2, 3, []float64{2, 0, 1, 1, 1, 1})))
	// Output:
	// ⎡1.000  0.500⎤
	// ⎣0.500  1.000⎦
}

func ExampleCompound() {
	fmt.Println(cov.Compound([]float64{1, 2}, cov.ShortestPath(3), cov.Graphlet3()))
	// Output:
	// 1·ShortestPath(3) + 2·Graphlet3()
}

func ExampleMemo() {
	x := cov.Index(chains())
	k := cov.Compound([]float64{1, 1}, cov.Memo(cov.ShortestPath(0), 0), cov.Memo(cov.Graphlet3(), 0))
	z := x.Subset([]int{0, 2})
	fmt.Println(z)
	show(k, z)
	// Output:
	// 2 of 3 indexed points
	// ⎡2.000  0.775⎤
	// ⎣0.775  2.000⎦
}

func ExampleIndex() {
	x := cov.Index(cov.Strings{"a", "b", "c"})
	fmt.Println(x.Subset([]int{2, 0}).(*cov.Indexed).Inputs())
	// Output:
	// [c a]
}

func ExampleAddGradDiag() {
	k := cov.Scale(3, cov.SE(1))
	grad := make([]float64, 2)
	cov.AddGradDiag(k, grad, []float64{1, 10}, cov.Line([]float64{0, 1}))
	fmt.Println(k.Params()[0].Name, grad[0], k.Params()[1].Name, grad[1])
	// Output:
	// variance 11 lengthscale 0
}

func ExampleAddInputGrad() {
	x, grad := cov.Line([]float64{1, 2}), mat.NewDense(2, 1, nil)
	err := cov.AddInputGrad(grad, cov.SE(1), mat.NewDense(2, 1, []float64{1, 0.5}), x, cov.Line([]float64{0}))
	fmt.Printf("%.4f %.4f %v\n", grad.At(0, 0), grad.At(1, 0), err)
	// Output:
	// -0.6065 -0.1353 <nil>
}
