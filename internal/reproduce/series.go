package reproduce

import "context"

// Series measures what is for series and for several outputs. The parts of package statespace are equality with the
// exact process, a million rows, with the peers of Options.Python in the same run, the monthly CO₂ of Mauna Loa, and
// counts. Others are several outputs, next to GPflow and for those at the same points to the dense process, and
// derivatives as observations.
func Series(ctx context.Context, o Options) ([]Claim, error) { return runParts(ctx, o, seriesParts()) }

func seriesParts() []part {
	return []part{
		{"equality", seriesEquality, withVerdict},
		{"million", seriesMillion, onlyShown},
		{"co2", seriesCarbon, onlyShown},
		{"counts", seriesCounts, withVerdict},
		{"outputs", seriesOutputs, withVerdict},
		{"functionals", seriesFunctionals, withVerdict},
	}
}
