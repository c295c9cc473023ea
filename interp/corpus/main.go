// Command corpus measures how much of Go a session runs: it runs the
// self-checking programs of the Go distribution's own test folder through
// `krigo run`, compares their output with their .out files, and reports the
// passes by folder and the failures by class.
//
//	go run ./interp/corpus "$(go env GOROOT)/test"
//	go run ./interp/corpus -v -gaps interp/KNOWN_GAPS.md "$(go env GOROOT)/test"
//	go run ./interp/corpus -rules interp/KNOWN_GAPS.md
package main

//go:generate go run . -rules ../KNOWN_GAPS.md

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("corpus: ")
	verbose := flag.Bool("v", false, "print every program that fails, with its reason")
	krigo := flag.String("krigo", "", "the krigo `binary` to run; by default one is built")
	gaps := flag.String("gaps", "", "the `file` whose generated parts are renewed")
	told := flag.String("rules", "", "renew only the list of rules in a `file`, and run nothing")
	only := flag.String("run", "", "run only the programs whose path matches `regexp`")
	limit := flag.Duration("timeout", 20*time.Second, "what a program may take")
	parallel := flag.Int("p", 2, "how many programs run at once")
	flag.Parse()
	if *told != "" {
		if err := renew(*told, rulesPart, rules()); err != nil {
			log.Fatal(err)
		}
		return
	}
	if flag.NArg() != 1 {
		log.Fatal("want one folder, such as $(go env GOROOT)/test")
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		log.Fatal(err)
	}
	programs, err := find(flag.Arg(0), wanted)
	if err != nil {
		log.Fatal(err)
	}
	binary, remove, err := binaryOf(*krigo)
	if err != nil {
		log.Fatal(err)
	}
	defer remove()
	results := (&runner{binary: binary, limit: *limit}).all(programs, *parallel)
	report := newReport(results)
	report.write(os.Stdout, *verbose)
	if *gaps == "" {
		return
	}
	for part, text := range map[string]string{rulesPart: rules(), corpusPart: report.gaps()} {
		if err := renew(*gaps, part, text); err != nil {
			log.Fatal(err)
		}
	}
}

// binaryOf builds krigo where no binary of it is given. The result removes
// what was built.
func binaryOf(given string) (binary string, remove func(), err error) {
	if given != "" {
		return given, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "corpus")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	binary = filepath.Join(dir, "krigo")
	build := exec.Command("go", "build", "-o", binary, "krigo/cmd/krigo")
	if out, err := build.CombinedOutput(); err != nil {
		remove()
		return "", nil, fmt.Errorf("build krigo: %w\n%s", err, out)
	}
	return binary, remove, nil
}
