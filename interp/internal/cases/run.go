package cases

import (
	"fmt"
	"go/format"
	"strings"
)

// Engine runs the program of a case, or its cells.
type Engine func(c Case) Outcome

// Run runs cases through an engine, several at once, and reports each result as it comes.
func Run(all []Case, parallel int, engine Engine, report func(Result)) *Tally {
	t := NewTally(fmt.Sprintf("%d cases", len(all)))
	results := make([]Result, len(all))
	Each(len(all), parallel, func(i int) {
		results[i] = Result{all[i].Name, all[i].Compare(engine(all[i]))}
		report(results[i])
	})
	t.results = results
	t.Finish()
	return t
}

// Compare compares an engine's outcome with the case's.
func (c Case) Compare(got Outcome) Comparison {
	want := c.Want
	if want.Failure == "" {
		want.Failure = got.Failure // the runtime's other reports have krigo's words
	}
	if len(want.Places) == 0 {
		want.Places = got.Places
	}
	return Compare(want, got).refusedAs(c.Refused)
}

// Update formats the programs of cases, runs them with the Go toolchain, and writes the outcomes into a
// folder, a few at a time.
func Update(dir string, all []Case, toolchain Toolchain) error {
	for len(all) > 0 {
		n := min(len(all), 50)
		if err := updateSome(dir, all[:n], toolchain); err != nil {
			return err
		}
		all = all[n:]
	}
	return nil
}

func updateSome(dir string, all []Case, toolchain Toolchain) error {
	sources := make([]string, len(all))
	for i, c := range all {
		program, err := format.Source([]byte(c.Program))
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		sources[i] = string(program)
	}
	outcomes, err := toolchain.separate(sources)
	if err != nil {
		return err
	}
	for i, c := range all {
		c.Program = sources[i]
		if outcomes[i].Late {
			return fmt.Errorf("%s: %s", c.Name, outcomes[i].Failure)
		}
		c.Want = outcomes[i].kept(c.Cells != nil)
		if err := c.Write(dir); err != nil {
			return err
		}
	}
	return nil
}

// kept returns the part of an outcome that a case's file keeps: of the runtime's reports only
// panics, and no places if the case has cells, which have lines of their own.
func (o Outcome) kept(cells bool) Outcome {
	if !strings.HasPrefix(o.Failure, "panic: ") {
		o.Failure, o.Places = "", nil
	}
	if cells {
		o.Places = nil
	}
	return o
}
