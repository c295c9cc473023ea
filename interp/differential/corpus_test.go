package main

import (
	"log"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"krigo/internal/testwait"
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

func testCorpus(dir string) *corpus {
	return &corpus{
		dir: dir, wanted: regexp.MustCompile(""), parallel: 1,
		subject: subject{testwait.Limit}, oracle: oracle{testwait.Limit, 1},
	}
}

// shortCorpus is how many programs and sessions run in short tests.
const shortCorpus = 20

func TestCorpusUnraced(t *testing.T) {
	skipRace(t)
	c := testCorpus(".")
	entries, err := c.entries()
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		entries = spread(entries, shortCorpus)
	}
	results := newTally("corpus")
	if err := c.compareAll(entries, results, func(named) {}); err != nil {
		t.Fatal(err)
	}
	for _, r := range results.results {
		if r.verdict == different {
			t.Errorf("%s: %s: %s", r.name, r.class, r.detail)
		}
	}
}

// spread takes n entries at equal distances, always the same.
func spread(entries []entry, n int) []entry {
	if len(entries) <= n {
		return entries
	}
	some := make([]entry, n)
	for i := range some {
		some[i] = entries[i*len(entries)/n]
	}
	return some
}

// TestCorpusIsComplete checks that Go was asked about every entry.
func TestCorpusIsComplete(t *testing.T) {
	entries, err := testCorpus(".").entries()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.want.stdout == "" && e.want.exit == 0 {
			t.Errorf("%s: no output: run go run ./interp/differential -corpus -update", e.name)
		}
	}
}

func TestUpdateWritesWhatGoDoes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := writeFile(filepath.Join(dir, name), text); err != nil {
			t.Fatal(err)
		}
	}
	program := "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Stdout.WriteString(\"hello\\n\")\n\tos.Exit(3)\n}\n"
	write("programs/exits.go", program)
	write("sessions/exits.txtar", "-- cell 1 --\nimport \"os\"\n-- cell 2 --\nos.Stdout.WriteString(\"hello\\n\")\nos.Exit(3)\n-- go --\n"+program)
	c := testCorpus(dir)
	if err := c.update(); err != nil {
		t.Fatal(err)
	}
	entries, err := c.entries()
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 2 {
		t.Fatalf("%d entries", len(entries))
	}
	for _, e := range entries {
		if e.want.stdout != "hello\n" || e.want.exit != 3 {
			t.Errorf("%s: %+v", e.name, e.want)
		}
	}
	results, err := c.compare(func(named) {})
	if err != nil {
		t.Fatal(err)
	}
	if n := results.count(equal); n != 2 {
		t.Errorf("%d are equal: %+v", n, results.results)
	}
}
