package feature_test

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/rkhs/feature"
)

// A pass maps a minibatch and carries the derivatives of a loss back.
func ExampleMLP() {
	network := feature.MLP{Inputs: 2, Widths: []int{16, 3}, Activation: feature.Tanh}
	theta, grad := make([]float64, network.Len()), make([]float64, network.Len())
	network.Init(theta, rand.New(rand.NewPCG(1, 2)))
	pass := network.Pass(theta, grad)

	x := mat.NewDense(5, 2, []float64{0, 1, 1, 0, 1, 1, 2, 1, 1, 2})
	phi := pass.Forward(x)
	rows, features := phi.Dims()
	pass.Backward(phi, false) // of the loss ½‖φ‖²
	fmt.Println(network.Len(), rows, features, mat.Norm(mat.NewVecDense(len(grad), grad), 2) > 0)
	// Output: 99 5 3 true
}
