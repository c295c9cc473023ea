package mcmc

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"
)

// Chains are the draws of a run.
type Chains struct {
	// Names are the names of the values of a draw. Positive, if not nil, reports
	// which of them move on a logarithmic scale.
	Names    []string
	Positive []bool
	// Draws[c][i][p] is value p of draw i of chain c.
	Draws [][][]float64
	// LogDensity[c][i] is the log density of draw i of chain c, in the
	// coordinates of the target and up to its constant.
	LogDensity [][]float64
	// Accept is the mean probability of acceptance of each chain after
	// warm-up, and StepSize its length of a leapfrog.
	Accept, StepSize []float64
	// Divergent counts the steps after warm-up, of all chains, whose path
	// left the density's scale: a sign of unexplored regions.
	Divergent int
	// Evaluations counts the log densities computed, warm-up included.
	Evaluations int
	// Cancelled is true where the run was stopped early.
	Cancelled bool
}

func newChains(t Target) *Chains {
	c := &Chains{Names: t.Names()}
	if p, ok := t.(Positive); ok {
		c.Positive = p.Positive()
	}
	return c
}

func (c *Chains) add(from told) {
	c.Evaluations += from.Evals
	c.Divergent += from.Diverged
	if len(from.Draws) == 0 {
		return
	}
	c.Draws, c.LogDensity = append(c.Draws, from.Draws), append(c.LogDensity, from.LogDensity)
	c.Accept = append(c.Accept, from.Accept/float64(from.Kept))
	c.StepSize = append(c.StepSize, from.Step)
}

// Values returns the draws of one of the values that Names lists, chains × draws. It fails for other names, and lists
// these.
func (c *Chains) Values(name string) ([][]float64, error) {
	p := slices.Index(c.Names, name)
	if p < 0 {
		return nil, fmt.Errorf("mcmc: no value %q; available: %s", name, strings.Join(c.Names, ", "))
	}
	return c.column(p), nil
}

func (c *Chains) column(p int) [][]float64 {
	values := make([][]float64, len(c.Draws))
	for i, chain := range c.Draws {
		values[i] = make([]float64, len(chain))
		for j, draw := range chain {
			values[i][j] = draw[p]
		}
	}
	return values
}

// Thin returns the chains with every kth draw only, k >= 1.
func (c *Chains) Thin(k int) (*Chains, error) {
	if k < 1 {
		return nil, fmt.Errorf("mcmc: Thin: k is %d", k)
	}
	thin := *c
	thin.Draws, thin.LogDensity = nil, nil
	for i, chain := range c.Draws {
		var draws [][]float64
		var logp []float64
		for j := k - 1; j < len(chain); j += k {
			draws, logp = append(draws, chain[j]), append(logp, c.LogDensity[i][j])
		}
		thin.Draws, thin.LogDensity = append(thin.Draws, draws), append(thin.LogDensity, logp)
	}
	return &thin, nil
}

// Summary holds statistics of the draws of one value.
type Summary struct {
	Name string
	// Mean, SD and the quantiles are over all draws of all chains.
	Mean, SD, Q5, Median, Q95 float64
	// RHat, ESSBulk and ESSTail are the results of the functions of these names.
	RHat, ESSBulk, ESSTail float64
}

// Summaries returns one summary a value. It fails if there are too few draws or
// a value never changes.
func (c *Chains) Summaries() ([]Summary, error) {
	out := make([]Summary, len(c.Names))
	for p, name := range c.Names {
		s, err := summarise(c.column(p))
		if err != nil {
			return nil, fmt.Errorf("%w (%s)", err, name)
		}
		s.Name = name
		out[p] = s
	}
	return out, nil
}

func summarise(chains [][]float64) (Summary, error) {
	var s Summary
	var err error
	if s.RHat, err = RHat(chains); err != nil {
		return s, err
	}
	if s.ESSBulk, err = ESSBulk(chains); err != nil {
		return s, err
	}
	if s.ESSTail, err = ESSTail(chains); err != nil {
		return s, err
	}
	all := slices.Concat(chains...)
	s.Mean, s.SD = stat.MeanStdDev(all, nil)
	slices.Sort(all)
	quantile := func(q float64) float64 { return stat.Quantile(q, stat.LinInterp, all, nil) }
	s.Q5, s.Median, s.Q95 = quantile(0.05), quantile(0.5), quantile(0.95)
	return s, nil
}

// String returns a table of the summaries, and the warnings.
func (c *Chains) String() string {
	summaries, err := c.Summaries()
	if err != nil {
		return fmt.Sprintf("%d chains: %v", len(c.Draws), err)
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "value\tmean\tsd\t5%\t50%\t95%\tR-hat\tESS bulk\tESS tail")
	for _, s := range summaries {
		fmt.Fprintf(w, "%s\t%.4g\t%.4g\t%.4g\t%.4g\t%.4g\t%.3f\t%.0f\t%.0f\n",
			s.Name, s.Mean, s.SD, s.Q5, s.Median, s.Q95, s.RHat, s.ESSBulk, s.ESSTail)
	}
	w.Flush()
	if c.Divergent > 0 {
		fmt.Fprintf(&b, "warning: %d divergent steps\n", c.Divergent)
	}
	return strings.TrimRight(b.String(), "\n")
}
