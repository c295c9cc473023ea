package display

import (
	"bytes"
	"fmt"
	"testing"

	"krigo/display/draw"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// figure has the methods of every figure of type S, whatever it draws.
type figure[S any] interface {
	Title(string) S
	Size(width int, height ...int) S
	Labels(x, y string) S
	Encode(format string) ([]byte, error)
	Save(path string) error
	fmt.Stringer
	mime.MIMEBundler
	mime.MIMEMetadater
}

var (
	_ figure[*draw.Figure]        = (*draw.Figure)(nil)
	_ figure[*FitFigure]          = (*FitFigure)(nil)
	_ figure[*TraceFigure]        = (*TraceFigure)(nil)
	_ figure[*RelevanceFigure]    = (*RelevanceFigure)(nil)
	_ figure[*LengthscalesFigure] = (*LengthscalesFigure)(nil)
	_ figure[*LandscapeFigure]    = (*LandscapeFigure)(nil)
	_ figure[*AssessmentFigure]   = (*AssessmentFigure)(nil)
	_ figure[*ChainFigure]        = (*ChainFigure)(nil)

	_ figure[*ObservationsFigure] = (*ObservationsFigure)(nil)
	_ figure[*PairsFigure]        = (*PairsFigure)(nil)
	_ figure[*HistogramFigure]    = (*HistogramFigure)(nil)
	_ figure[*PriorFigure]        = (*PriorFigure)(nil)
	_ figure[*GramFigure]         = (*GramFigure)(nil)
	_ figure[*ContourFigure]      = (*ContourFigure)(nil)
	_ figure[*InducingFigure]     = (*InducingFigure)(nil)
	_ figure[*ResidualsFigure]    = (*ResidualsFigure)(nil)
	_ figure[*PartsFigure]        = (*PartsFigure)(nil)
	_ figure[*EffectsFigure]      = (*EffectsFigure)(nil)
	_ figure[*BudgetsFigure]      = (*BudgetsFigure)(nil)
	_ figure[*TermsFigure]        = (*TermsFigure)(nil)
	_ figure[*PairedFigure]       = (*PairedFigure)(nil)
)

// What every figure has may be set before what is a figure's own.
func TestOptionsChainInAnyOrder(t *testing.T) {
	fit, chains := fitOf("A", posterior{data: sineData(9), l: 1, s: 0.1}), normalChains(20, 0)
	fit.Model.Noise = gplib.Gaussian(1)
	y, p := observed(20, 1)
	h, score := houses(9), func(*gplib.Result) (float64, error) { return 1, nil }
	fit.Elapsed = 1e9
	for name, orders := range map[string][2]*draw.Figure{
		"fit": {
			Fit(fit).Title("T").Size(300, 200).Labels("a", "b").Names("N").Between(-1, 12).Test(sineData(3)).Figure,
			Fit(fit).Test(sineData(3)).Between(-1, 12).Names("N").Labels("a", "b").Size(300, 200).Title("T").Figure,
		},
		"trace": {
			Trace(fit.Trace).Size(300, 200).Title("T").ByTime().Monitors("dual residual").Figure,
			Trace(fit.Trace).Monitors("dual residual").ByTime().Title("T").Size(300, 200).Figure,
		},
		"relevance": {
			Relevance(exactFit()).Size(300, 200).Inputs("x").At(cov.Grid(0, 1, 5)).Labels("a", "b").Names("N").Figure,
			Relevance(exactFit()).Names("N").Labels("a", "b").At(cov.Grid(0, 1, 5)).Inputs("x").Size(300, 200).Figure,
		},
		"lengthscales": {
			Lengthscales(fit).Size(300, 200).Inputs("x").Labels("a", "b").Names("N").Figure,
			Lengthscales(fit).Names("N").Labels("a", "b").Inputs("x").Size(300, 200).Figure,
		},
		"landscape": {
			landscapeOf(8).Title("T").Path(spiral()).Size(300, 200).Resolution(5).Names("N").Figure,
			landscapeOf(8).Names("N").Resolution(5).Size(300, 200).Path(spiral()).Title("T").Figure,
		},
		"assessment": {
			PIT(y, p).Title("T").Names("N").Size(300, 200).Figure,
			PIT(y, p).Size(300, 200).Names("N").Title("T").Figure,
		},
		"chains": {
			ChainTrace(chains).Size(300, 200).Values("lengthscale").Title("T").Figure,
			ChainTrace(chains).Title("T").Values("lengthscale").Size(300, 200).Figure,
		},
		"observations": {
			Observations(h, h).Title("T").Trend().Size(600, 400).Names("a", "b").Figure,
			Observations(h, h).Names("a", "b").Size(600, 400).Trend().Title("T").Figure,
		},
		"pairs": {
			Pairs(h).Title("T").Columns("rooms", "price").Size(600, 400).Figure,
			Pairs(h).Size(600, 400).Columns("rooms", "price").Title("T").Figure,
		},
		"prior": {
			Prior(sineModel()).Title("T").Between(0, 2).Samples(2).Seed(3).Data(sineData(4)).Figure,
			Prior(sineModel()).Data(sineData(4)).Seed(3).Samples(2).Between(0, 2).Title("T").Figure,
		},
		"parts": {
			Parts(seasonal()).Names("", "trend").Between(1960, 1970).XTicks(draw.YearTicks{}).Title("T").Size(600, 500).Figure,
			Parts(seasonal()).Size(600, 500).Title("T").XTicks(draw.YearTicks{}).Between(1960, 1970).Names("", "trend").Figure,
		},
		"effects": {
			Effects(interacting()).Inputs("slag", "age").Title("T").Size(600, 300).Figure,
			Effects(interacting()).Size(600, 300).Title("T").Inputs("slag", "age").Figure,
		},
		"contour": {
			Contour(conditioned("A", housesModel(), h)).Test(h).Over("rooms", "age (years)").Size(600, 400).Figure,
			Contour(conditioned("A", housesModel(), h)).Size(600, 400).Over("rooms", "age (years)").Test(h).Figure,
		},
		"budgets": {
			Budgets().Fits("A", nil, score, fit).Labels("a", "b").LogScore().Figure,
			Budgets().LogScore().Labels("a", "b").Fits("A", nil, score, fit).Figure,
		},
	} {
		var drawn [2][]byte
		for i, f := range orders {
			data, err := f.Encode("svg")
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			drawn[i] = data
		}
		if orders[0].String() != orders[1].String() || !bytes.Equal(drawn[0], drawn[1]) {
			t.Errorf("%s: %v and %v differ", name, orders[0], orders[1])
		}
	}
}
