package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// outcome is how a stage ended.
type outcome struct {
	stage                   string
	took                    time.Duration
	failed                  bool
	passes, failures, skips int
	broken                  []result // of tests and packages that failed
}

// stages runs each make target, whatever became of those before it, and ends with one table.
func stages(names []string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var all []outcome
	failed := 0
	for _, name := range names {
		fmt.Printf("== %s\n", name)
		o, err := runStage(name)
		if err != nil {
			return err
		}
		if o.failed {
			failed++
		}
		all = append(all, o)
	}
	if err := printTable(os.Stdout, all); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d stages failed", failed, len(names))
	}
	return nil
}

func runStage(name string) (outcome, error) {
	start := time.Now()
	path, err := filepath.Abs(recordOf(name))
	if err != nil {
		return outcome{}, err
	}
	cmd := exec.Command(cmp.Or(os.Getenv("MAKE"), "make"), "--no-print-directory", name)
	cmd.Env = append(os.Environ(), recordVariable+"="+path)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err = cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return outcome{}, err
	}
	results, failure := recorded(name)
	if failure != nil {
		return outcome{}, failure
	}
	o := summary(results)
	o.stage, o.took, o.failed = name, time.Since(start), err != nil
	return o, nil
}

// summary counts tests without their subtests, and names all that failed.
func summary(results []result) outcome {
	var o outcome
	failedIn := map[string]bool{}
	for _, r := range results {
		if r.isTop() {
			switch r.Action {
			case "pass":
				o.passes++
			case "fail":
				o.failures++
			case "skip":
				o.skips++
			}
		}
		if r.Action != "fail" || r.Test == "" && failedIn[r.Package] {
			continue
		}
		failedIn[r.Package] = true
		o.broken = append(o.broken, r)
	}
	return o
}

func printTable(w io.Writer, all []outcome) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nstage\tresult\ttime\tpassed\tfailed\tskipped\t")
	var took time.Duration
	total := outcome{stage: "all"}
	for _, o := range all {
		took += o.took
		total.failed = total.failed || o.failed
		total.passes, total.failures, total.skips = total.passes+o.passes, total.failures+o.failures, total.skips+o.skips
		total.broken = append(total.broken, o.broken...)
		printRow(table, o)
	}
	total.took = took
	printRow(table, total)
	if err := table.Flush(); err != nil {
		return err
	}
	for _, r := range total.broken {
		if _, err := fmt.Fprintf(w, "failed: %s\n", r.name()); err != nil {
			return err
		}
		for line := range strings.Lines(r.Said) {
			if _, err := fmt.Fprintf(w, "    %s\n", strings.TrimSpace(line)); err != nil {
				return err
			}
		}
	}
	return nil
}

func printRow(w io.Writer, o outcome) {
	verdict := "ok"
	if o.failed {
		verdict = "FAILED"
	}
	counts := "\t\t\t"
	if o.passes+o.failures+o.skips > 0 {
		counts = strconv.Itoa(o.passes) + "\t" + strconv.Itoa(o.failures) + "\t" + strconv.Itoa(o.skips) + "\t"
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.stage, verdict, o.took.Round(time.Second), counts)
}
