package main

import (
	"fmt"
	"io"
	"log"
	"regexp"
	"slices"
	"time"

	"krigo/interp/internal/cases"
)

// batchSize is the number of programs that are built at once.
const batchSize = 200

// kind is a kind of generated programs.
type kind struct {
	stem     string // of their names
	generate func(seed uint64, index int) (string, error)
}

var (
	wholeGo   = kind{"seed", generate}
	numericGo = kind{"numeric", generateNumeric}
)

// name names the program of a seed and an index.
func (k kind) name(seed uint64, index int) string { return fmt.Sprintf("%s%d-%d", k.stem, seed, index) }

// campaign runs generated programs through the interpreter and compares.
type campaign struct {
	toolchain cases.Toolchain
	subject
	checker  *checker
	kind     kind
	seed     uint64
	out      io.Writer
	verbose  bool
	keep     string // the folder for programs that differ, or ""
	cells    bool   // programs run in cells, see inCells
	shrink   bool
	wanted   *regexp.Regexp
	parallel int
}

// generated is a program of the campaign.
type generated struct {
	name   string // of its seed and index
	source string
}

// run runs the programs from first on, n of them.
func (c *campaign) run(first, n int) (*cases.Tally, error) {
	t := cases.NewTally("")
	for n > 0 {
		size := min(n, batchSize)
		if err := c.batch(first, size, t); err != nil {
			return nil, err
		}
		first, n = first+size, n-size
	}
	t.Title = fmt.Sprintf("%d programs, seed %d", t.Len(), c.seed)
	t.Finish()
	return t, nil
}

// generate writes those of n programs whose names are wanted. It reports and leaves
// out programs that do not compile: the error is the generator's.
func (c *campaign) generate(first, n int) []generated {
	var programs []generated
	for i := first; i < first+n; i++ {
		name := c.kind.name(c.seed, i)
		if !c.wanted.MatchString(name) {
			continue
		}
		source, err := c.kind.generate(c.seed, i)
		if err == nil {
			err = c.checker.checkSource(source)
		}
		if err != nil {
			log.Printf("the generator wrote no Go for %s: %v", name, err)
			continue
		}
		programs = append(programs, generated{name, source})
	}
	return programs
}

func (c *campaign) batch(first, n int, t *cases.Tally) error {
	programs := c.generate(first, n)
	if len(programs) == 0 {
		return nil
	}
	sources := make([]string, len(programs))
	for i, p := range programs {
		sources[i] = p.source
	}
	results, err := c.compareAll(c.toolchain, sources, func(i int, d cases.Comparison) {
		if c.verbose {
			fmt.Fprintf(c.out, "%s: %s %s\n", programs[i].name, d.Verdict, d.Detail)
		}
	})
	if err != nil {
		return err
	}
	for i, p := range programs {
		t.Add(p.name, results[i])
		if results[i].Verdict != cases.Equal {
			if err := c.differing(p, results[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareAll compares what the interpreter does with programs with what Go does, and
// reports each as it comes. Those that do not end in Go are equal.
func (c *campaign) compareAll(t cases.Toolchain, sources []string, report func(i int, d cases.Comparison)) ([]cases.Comparison, error) {
	cells := make([][]string, len(sources))
	programs := slices.Clone(sources)
	if c.cells {
		for i, s := range sources {
			cells[i], programs[i] = inCells(s)
		}
	}
	wants, err := t.Batch(programs)
	if err != nil {
		return nil, err
	}
	results := make([]cases.Comparison, len(sources))
	cases.Each(len(sources), c.parallel, func(i int) {
		if wants[i].Late {
			return
		}
		if c.cells {
			wants[i].Places = nil // cells have lines of their own
			results[i] = cases.Compare(wants[i], c.subject.cells(cells[i]))
		} else {
			results[i] = cases.Compare(wants[i], c.subject.program(sources[i]))
		}
		report(i, results[i])
	})
	return results, nil
}

// differing keeps a program that differs or is refused, in its smallest form.
func (c *campaign) differing(p generated, d cases.Comparison) error {
	if c.keep == "" && !c.shrink {
		return nil
	}
	source := p.source
	if c.shrink {
		small, err := (&shrinker{c.checker, c.differsBatch(d.Class)}).shrink(source)
		if err != nil {
			return err
		}
		source = small
		fmt.Fprintf(c.out, "// %s: %s: %s\n%s\n", p.name, d.Class, d.Detail, source)
	}
	if c.keep == "" {
		return nil
	}
	small := cases.Case{Name: p.name, About: d.Class, Program: source}
	return cases.Update(c.keep, []cases.Case{small}, c.toolchain)
}

// differsBatch returns a test of programs for differences, or refusals, as a class says.
func (c *campaign) differsBatch(class string) func(sources []string) ([]bool, error) {
	return func(sources []string) ([]bool, error) {
		// What is left out may be what ends a loop.
		quick := cases.Toolchain{Limit: min(c.toolchain.Limit, 3*time.Second), Parallel: c.parallel}
		results, err := c.compareAll(quick, sources, func(int, cases.Comparison) {})
		if err != nil {
			return nil, err
		}
		out := make([]bool, len(sources))
		for i, d := range results {
			out[i] = d.Verdict != cases.Equal && d.Class == class
		}
		return out, nil
	}
}
