package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krigo/cmd/krigo/internal/help"
	"krigo/gplib/linalg"
	"krigo/internal/exit"
	"krigo/internal/replace"
	"krigo/internal/reproduce"
)

// experiment is one subcommand of reproduce.
type experiment struct {
	name, short string
	// flags names the options below that apply to it.
	flags []string
	run   func(ctx context.Context, o reproduce.Options) ([]reproduce.Claim, error)
}

var experiments = []experiment{
	{"exact", "Test errors of exact inference on three UCI sets", []string{"parts"}, reproduce.Exact},
	{"admm", "GPCV-ADMM: exact hold-out minima, Table 1, figures 2 and 3, time, CO₂", []string{"parts", "trials", "out"}, reproduce.ADMM},
	{"cholqr", "CholQR and its baselines: figures 1 to 5, cost of an exchange", []string{"parts", "methods", "trials", "out"}, reproduce.CholQR},
	{"grief", "GP-GRIEF: Table 1, figures 1 and 2, two million rows", []string{"parts", "folds", "trials", "out"}, reproduce.Grief},
	{"rkhs", "MINIMAX and SCGD: tables 2 to 5, batch sizes, beside BSGD and no log-determinant", []string{"sets", "folds", "batch", "epochs", "out"}, reproduce.RKHS},
	{"relevance", "Sobol indices of fits, and lengthscales, on ten functions with known indices", []string{"parts", "trials"}, reproduce.Relevance},
	{"lik", "Laplace, expectation propagation and variational inference next to MCMC on 20 small problems", []string{"parts"}, reproduce.Lik},
	{"bo", "Bayesian optimisation: regrets on eight problems next to scikit-optimize, BoTorch and random search", []string{"parts", "trials", "python"}, reproduce.BO},
	{"series", "Series in state space: equality with the exact process, a million rows next to celerite2 and tinygp, CO₂, counts; several outputs; slopes", []string{"parts", "python"}, reproduce.Series},
	{"robust", "Default settings on data that are not clean: where learners fail in silence, and false alarms", []string{"parts", "methods", "trials", "folds", "python"}, reproduce.Robust},
}

// optionFlags are the flags that only some experiments have.
var optionFlags = map[string]func(f *pflag.FlagSet, o *reproduce.Options){
	"sets": func(f *pflag.FlagSet, o *reproduce.Options) {
		f.StringSliceVar(&o.Sets, "sets", nil, "the data sets to measure on, separated by commas (default: all)")
	},
	"parts": func(f *pflag.FlagSet, o *reproduce.Options) {
		f.StringSliceVar(&o.Sets, "parts", nil, "the parts to measure, separated by commas (default: all)")
	},
	"folds": func(f *pflag.FlagSet, o *reproduce.Options) {
		f.IntVar(&o.Folds, "folds", 0, "how many folds of each set to use (default: the experiment's own)")
	},
	"trials": func(f *pflag.FlagSet, o *reproduce.Options) {
		f.IntVar(&o.Trials, "trials", 0, "how many random repetitions (default: the experiment's own)")
	},
	"batch": func(f *pflag.FlagSet, o *reproduce.Options) {
		f.IntVar(&o.Batch, "batch", 0, "rows of a minibatch (default: the experiment's own)")
	},
	"epochs": func(f *pflag.FlagSet, o *reproduce.Options) {
		f.IntVar(&o.Epochs, "epochs", 0, "passes over the rows (default: the experiment's own)")
	},
	"methods": func(f *pflag.FlagSet, o *reproduce.Options) {
		f.StringSliceVar(&o.Methods, "methods", nil, "the methods to compare, separated by commas (default: all)")
	},
	"python": func(f *pflag.FlagSet, o *reproduce.Options) {
		f.StringVar(&o.Python, "python", "", "an interpreter with scikit-learn, whose likelihoods the starts parts of robust compare with (default: krigo's own with restarts), or with BoTorch, whose time the part ask of bo compares with, or with celerite2, tinygp and JAX for the part million of series, or with GPflow for its part outputs (default: none)")
	},
	"out": func(f *pflag.FlagSet, o *reproduce.Options) {
		f.StringVar(&o.Out, "out", "out", "the folder for the figures")
	},
}

func reproduceCommand() *cobra.Command {
	group := &cobra.Command{
		Use:         "reproduce",
		Short:       "Measure published figures again, and say which hold",
		Args:        cobra.NoArgs,
		GroupID:     groupData,
		Annotations: help.SeeAlso("krigo data", "krigo cluster"),
		RunE:        func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, e := range experiments {
		group.AddCommand(e.command())
	}
	return group
}

func (e experiment) command() *cobra.Command {
	var o reproduce.Options
	var jsonFile string
	var engine engineFlags
	c := &cobra.Command{
		Use:   e.name,
		Short: e.short,
		Long: e.short + `.

The table of claims goes to standard output, progress to standard error. After an interrupt
the run ends with the claims that are complete. If a data set is missing, reproduce prints the
command that downloads it; krigo data get --all downloads all but Snelson's points.

--cluster measures each part as a separate task. The claims are the same, except for times,
which come from a machine that other tasks use too, and for fits that a time limit ends. A
task's messages appear when it ends; one that fails does not end the others. ` + aboutEngines + `
Data and figures must be on file systems that all machines share. To continue a run that was
stopped, give the same command again with its --cluster-dir; a complete run starts over.`,
		Example: "  krigo reproduce " + e.name + " --quick\n  krigo reproduce " + e.name + " --cluster local:4",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Progress = cmd.ErrOrStderr()
			measure, err := e.by(&engine)
			if err != nil {
				return err
			}
			return measure.measure(cmd.Context(), cmd.OutOrStdout(), o, jsonFile)
		},
	}
	c.Flags().BoolVar(&o.Quick, "quick", false, "fewer folds and iterations; claims that these cannot judge are only shown")
	c.Flags().StringVar(&o.Data, "data", "", dataFlag)
	for _, flag := range e.flags {
		optionFlags[flag](c.Flags(), &o)
	}
	engine.add(c.Flags())
	e.addCompletion(c)
	completeEngines(c)
	c.Flags().StringVar(&jsonFile, "json", "", "also write the claims to this file, as JSON")
	return c
}

// by returns the experiment that runs where the flags say.
func (e experiment) by(f *engineFlags) (experiment, error) {
	wanted, err := f.wanted()
	if !wanted || err != nil {
		return e, err
	}
	alone := e
	e.run = func(ctx context.Context, o reproduce.Options) ([]reproduce.Claim, error) {
		return alone.runOn(ctx, f, o)
	}
	return e, nil
}

// addCompletion completes the names that the experiment knows.
func (e experiment) addCompletion(c *cobra.Command) {
	for flag, probe := range map[string]reproduce.Options{
		"sets": {Sets: []string{""}}, "parts": {Sets: []string{""}}, "methods": {Methods: []string{""}},
	} {
		if slices.Contains(e.flags, flag) {
			completeFlag(c, flag, completeList(func() []string { return e.known(probe) }))
		}
	}
}

// known returns the names that the experiment reports when it is given an unknown one,
// which it refuses before it does anything.
func (e experiment) known(probe reproduce.Options) []string {
	_, err := e.run(context.Background(), probe)
	if unknown := (*reproduce.UnknownError)(nil); errors.As(err, &unknown) {
		return unknown.Known
	}
	return nil
}

// measure runs the experiment and writes what it has, also where it fails.
func (e experiment) measure(ctx context.Context, out io.Writer, o reproduce.Options, jsonFile string) error {
	if jsonFile != "" {
		if err := replace.Probe(jsonFile); err != nil {
			return exit.Misusef("--json: %w", err)
		}
	}
	countAsCells()
	claims, failure := e.run(ctx, o)
	if failure != nil {
		failure = fmt.Errorf("reproduce %s: %w", e.name, failure)
	}
	if unknown := (*reproduce.UnknownError)(nil); errors.As(failure, &unknown) {
		return exit.Misuse(failure)
	}
	if len(claims) == 0 && failure != nil {
		return failure
	}
	if err := reproduce.WriteTable(out, claims); err != nil {
		return err
	}
	if jsonFile != "" {
		if err := writeClaims(jsonFile, claims); err != nil {
			return err
		}
	}
	return failure
}

// countAsCells gives experiments the linear algebra that cells and tasks have, so that
// claims are the same bits wherever they are measured.
var countAsCells = sync.OnceFunc(linalg.Register)

func writeClaims(path string, claims []reproduce.Claim) error {
	return replace.File(path, func(w io.Writer) error { return reproduce.WriteJSON(w, claims) })
}
