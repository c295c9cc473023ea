// Command differential compares the interpreter with the Go toolchain: on
// generated programs, or on a corpus of programs and sessions.
//
//	go run ./interp/differential -n 200 -seed 1
//	go run ./interp/differential -corpus
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"time"

	"krigo/interp/internal/cases"
	"krigo/interp/symbols/tables"
	"krigo/interp/worker"
)

const usage = `Differential runs Go programs through the interpreter and compares what they
print and how they end with what the Go toolchain makes of them.

Programs are generated from a seed; the same seed and index give the same
program. With -corpus they are the cases of testdata/go instead; its README.md says
how to add one. What is refused before it runs counts as "refused"; all else that is
not equal is "different".

Usage:

  go run ./interp/differential [flags]

Examples:

  go run ./interp/differential -n 200 -seed 1          200 generated programs
  go run ./interp/differential -first 17 -n 1 -print   the text of program 17
  go run ./interp/differential -n 50 -shrink -keep DIR small programs that differ
  go run ./interp/differential -corpus                 the corpus
  go run ./interp/differential -corpus -run defer/     a topic of it
  go run ./interp/differential -corpus -update -run X  write what Go prints for case X
  go run ./interp/differential -numeric -n 100         programs of functions that compute
  go run ./interp/differential -cells -n 100           programs as sessions that change

Flags:

`

// flags are the command-line flags.
type flags struct {
	n, first       int
	seed           uint64
	parallel       int
	limit          time.Duration
	shrink, print  bool
	keep           string
	numeric, cells bool
	corpus         bool
	update         bool
	run            *regexp.Regexp
	verbose        bool
}

func parseFlags() flags {
	var f flags
	run := ""
	// A set of its own: packages that are linked in add flags to the common one.
	set := flag.NewFlagSet("differential", flag.ExitOnError)
	set.IntVar(&f.n, "n", 200, "how many programs are generated")
	set.IntVar(&f.first, "first", 0, "the `index` of the first of them")
	set.Uint64Var(&f.seed, "seed", 1, "what the programs are generated from")
	set.IntVar(&f.parallel, "p", 1, "how many programs run at once")
	set.DurationVar(&f.limit, "timeout", 20*time.Second, "what a program may take")
	set.BoolVar(&f.shrink, "shrink", false, "make generated programs that differ smaller, and print them")
	set.StringVar(&f.keep, "keep", "", "the `folder` that generated programs that differ are written to")
	set.BoolVar(&f.numeric, "numeric", false, "generate programs of functions that compute, which interp/machine runs")
	set.BoolVar(&f.cells, "cells", false, "run generated programs in cells of a session, with functions that are declared again")
	set.BoolVar(&f.print, "print", false, "print the generated programs and run none")
	set.BoolVar(&f.corpus, "corpus", false, "run the corpus instead of generated programs")
	set.BoolVar(&f.update, "update", false, "with -corpus, format the programs and write what Go prints for them, instead of running them")
	set.StringVar(&run, "run", "", "only programs and cases whose name matches `regexp`")
	set.BoolVar(&f.verbose, "v", false, "print what became of each program")
	set.Usage = func() {
		fmt.Fprint(set.Output(), usage)
		set.PrintDefaults()
	}
	_ = set.Parse(os.Args[1:]) // exits on an error
	if set.NArg() > 0 {
		log.Fatalf("want flags only, got %q; -help lists them", set.Arg(0))
	}
	var err error
	if f.run, err = regexp.Compile(run); err != nil {
		log.Fatalf("-run: %v", err)
	}
	if f.update && !f.corpus {
		log.Fatal("-update is for -corpus")
	}
	return f
}

func main() {
	if os.Getenv(asWorker) != "" {
		if err := worker.Main(tables.Exports); err != nil {
			log.Fatal(err)
		}
		return
	}
	log.SetFlags(0)
	log.SetPrefix("differential: ")
	f := parseFlags()
	differs, err := f.work()
	if err != nil {
		log.Fatal(err)
	}
	if differs {
		os.Exit(1)
	}
}

// work does what the flags ask for, and reports whether anything differs.
func (f flags) work() (differs bool, err error) {
	switch {
	case f.print:
		return false, f.printPrograms()
	case f.corpus:
		return f.runCorpus()
	}
	c, err := newChecker()
	if err != nil {
		return false, err
	}
	run := &campaign{
		toolchain: f.toolchain(), subject: subject{f.limit}, checker: c, kind: f.kind(), cells: f.cells, seed: f.seed, out: os.Stdout,
		verbose: f.verbose, keep: f.keep, shrink: f.shrink, parallel: f.parallel, wanted: f.run,
	}
	t, err := run.run(f.first, f.n)
	if err != nil {
		return false, err
	}
	t.Write(os.Stdout)
	return t.Count(cases.Different) > 0, nil
}

func (f flags) toolchain() cases.Toolchain {
	return cases.Toolchain{Limit: f.limit, Parallel: f.parallel}
}

// runCorpus runs or updates the corpus, and reports whether anything differs.
func (f flags) runCorpus() (differs bool, err error) {
	dir, err := cases.Dir()
	if err != nil {
		return false, err
	}
	all, err := cases.Read(dir, f.run)
	if err != nil {
		return false, err
	}
	if f.update {
		return false, cases.Update(dir, all, f.toolchain())
	}
	s := &subject{f.limit}
	t := cases.Run(all, f.parallel, s.run, func(r cases.Result) {
		if f.verbose {
			fmt.Printf("%s: %s %s\n", r.Name, r.Verdict, cases.OneLine(r.Detail))
		}
	})
	t.Write(os.Stdout)
	return t.Count(cases.Different) > 0, nil
}

// kind returns the kind of programs that are generated.
func (f flags) kind() kind {
	if f.numeric {
		return numericGo
	}
	return wholeGo
}

func (f flags) printPrograms() error {
	for i := range f.n {
		source, err := f.kind().generate(f.seed, f.first+i)
		if err != nil {
			return err
		}
		fmt.Print(source)
	}
	return nil
}
