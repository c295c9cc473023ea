package main

import (
	"strings"
	"testing"
	"time"
)

// events is the output of go test -json for a package with a test that passes, one that
// fails in a subtest, one that is skipped, and one during which the package ends.
const events = `
{"Action":"output","Package":"m/p","Test":"TestGood","Output":"chatter\n"}
{"Action":"pass","Package":"m/p","Test":"TestGood","Elapsed":1}
{"Action":"output","Package":"m/p","Test":"TestBad/part","Output":"    x_test.go:3: bad\n"}
{"Action":"fail","Package":"m/p","Test":"TestBad/part","Elapsed":2}
{"Action":"fail","Package":"m/p","Test":"TestBad","Elapsed":2}
{"Action":"skip","Package":"m/p","Test":"TestNone","Elapsed":0}
{"Action":"output","Package":"m/p","Test":"TestHangs","Output":"goroutine 7 [select]:\n"}
{"Action":"output","Package":"m/p","Output":"FAIL\tm/p\t3.0s\n"}
{"Action":"fail","Package":"m/p","Elapsed":3}
{"Action":"output","Package":"m/q","Output":"ok  \tm/q\t0.1s\n"}
{"Action":"pass","Package":"m/q","Elapsed":0.1}
`

func TestWhatFailedTestsPrintIsShown(t *testing.T) {
	var shown strings.Builder
	p := printer{w: &shown, output: map[string]*strings.Builder{}}
	if err := p.readAll(strings.NewReader(strings.TrimSpace(events))); err != nil {
		t.Fatal(err)
	}
	const want = "    x_test.go:3: bad\ngoroutine 7 [select]:\nFAIL\tm/p\t3.0s\nok  \tm/q\t0.1s\n"
	if shown.String() != want {
		t.Errorf("shown:\n%s\nwant:\n%s", shown.String(), want)
	}
	o := summary(p.results)
	if o.passes != 1 || o.failures != 2 || o.skips != 1 {
		t.Errorf("%d passed, %d failed, %d skipped; want 1, 2, 1", o.passes, o.failures, o.skips)
	}
	var failed []string
	for _, r := range o.broken {
		failed = append(failed, r.name()+": "+r.Said)
	}
	if got, want := strings.Join(failed, "; "), "m/p TestBad/part: x_test.go:3: bad; m/p TestBad: ; m/p TestHangs: goroutine 7 [select]:"; got != want {
		t.Errorf("failed: %s; want %s", got, want)
	}
}

func TestAPackageThatFailsWithoutATestIsNamed(t *testing.T) {
	o := summary([]result{{Action: "fail", Package: "m/broken"}})
	if len(o.broken) != 1 || o.broken[0].name() != "m/broken" {
		t.Errorf("failed: %v", o.broken)
	}
}

func TestTheTableEndsWithTheFailures(t *testing.T) {
	var w strings.Builder
	err := printTable(&w, []outcome{
		{stage: "lint", took: 61 * time.Second},
		{stage: "unit", took: 2 * time.Second, failed: true, passes: 7, failures: 1, broken: []result{{Package: "m/p", Test: "TestBad", Said: "it is bad"}}},
	})
	lines := strings.Split(strings.TrimSpace(w.String()), "\n")
	if err != nil || len(lines) != 6 || lines[4] != "failed: m/p TestBad" || lines[5] != "    it is bad" {
		t.Fatalf("%v:\n%s", err, w.String())
	}
	if got := strings.Join(strings.Fields(lines[3]), " "); got != "all FAILED 1m3s 7 1 0" {
		t.Errorf("the sum is %q", got)
	}
}

func TestHangs(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		name   string
		use    time.Duration // of processor time, between two looks
		prints int           // looks between events; 0 is never
		hangs  bool
	}{
		{"idle", 0, 0, true},
		{"polling", 20 * time.Millisecond, 0, true},
		{"idle, but it prints", 0, 30, false},
		{"spinning", 2 * second, 0, true},
		{"working, but it prints", 2 * second, 30, false},
		{"starved by others", 200 * time.Millisecond, 0, false},
	} {
		var h hang
		var used time.Duration
		var printed int64
		reason := ""
		for i := 1; i <= 150 && reason == ""; i++ {
			used += c.use
			if c.prints > 0 && i%c.prints == 0 {
				printed++
			}
			reason = h.look(printed, used)
		}
		if (reason != "") != c.hangs {
			t.Errorf("%s: %q", c.name, reason)
		}
	}
}

func TestNamesOfTestsAreSentences(t *testing.T) {
	if got := inWords("TestFitsEndUnraced"); got != "Fits end." {
		t.Errorf("%q", got)
	}
}
