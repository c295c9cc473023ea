package gp

import (
	"strings"
	"testing"

	"krigo/display/mime"
)

func TestProgressIsOfFixedSizeAndItsSummaryOfTheLastStep(t *testing.T) {
	p := &progress{}
	lines := 0
	for i, s := range traceOf(1000, 0.01).Steps {
		p.record(s)
		b := p.bundle(false)
		html := b.Data[mime.TypeHTML].(string)
		if n := strings.Count(html, "\n"); i > 0 && n != lines || len(html) > 60_000 {
			t.Fatalf("step %d has another size:\n%s", i, html)
		} else {
			lines = n
		}
		if !strings.HasPrefix(b.Plain(), "fitting: iteration ") {
			t.Fatalf("step %d says %q", i, b.Plain())
		}
	}
	last := p.bundle(true).Plain()
	for _, want := range []string{"fitted: iteration 999", "se.lengthscale", "primal residual", "█", "37 s"} {
		if !strings.Contains(last, want) {
			t.Errorf("the summary lacks %q:\n%s", want, last)
		}
	}
}

func TestAFitThatBeginsAnewBeginsANewCourse(t *testing.T) {
	p := &progress{}
	for range 2 {
		for _, s := range traceOf(10, 1).Steps {
			p.record(s)
		}
	}
	if len(p.values) != 10 {
		t.Errorf("the course has %d values, want those of the last 10 steps", len(p.values))
	}
}

func TestSparklineFallsWithTheValues(t *testing.T) {
	if got := sparkline([]float64{1001, 101, 11, 2, 1}, 10); got != "█▅▃▁▁" {
		t.Errorf("got %q", got)
	}
	for _, values := range [][]float64{nil, {1}, {1, 1}} {
		if got := []rune(sparkline(values, 10)); len(got) != len(values) {
			t.Errorf("%v: %q", values, string(got))
		}
	}
}
