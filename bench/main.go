// Command bench compares krigo with its peers and the machine's limits, and writes one
// table. Every row is a ratio of two times that are measured in turns, in one run, so
// that tables of different machines, and of busy ones, can be compared.
//
//	go run ./bench [-quick] [-only REGEXP] [-o FILE] [-release]
//	go run ./bench show FILE
//	go run ./bench compare OLD NEW
//
// It runs in the root of a checkout. bench/README.md explains how to read the table.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"

	"krigo"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

// run executes the command line; op, points and compute are for processes of a run.
func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return benchmark(ctx, args)
	}
	switch command := args[0]; {
	case command == "show" && len(args) == 2:
		return show(os.Stdout, args[1])
	case command == "compare" && len(args) == 3:
		return compare(os.Stdout, args[1], args[2])
	case command == "op" && len(args) >= 2:
		return serve(args[1:], os.Stdin, os.Stdout)
	case command == "points" && len(args) == 2:
		return writePoints(os.Stdout, args[1])
	case command == "compute":
		compute(ctx)
		return nil
	}
	return benchmark(ctx, args)
}

func show(w io.Writer, path string) error {
	r, err := readReport(path)
	if err != nil {
		return err
	}
	return writeTable(w, r)
}

func compare(w io.Writer, old, now string) error {
	before, err := readReport(old)
	if err != nil {
		return err
	}
	after, err := readReport(now)
	if err != nil {
		return err
	}
	return writeComparison(w, before, after)
}

// benchmark runs measurements, writes each row when it is there, and the report to
// the files that the flags name.
func benchmark(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	reducedForm := flags.Bool("quick", false, "the reduced form: fewer rows and iterations")
	only := flags.String("only", "", "run only rows that match the regular expression `REGEXP`")
	out := flags.String("o", "", "also write the report as JSON to `FILE`")
	release := flags.Bool("release", false, "also write the report to bench/history, as that of this version")
	program := flags.String("krigo", "bin/krigo", "the krigo `binary`")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return fmt.Errorf("unknown argument %q: want flags, show FILE or compare OLD NEW", flags.Arg(0))
	}
	if *release && (*reducedForm || *only != "") {
		return errors.New("-release measures all rows: omit -quick and -only")
	}
	chosen, err := choose(entries(*program), *reducedForm, *only)
	if err != nil {
		return err
	}
	f := full
	if *reducedForm {
		f = reduced
	}
	report, failed := measureAll(ctx, os.Stdout, chosen, f)
	if *out != "" {
		failed = errors.Join(failed, report.write(*out))
	}
	if *release {
		failed = errors.Join(failed, report.write(filepath.Join("bench", "history", krigo.Version+".json")))
	}
	return failed
}

// choose picks measurements.
func choose(all []entry, quick bool, only string) ([]measurement, error) {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return nil, err
	}
	var chosen []measurement
	for _, e := range all {
		if wanted.MatchString(e.title()) && (e.quick || !quick) {
			chosen = append(chosen, e.measurement)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no row matches %q", only)
	}
	return chosen, nil
}

func measureAll(ctx context.Context, w io.Writer, all []measurement, f form) (Report, error) {
	r := Report{Facts: facts()}
	failed := writeTable(w, r)
	for _, m := range all {
		if ctx.Err() != nil {
			return r, errors.Join(failed, ctx.Err())
		}
		rows, err := m.run(ctx, f)
		failed = errors.Join(failed, err)
		for _, row := range rows {
			r.Rows = append(r.Rows, row)
			failed = errors.Join(failed, writeRow(w, row))
		}
	}
	return r, failed
}
