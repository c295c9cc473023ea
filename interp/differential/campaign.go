package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// batchSize is how many programs are built at once.
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

// name is that of the program of a seed and an index.
func (k kind) name(seed uint64, index int) string { return fmt.Sprintf("%s%d-%d", k.stem, seed, index) }

// campaign runs generated programs through the interpreter and compares.
type campaign struct {
	oracle
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
func (c *campaign) run(first, n int) (*tally, error) {
	t := newTally("")
	for n > 0 {
		size := min(n, batchSize)
		if err := c.batch(first, size, t); err != nil {
			return nil, err
		}
		first, n = first+size, n-size
	}
	t.title = fmt.Sprintf("%d programs, seed %d", len(t.results), c.seed)
	t.finish()
	return t, nil
}

// generate writes those of n programs whose names are wanted. One that does not
// compile is told of and left out: the error is the generator's.
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

func (c *campaign) batch(first, n int, t *tally) error {
	programs := c.generate(first, n)
	if len(programs) == 0 {
		return nil
	}
	sources := make([]string, len(programs))
	for i, p := range programs {
		sources[i] = p.source
	}
	results, err := c.compareAll(c.oracle, sources, func(i int, d comparison) {
		if c.verbose {
			fmt.Fprintf(c.out, "%s: %s %s\n", programs[i].name, d.verdict, d.detail)
		}
	})
	if err != nil {
		return err
	}
	for i, p := range programs {
		t.add(p.name, results[i])
		if results[i].verdict != equal {
			if err := c.differing(p, results[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareAll compares what the interpreter does with programs with what Go does, and
// reports each as it comes. Those that do not end in Go are equal.
func (c *campaign) compareAll(o oracle, sources []string, report func(i int, d comparison)) ([]comparison, error) {
	cells := make([][]string, len(sources))
	programs := slices.Clone(sources)
	if c.cells {
		for i, s := range sources {
			cells[i], programs[i] = inCells(s)
		}
	}
	wants, err := o.batch(programs)
	if err != nil {
		return nil, err
	}
	results := make([]comparison, len(sources))
	each(len(sources), c.parallel, func(i int) {
		if wants[i].late {
			return
		}
		if c.cells {
			wants[i].lines = nil // cells have lines of their own
			results[i] = compare(wants[i], c.subject.cells(cells[i]))
		} else {
			results[i] = compare(wants[i], c.subject.program(sources[i]))
		}
		report(i, results[i])
	})
	return results, nil
}

// differing keeps a program that differs or is refused, in its smallest form.
func (c *campaign) differing(p generated, d comparison) error {
	if c.keep == "" && !c.shrink {
		return nil
	}
	source := p.source
	if c.shrink {
		small, err := (&shrinker{c.checker, c.differsBatch(d.class)}).shrink(source)
		if err != nil {
			return err
		}
		source = small
		fmt.Fprintf(c.out, "// %s: %s: %s\n%s\n", p.name, d.class, d.detail, source)
	}
	if c.keep == "" {
		return nil
	}
	path := filepath.Join(c.keep, p.name+".go")
	if err := writeFile(path, source); err != nil {
		return err
	}
	want, err := c.oracle.separate([]string{source})
	if err != nil {
		return err
	}
	return writeExpectation(path, want[0])
}

// differsBatch tells of programs which differ, or are refused, as a class says.
func (c *campaign) differsBatch(class string) func(sources []string) ([]bool, error) {
	return func(sources []string) ([]bool, error) {
		// What is left out may be what ends a loop.
		quick := oracle{min(c.oracle.limit, 3*time.Second), c.parallel}
		results, err := c.compareAll(quick, sources, func(int, comparison) {})
		if err != nil {
			return nil, err
		}
		out := make([]bool, len(sources))
		for i, d := range results {
			out[i] = d.verdict != equal && d.class == class
		}
		return out, nil
	}
}

// writeExpectation writes what a program is to print and its exit code beside
// it.
func writeExpectation(path string, want outcome) error {
	base := path[:len(path)-len(filepath.Ext(path))]
	if err := writeFile(base+".out", want.stdout); err != nil {
		return err
	}
	if want.exit == 0 {
		if err := os.Remove(base + ".exit"); err != nil && !os.IsNotExist(err) {
			return err
		}
		return nil
	}
	return writeFile(base+".exit", fmt.Sprintln(want.exit))
}
