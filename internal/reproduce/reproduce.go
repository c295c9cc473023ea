// Package reproduce runs the experiments of `krigo reproduce`: published
// figures measured again, and what defaults make of unclean data, each as a
// [Claim] that holds or does not.
//
//	claims, err := reproduce.Exact(ctx, reproduce.Options{Data: "data"})
//	err = reproduce.WriteTable(os.Stdout, claims)
//
// Hyper-parameters and settings never depend on test observations.
package reproduce

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// Options say how an experiment runs.
type Options struct {
	// Data is the folder of the data, with uci/NAME and the like in it. "" is the folder
	// of package fetch.
	Data string
	// Quick runs fewer folds and iterations: under a minute in all.
	Quick bool
	// Sets names the data sets to measure on, Folds is how many of their folds count, and
	// Trials how many random repetitions; nil and 0 are the experiment's default. Batch
	// and Epochs are for learners that take minibatches.
	Sets                         []string
	Folds, Trials, Batch, Epochs int
	// Methods names the methods that a comparison measures; nil is all.
	Methods []string
	// Python is an interpreter with scikit-learn, "" if none.
	Python string
	// Out is the folder in which figures are written; "" writes none.
	Out string
	// Progress receives a line for each finished part; nil is none.
	Progress io.Writer
}

func (o Options) report(format string, values ...any) {
	if o.Progress != nil {
		fmt.Fprintf(o.Progress, format+"\n", values...)
	}
}

// Claim is a published figure and its measurement.
type Claim struct {
	// Claim says what was measured, and Data with which data.
	Claim string `json:"claim"`
	Data  string `json:"data"`
	// Measured is the mean over folds, and SD the standard deviation among them, 0 if
	// there is only one.
	Measured float64 `json:"measured"`
	SD       float64 `json:"sd"`
	// Paper is the published figure, and Wanted what Measured must be for
	// the claim to hold; where it is "" the figure is only reported.
	Paper  string `json:"paper"`
	Wanted string `json:"wanted"`
	Holds  bool   `json:"holds"`
}

// WriteTable writes claims as a table of text.
func WriteTable(w io.Writer, claims []Claim) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "claim\tdata\tmeasured ± sd\tpaper\twanted\tholds")
	for _, c := range claims {
		holds := "no"
		switch {
		case c.Wanted == "":
			holds = "–"
		case c.Holds:
			holds = "yes"
		}
		fmt.Fprintf(table, "%s\t%s\t%.4g ± %.2g\t%s\t%s\t%s\n", c.Claim, c.Data, c.Measured, c.SD, c.Paper, c.Wanted, holds)
	}
	return table.Flush()
}

// WriteJSON writes claims as a list of objects.
func WriteJSON(w io.Writer, claims []Claim) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	if claims == nil {
		claims = []Claim{}
	}
	return encoder.Encode(claims)
}
