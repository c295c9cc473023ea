package display

import (
	"fmt"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/mcmc"
)

// How values of the library show themselves.
func init() {
	mime.Register(func(r *gplib.Result) any { return resultView{r} })
	mime.Register(func(r gplib.Result) any { return resultView{&r} })
	mime.Register(func(c *gplib.Comparison) any { return comparisonView{c} })
	mime.Register(func(m gplib.Model) any { return Params(m).Title(m.String()) })
	mime.Register(func(d gplib.Data) any { return dataTable(d) })
	mime.Register(func(t *dataset.Table) any { return tableView{t} })
	mime.Register(func(t gplib.Trace) any { return stepTable(t) })
	mime.Register(func(p gplib.Prediction) any { return predictionTable(p) })
	mime.Register(func(c *mcmc.Chains) any { return chainTable(c) })
	mime.Register(func(f cov.Func) any { return Params(gplib.Model{Cov: f}).Title(fmt.Sprint(f)) })
}
