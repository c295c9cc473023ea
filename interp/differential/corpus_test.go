package main

import (
	"go/format"
	"log"
	"os"
	"reflect"
	"regexp"
	"testing"

	"krigo/internal/testwait"
	"krigo/interp/internal/cases"
	"krigo/interp/symbols/tables"
	"krigo/interp/worker"
)

func TestMain(m *testing.M) {
	if os.Getenv(asWorker) != "" {
		if err := worker.Main(tables.Exports); err != nil {
			log.Fatal(err)
		}
		return
	}
	os.Exit(m.Run())
}

// skipRace skips a test that runs sessions under the race detector.
func skipRace(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("the interpreter races on its frames where goroutines run")
	}
}

// shortCorpus is the number of cases that run in short tests.
const shortCorpus = 20

func TestCorpusUnraced(t *testing.T) {
	skipRace(t)
	all := cases.ForTest(t, "")
	if testing.Short() {
		all = spread(all, shortCorpus)
	}
	s := &subject{testwait.Limit}
	failDifferent(t, cases.Run(all, 1, s.run, func(cases.Result) {}))
}

// failDifferent fails a test for each program that differs.
func failDifferent(t *testing.T, results *cases.Tally) {
	t.Helper()
	for _, r := range results.All(cases.Different) {
		t.Errorf("%s: %s: %s", r.Name, r.Class, r.Detail)
	}
}

// spread takes n cases at equal distances, always the same.
func spread(all []cases.Case, n int) []cases.Case {
	if len(all) <= n {
		return all
	}
	some := make([]cases.Case, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	return some
}

// TestCorpusIsComplete checks that Go was asked about every case, and that its program is formatted.
func TestCorpusIsComplete(t *testing.T) {
	for _, c := range cases.ForTest(t, "") {
		formatted, err := format.Source([]byte(c.Program))
		if c.Want.Stdout == "" && c.Want.Exit == 0 || err != nil || string(formatted) != c.Program {
			t.Errorf("%s: go run ./interp/differential -corpus -update -run %s (%v)", c.Name, c.Name, err)
		}
	}
}

func TestUpdateWritesWhatGoDoes(t *testing.T) {
	program := "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Stdout.WriteString(\"hello\\n\")\n\tos.Exit(3)\n}\n"
	cells := []string{"import \"os\"\n", "os.Stdout.WriteString(\"hello\\n\")\nos.Exit(3)\n"}
	panics := "package main\n\nfunc f() {\n\tprintln(3)\n\tpanic(\"stop\")\n}\n\nfunc main() {\n\tprintln()\n\tf()\n}\n"
	dir := t.TempDir()
	before := []cases.Case{
		{Name: "exits/cells", About: "Cells.", Cells: cells, Program: program},
		{Name: "exits/panic", About: "A panic.", Program: panics},
		{Name: "exits/program", About: "A program.", Program: "\n" + program},
	}
	if err := cases.Update(dir, before, cases.Toolchain{Limit: testwait.Limit, Parallel: 1}); err != nil {
		t.Fatal(err)
	}
	all, err := cases.Read(dir, regexp.MustCompile(""))
	if err != nil || len(all) != len(before) {
		t.Fatalf("%d cases: %v", len(all), err)
	}
	exits := cases.Outcome{Stdout: "hello\n", Exit: 3}
	stops := cases.Outcome{Exit: cases.Panicked, Failure: "panic: stop", Places: []cases.Place{{Function: "main.f", Line: 5}, {Function: "main.main", Line: 10}}}
	for i, want := range []cases.Outcome{exits, stops, exits} {
		if !reflect.DeepEqual(all[i].Want, want) {
			t.Errorf("%s: %+v, want %+v", all[i].Name, all[i].Want, want)
		}
	}
	if all[2].Program != program {
		t.Errorf("the program is not formatted: %s", all[2].Program)
	}
	skipRace(t)
	s := &subject{testwait.Limit}
	results := cases.Run(all, 1, s.run, func(cases.Result) {})
	failDifferent(t, results)
	if n := results.Count(cases.Equal); n != len(all) {
		t.Errorf("%d are equal", n)
	}
}
