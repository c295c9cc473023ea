package cov_test

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// show prints a Gram matrix.
func show(k cov.Func, x cov.Inputs) {
	if err := k.Check(x); err != nil {
		fmt.Println(err)
		return
	}
	gram := mat.NewDense(x.Len(), x.Len(), nil)
	k.Gram(gram, x, x)
	fmt.Printf("%.3f\n", mat.Formatted(gram))
}

func ExampleMatern12() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Matern12(1), x)
	// Output:
	// ⎡1.000  0.607  0.135⎤
	// ⎢0.607  1.000  0.223⎥
	// ⎣0.135  0.223  1.000⎦
}

func ExampleMatern32() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Matern32(1), x)
	// Output:
	// ⎡1.000  0.785  0.140⎤
	// ⎢0.785  1.000  0.268⎥
	// ⎣0.140  0.268  1.000⎦
}

func ExampleMatern52() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Matern52(1), x)
	// Output:
	// ⎡1.000  0.829  0.139⎤
	// ⎢0.829  1.000  0.283⎥
	// ⎣0.139  0.283  1.000⎦
}

func ExampleRationalQuadratic() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.RationalQuadratic(0.5, 1), x)
	// Output:
	// ⎡1.000  0.894  0.447⎤
	// ⎢0.894  1.000  0.555⎥
	// ⎣0.447  0.555  1.000⎦
}

func ExampleCauchy() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Cauchy(1.5, 0.5, 1), x)
	// Output:
	// ⎡1.000  0.904  0.639⎤
	// ⎢0.904  1.000  0.706⎥
	// ⎣0.639  0.706  1.000⎦
}

func ExampleGammaExponential() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.GammaExponential(1.5, 1), x)
	// Output:
	// ⎡1.000  0.702  0.059⎤
	// ⎢0.702  1.000  0.159⎥
	// ⎣0.059  0.159  1.000⎦
}

func ExamplePeriodic() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Periodic(1, 2), x)
	// Output:
	// ⎡1.000  0.368  1.000⎤
	// ⎢0.368  1.000  0.368⎥
	// ⎣1.000  0.368  1.000⎦
}

func ExamplePeriodicARD() {
	x := cov.Points(mat.NewDense(3, 2, []float64{0, 1, 0.5, 1, 2, 3}))
	show(cov.PeriodicARD([]float64{1, 1}, []float64{2, 4}), x)
	// Output:
	// ⎡1.000  0.368  0.135⎤
	// ⎢0.368  1.000  0.050⎥
	// ⎣0.135  0.050  1.000⎦
}

func ExampleLocallyPeriodic() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.LocallyPeriodic(1, 2), x)
	// Output:
	// ⎡1.000  0.325  0.135⎤
	// ⎢0.325  1.000  0.119⎥
	// ⎣0.135  0.119  1.000⎦
}

func ExampleCosine() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Cosine(2), x)
	// Output:
	// ⎡1.000  0.000  1.000⎤
	// ⎢0.000  1.000  0.000⎥
	// ⎣1.000  0.000  1.000⎦
}

func ExampleSHO() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.SHO(2, 4), x)
	// Output:
	// ⎡ 1.000   0.114   0.453⎤
	// ⎢ 0.114   1.000  -0.090⎥
	// ⎣ 0.453  -0.090   1.000⎦
}

func ExampleSpectralMixture() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.SpectralMixture(cov.Spectral{Weight: 1, Frequency: []float64{0.5}, Bandwidth: []float64{0.1}}), x)
	// Output:
	// ⎡ 1.000   0.000   0.454⎤
	// ⎢ 0.000   1.000  -0.000⎥
	// ⎣ 0.454  -0.000   1.000⎦
}

func ExampleLinear() {
	x := cov.Points(mat.NewDense(3, 2, []float64{0, 1, 0.5, 1, 2, 3}))
	show(cov.Linear(1, 2), x)
	// Output:
	// ⎡0.250  0.250  0.750⎤
	// ⎢0.250  0.500  1.750⎥
	// ⎣0.750  1.750  6.250⎦
}

func ExamplePolynomial() {
	x := cov.Points(mat.NewDense(3, 2, []float64{0, 1, 0.5, 1, 2, 3}))
	show(cov.Polynomial(2, 1, 1), x)
	// Output:
	// ⎡  4.000    4.000   16.000⎤
	// ⎢  4.000    5.062   25.000⎥
	// ⎣ 16.000   25.000  196.000⎦
}

func ExamplePolynomialBasis() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.PolynomialBasis(2, 1), x)
	// Output:
	// ⎡ 1.000   1.000   1.000⎤
	// ⎢ 1.000   1.312   3.000⎥
	// ⎣ 1.000   3.000  21.000⎦
}

func ExampleArcCosine() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.ArcCosine(1, 1, 1), x)
	// Output:
	// ⎡1.000  1.012  1.284⎤
	// ⎢1.012  1.250  2.068⎥
	// ⎣1.284  2.068  5.000⎦
}

func ExampleBrownian() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Brownian(), x)
	// Output:
	// ⎡0.000  0.000  0.000⎤
	// ⎢0.000  0.500  0.500⎥
	// ⎣0.000  0.500  2.000⎦
}

func ExampleChangepoint() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Changepoint(cov.SE(1), cov.Constant(1), 1, 0.1), x)
	// Output:
	// ⎡1.000  0.877  0.000⎤
	// ⎢0.877  0.987  0.007⎥
	// ⎣0.000  0.007  1.000⎦
}

func ExampleConstant() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Constant(2), x)
	// Output:
	// ⎡2.000  2.000  2.000⎤
	// ⎢2.000  2.000  2.000⎥
	// ⎣2.000  2.000  2.000⎦
}

func ExampleWhite() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.White(2), x)
	// Output:
	// ⎡2.000  0.000  0.000⎤
	// ⎢0.000  2.000  0.000⎥
	// ⎣0.000  0.000  2.000⎦
}

func ExampleSum() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Sum(cov.SE(1), cov.Constant(2)), x)
	// Output:
	// ⎡3.000  2.882  2.135⎤
	// ⎢2.882  3.000  2.325⎥
	// ⎣2.135  2.325  3.000⎦
}

func ExampleProduct() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Product(cov.SE(1), cov.Linear()), x)
	// Output:
	// ⎡0.000  0.000  0.000⎤
	// ⎢0.000  0.250  0.325⎥
	// ⎣0.000  0.325  4.000⎦
}

func ExampleScale() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Scale(4, cov.SE(1)), x)
	// Output:
	// ⎡4.000  3.530  0.541⎤
	// ⎢3.530  4.000  1.299⎥
	// ⎣0.541  1.299  4.000⎦
}

func ExamplePower() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Power(cov.SE(1), 2), x)
	// Output:
	// ⎡1.000  0.779  0.018⎤
	// ⎢0.779  1.000  0.105⎥
	// ⎣0.018  0.105  1.000⎦
}

func ExampleOn() {
	x := cov.Points(mat.NewDense(3, 2, []float64{0, 1, 0.5, 1, 2, 3}))
	show(cov.On(cov.SE(1), 1), x)
	// Output:
	// ⎡1.000  1.000  0.135⎤
	// ⎢1.000  1.000  0.135⎥
	// ⎣0.135  0.135  1.000⎦
}

func ExampleAdditive() {
	x := cov.Points(mat.NewDense(3, 2, []float64{0, 1, 0.5, 1, 2, 3}))
	show(cov.Additive([]float64{1, 0.5}, cov.On(cov.SE(1), 0), cov.On(cov.SE(1), 1)), x)
	// Output:
	// ⎡2.500  2.324  0.280⎤
	// ⎢2.324  2.500  0.482⎥
	// ⎣0.280  0.482  2.500⎦
}

func ExampleWarp() {
	x := cov.Line([]float64{0, 0.5, 1})
	show(cov.Warp(cov.SE(1), []float64{2}, []float64{1}), x)
	// Output:
	// ⎡1.000  0.969  0.607⎤
	// ⎢0.969  1.000  0.755⎥
	// ⎣0.607  0.755  1.000⎦
}

func ExampleHamming() {
	x := cov.Categories{{"red", "S"}, {"red", "L"}, {"blue", "L"}}
	show(cov.Hamming(1, 2), x)
	// Output:
	// ⎡1.000  0.607  0.223⎤
	// ⎢0.607  1.000  0.368⎥
	// ⎣0.223  0.368  1.000⎦
}

func ExampleTanimoto() {
	x := cov.Points(mat.NewDense(3, 2, []float64{0, 1, 0.5, 1, 2, 3}))
	show(cov.Tanimoto(), x)
	// Output:
	// ⎡1.000  0.800  0.273⎤
	// ⎢0.800  1.000  0.390⎥
	// ⎣0.273  0.390  1.000⎦
}

func ExampleHistogramIntersection() {
	x := cov.Points(mat.NewDense(3, 2, []float64{0, 1, 0.5, 1, 2, 3}))
	show(cov.HistogramIntersection(), x)
	// Output:
	// ⎡1.000  1.000  1.000⎤
	// ⎢1.000  1.500  1.500⎥
	// ⎣1.000  1.500  5.000⎦
}

func ExampleSpectrum() {
	x := cov.Strings{"GATT", "GATA", "CC"}
	show(cov.Spectrum(2), x)
	// Output:
	// ⎡1.000  0.667  0.000⎤
	// ⎢0.667  1.000  0.000⎥
	// ⎣0.000  0.000  1.000⎦
}

func ExampleFormula() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Formula("s2*exp(-r2/(2*l^2)) + c",
		cov.Positive("s2", 1), cov.Positive("l", 1), cov.Positive("c", 2)), x)
	// Output:
	// ⎡3.000  2.882  2.135⎤
	// ⎢2.882  3.000  2.325⎥
	// ⎣2.135  2.325  3.000⎦
}

func ExampleCustom() {
	x := cov.Line([]float64{0, 0.5, 2})
	show(cov.Custom(cov.Definition{
		Name:   "Laplace",
		Params: []cov.Param{cov.Positive("lengthscale", 2)},
		At: func(x, y, theta []float64) float64 {
			return math.Exp(-math.Abs(x[0]-y[0]) / theta[0])
		},
	}), x)
	// Output:
	// ⎡1.000  0.779  0.368⎤
	// ⎢0.779  1.000  0.472⎥
	// ⎣0.368  0.472  1.000⎦
}

func ExampleDoubts() {
	x := cov.Line([]float64{0, 0.5, 2})
	k := cov.Scale(1, cov.Custom(cov.Definition{
		Name:   "Laplace",
		Params: []cov.Param{cov.Positive("lengthscale", 2)},
		At: func(x, y, theta []float64) float64 {
			return math.Exp(-math.Abs(x[0]-y[0]) / theta[0])
		},
	}))
	fmt.Println(k.Check(x), cov.Doubts(k, x))
	// Output: <nil> []
}

func ExampleFix() {
	k := cov.Fix(cov.Sum(cov.SE(1), cov.Periodic(1, 12)), "period")
	for _, p := range k.Params() {
		fmt.Println(p.Name, p.Fixed)
	}
	// Output:
	// se.lengthscale false
	// periodic.lengthscale false
	// periodic.period true
}

func ExampleBound() {
	k := cov.Bound(cov.SE(1), "lengthscale", 0.1, 10)
	p := k.Params()[0]
	fmt.Println(p.Min, p.Max)
	// Output:
	// 0.1 10
}

func ExampleTie() {
	k := cov.Tie(cov.SE(1, 1, 3), "lengthscale[0]", "lengthscale[1]")
	for _, p := range k.Params() {
		fmt.Printf("%s = %v, tied to %q\n", p.Name, p.Value, p.Tied)
	}
	// Output:
	// lengthscale[0] = 1, tied to "lengthscale[1]"
	// lengthscale[2] = 3, tied to ""
}

func ExampleWithPrior() {
	k := cov.WithPrior(cov.SE(1), "lengthscale", cov.GammaPrior(2, 1))
	p := k.Params()[0]
	density, slope := p.Prior.LogDensity(p.Value)
	fmt.Println(p.Prior, density, slope)
	// Output:
	// Gamma(2, 1) -1 0
}

func ExampleWithTransform() {
	k := cov.WithTransform(cov.SE(1), "lengthscale", cov.Softplus)
	fmt.Println(k.Params()[0].Transform)
	// Output:
	// softplus
}

func ExampleNormalPrior() {
	fmt.Println(cov.NormalPrior(0, 1).LogDensity(1))
	// Output:
	// -1.4189385332046727 -1
}

func ExampleLogNormalPrior() {
	fmt.Println(cov.LogNormalPrior(0, 1).LogDensity(1))
	// Output:
	// -0.9189385332046727 -1
}

func ExampleGammaPrior() {
	fmt.Println(cov.GammaPrior(1, 2).LogDensity(1))
	// Output:
	// -1.3068528194400546 -2
}

func ExampleHalfCauchyPrior() {
	fmt.Println(cov.HalfCauchyPrior(1).LogDensity(1))
	// Output:
	// -1.1447298858494002 -1
}

func ExampleUniformPrior() {
	fmt.Println(cov.UniformPrior(0, 1).LogDensity(0.5))
	// Output:
	// -0 0
}

func ExampleDeep() {
	features, err := cov.Network(2, 4, 1, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	k := cov.Deep(cov.SE(1), features)
	fmt.Println(k, len(k.Params()), "parameters")
	// Output:
	// Deep(SE(1), Network(2, 4, 1)) 17 parameters
}

func ExampleInputGrad() {
	x, grad := cov.Line([]float64{1}), mat.NewDense(1, 1, nil)
	err := cov.InputGrad(grad, cov.SE(1), x, cov.Line([]float64{0}), []float64{1})
	fmt.Printf("%.4f %v\n", grad.At(0, 0), err)
	// Output:
	// -0.6065 <nil>
}

func ExampleDescribe() {
	s, err := cov.Describe(cov.Scale(2, cov.SE(0.5)))
	if err != nil {
		fmt.Println(err)
		return
	}
	k, err := s.Func()
	fmt.Println(s.Kind, k, err)
	// Output:
	// Scale 2·SE(0.5) <nil>
}

func ExamplePoints() {
	fmt.Println(cov.Points(mat.NewDense(3, 2, []float64{0, 1, 0.5, 1, 2, 3})))
	// Output:
	// 3 points in 2 dimensions
}

func ExampleRows() {
	x, err := cov.Rows([][]float64{{0, 1}, {2, 3}})
	fmt.Println(x, err)
	_, err = cov.Rows([][]float64{{0, 1}, {2}})
	fmt.Println(err)
	// Output:
	// 2 points in 2 dimensions <nil>
	// cov: rows[1] has 1 values, rows[0] has 2
}

func ExampleGrid() {
	fmt.Println(cov.Grid(0, 1, 5).Column(0))
	// Output:
	// [0 0.25 0.5 0.75 1]
}
