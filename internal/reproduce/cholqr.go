package reproduce

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// CholQR measures CholQR (Cao, Brubaker, Fleet and Hertzmann 2013). Its parts,
// which Options.Sets may choose, are
//
//   - snelson: Fig. 4, from the clumped start, next to SPGP's two starts,
//   - reductions: Fig. 1, estimated against exact reductions,
//   - cost: how the time of an attempted exchange grows with n and m,
//   - thrombin-M and graphs-M, M = 16, 32, ..., 512: Fig. 2, inhibitors of
//     thrombin by fingerprints and by a compound of graph kernels,
//   - pivots: Fig. 3, rules for information pivots at m = 32,
//   - kin40k-M, M = 128, 256, 512, 1024, 2048: Fig. 5.
//
// Options.Trials is the number of random starts of each method (20 for
// snelson and reductions, 3 for pivots, 1 for other comparisons). A fit of a
// comparison may take 20 s. Options.Methods chooses those of Fig. 2 and 5. A part
// whose data are missing is left out. When ctx is cancelled it returns the claims
// that are complete, and the context's error.
func CholQR(ctx context.Context, o Options) ([]Claim, error) {
	if err := checkMethods(o); err != nil {
		return nil, err
	}
	return runParts(ctx, o, cholqrParts())
}

func checkMethods(o Options) error {
	var known []string
	for _, way := range methods() {
		known = append(known, way.name)
	}
	return checkNames("method", o.Methods, known)
}

func cholqrParts() []part {
	parts := []part{
		{"snelson", present(snelson), withVerdict},
		{"reductions", present(reductions), withVerdict},
		{"cost", swapCost, withVerdict},
	}
	prints, graphs, kin := &comparison{name: "thrombin"}, &comparison{name: "graphs"}, &comparison{name: "kin40k"}
	for m := 16; m <= 512; m *= 2 {
		parts = append(parts, part{fmt.Sprintf("thrombin-%d", m), present(prints.thrombin(m)), quickly(m == 16, onlyShown)})
	}
	parts = append(parts, part{"pivots", present(pivotRules), skipped})
	for m := 16; m <= 512; m *= 2 {
		parts = append(parts, part{fmt.Sprintf("graphs-%d", m), present(graphs.graphs(m)), skipped})
	}
	for m := 128; m <= 2048; m *= 2 {
		parts = append(parts, part{fmt.Sprintf("kin40k-%d", m), present(kin.kin40k(m)), skipped})
	}
	return parts
}

// present leaves out an experiment whose data are missing, with a line of
// progress.
func present(run func(context.Context, Options) ([]Claim, error)) func(context.Context, Options) ([]Claim, error) {
	return func(ctx context.Context, o Options) ([]Claim, error) {
		claims, err := run(ctx, o)
		if errors.Is(err, fs.ErrNotExist) {
			o.report("left out: %v", err)
			return claims, nil
		}
		return claims, err
	}
}
