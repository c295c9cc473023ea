package molecule_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/molecule"
)

// alcohols returns ethanol, propanol and phenol.
func alcohols() []*molecule.Molecule {
	ms, err := molecule.ParseAll([]string{"CCO", "CCCO", "Oc1ccccc1"})
	if err != nil {
		panic(err)
	}
	return ms
}

func show(k cov.Func, x cov.Inputs) {
	gram := mat.NewDense(x.Len(), x.Len(), nil)
	k.Gram(gram, x, x)
	fmt.Printf("%.3f\n", mat.Formatted(gram))
}

func Example() {
	graphs, err := molecule.Graphs(alcohols())
	if err != nil {
		fmt.Println(err)
		return
	}
	show(cov.WeisfeilerLehman(2), graphs)
	// Output:
	// ⎡1.000  0.782  0.475⎤
	// ⎢0.782  1.000  0.530⎥
	// ⎣0.475  0.530  1.000⎦
}

func ExampleParse() {
	aspirin, err := molecule.Parse("CC(=O)Oc1ccccc1C(=O)O")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(aspirin.Formula(), len(aspirin.Atoms), "atoms", len(aspirin.Bonds), "bonds")
	_, err = molecule.Parse("CC(=O")
	fmt.Println(err)
	// Output:
	// C9H8O4 13 atoms 13 bonds
	// molecule: "CC(=O" at 5: a branch is not closed
}

func ExampleParseAll() {
	ms, err := molecule.ParseAll([]string{"C", "C1CC", "O"})
	fmt.Println(ms)
	fmt.Println(err)
	// Output:
	// [C <nil> O]
	// smiles[1]: molecule: "C1CC" at 1: the ring 1 is not closed
}

func ExampleFingerprints() {
	prints, err := molecule.Fingerprints(alcohols(), 2, 512, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	show(cov.Tanimoto(), prints)
	// Output:
	// ⎡1.000  0.556  0.062⎤
	// ⎢0.556  1.000  0.056⎥
	// ⎣0.062  0.056  1.000⎦
}

func ExampleMolecule_Graph() {
	g := alcohols()[0].Graph()
	fmt.Println(g.Labels[0])
	fmt.Println(g.Labels[2])
	fmt.Println(g.Edges)
	// Output:
	// [C C O]
	// [C;D1;H3 C;D2;H2 O;D1;H1]
	// [{0 1 -} {1 2 -}]
}

func ExampleCompound() {
	k := molecule.Compound(1)
	graphs, err := molecule.Graphs(alcohols())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(k.Params()), "variances")
	show(k, cov.Index(graphs))
	// Output:
	// 14 variances
	// ⎡1.000  0.544  0.099⎤
	// ⎢0.544  1.000  0.118⎥
	// ⎣0.099  0.118  1.000⎦
}
