package display

import (
	"fmt"
	"image"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mcmc"
)

// builtin returns the view that this package has of v's type, or an empty
// Bundle.
func builtin(v any) Bundle {
	switch x := v.(type) {
	case *plot.Plot:
		if x != nil {
			return Of(Plot(x))
		}
	case image.Image:
		return imageBundle(x)
	case *gplib.Result:
		if x != nil {
			return Of(resultView{x})
		}
	case gplib.Result:
		return Of(resultView{&x})
	case gplib.Model:
		return Of(Params(x).Title(x.String()))
	case gplib.Data:
		return Of(dataTable(x))
	case gplib.Trace:
		return Of(stepTable(x))
	case gplib.Prediction:
		return Of(predictionTable(x))
	case *mcmc.Chains:
		if x != nil {
			return chainTable(x)
		}
	case cov.Func:
		if !isNil(x) {
			return Of(Params(gplib.Model{Cov: x}).Title(fmt.Sprint(x)))
		}
	case mat.Matrix:
		if !isNil(x) {
			return matrixBundle(x)
		}
	}
	return reflected(v)
}
