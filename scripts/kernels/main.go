// Command kernels runs the numeric tests with each set of kernels that the processor and the
// system have, one set after another: krigo's own, gonum's eigenvalues, and OpenBLAS with the
// kernels for several processors. Last bits differ between them, results must not.
//
//	go run ./scripts/kernels
//	go run ./scripts/kernels -full -only AVX2 ./gplib/grief
//
// It checks first that a set is in use, reports one that cannot run here with the reason, and
// goes on after a set that fails. At the end it lists what each set came to; if any failed,
// the command fails.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"krigo/gplib/linalg"
)

// computing are the packages whose results depend on the kernels.
var computing = []string{"./gplib/...", "./cluster", "./display/...", "./course/...", "./widget/...", "./internal/reproduce"}

// inUse is the argument by which the command runs itself, to see what a set's environment selects.
const inUse = "in-use"

func main() {
	log.SetFlags(0)
	log.SetPrefix("kernels: ")
	if len(os.Args) == 2 && os.Args[1] == inUse {
		name, err := linalg.BLAS()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(name)
		return
	}
	full := flag.Bool("full", false, "run all tests, not the short ones")
	only := flag.String("only", "", "run the sets whose names match `REGEXP`")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		log.Fatal(err)
	}
	arguments := []string{"test"}
	if !*full {
		arguments = append(arguments, "-short")
	}
	// OpenBLAS reads its variable in C, where Go's cache of results does not see it.
	arguments = append(arguments, "-count=1", "-timeout=30m")
	if packages := flag.Args(); len(packages) > 0 {
		arguments = append(arguments, packages...)
	} else {
		arguments = append(arguments, computing...)
	}
	if err := runAll(names, arguments); err != nil {
		log.Fatal(err)
	}
}

// runAll runs the sets whose names match, lists what they came to, and names those that failed.
func runAll(names *regexp.Regexp, arguments []string) error {
	var lines, failed []string
	for _, s := range sets {
		if !names.MatchString(s.name) {
			continue
		}
		began := time.Now()
		said := s.run(arguments)
		if said.failed != "" {
			failed = append(failed, s.name)
		}
		lines = append(lines, fmt.Sprintf("%-18s %-40s %5.0f s", s.name, said, time.Since(began).Seconds()))
	}
	fmt.Printf("\n%s\n", strings.Join(lines, "\n"))
	switch {
	case len(lines) == 0:
		return fmt.Errorf("no set matches %v", names)
	case len(failed) > 0:
		return errors.New("failed with " + strings.Join(failed, ", "))
	}
	return nil
}

// outcome is the result of a set: why it was skipped, or why it failed. The zero value means that it passed.
type outcome struct{ skipped, failed string }

func (o outcome) String() string {
	switch {
	case o.failed != "":
		return "FAILED: " + o.failed
	case o.skipped != "":
		return "skipped: " + o.skipped
	}
	return "passed"
}

// run runs the tests with a set, if it can be in use here.
func (s set) run(arguments []string) outcome {
	fmt.Printf("== %s: %s\n", s.name, strings.Join(s.env, " "))
	o := outcome{skipped: s.lacks()}
	if o.skipped == "" {
		o = s.judge(s.ask())
	}
	if o != (outcome{}) {
		fmt.Println(o)
		return o
	}
	tests := s.command("go", arguments...)
	tests.Stdout = os.Stdout
	if err := tests.Run(); err != nil {
		o.failed = err.Error()
	}
	return o
}

// ask returns the name of the kernels that the set's environment selects, or why there are
// none.
func (s set) ask() (name, problem string) {
	self, err := os.Executable()
	if err != nil {
		return "", err.Error()
	}
	c := s.command(self, inUse)
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return "", cmp.Or(strings.TrimSpace(said.String()), err.Error())
	}
	return string(out), ""
}

// judge compares the kernels in use with those of the set. A library may be missing, or too
// old for a processor; krigo's own kernels may not.
func (s set) judge(name, problem string) (o outcome) {
	switch {
	case problem == "" && name == s.kernels:
	case s.library && problem != "":
		o.skipped = problem
	case s.library:
		o.skipped = fmt.Sprintf("%s is in use, not %s", name, s.kernels)
	case problem != "":
		o.failed = problem
	default:
		o.failed = fmt.Sprintf("%s is in use, not %s", name, s.kernels)
	}
	return o
}

// command returns a command with the set's environment.
func (s set) command(name string, arguments ...string) *exec.Cmd {
	c := exec.Command(name, arguments...)
	c.Env, c.Stderr = append(os.Environ(), s.env...), os.Stderr
	return c
}
