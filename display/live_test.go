package display

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestLiveUpdatesOneOutputOfFixedSizeAtMostFourTimesASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := record(t)
		observe := Live()
		for _, s := range traceOf(1000, 0.01).Steps {
			if err := observe(s); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Millisecond)
		}
		Flush()
		synctest.Wait()
		if n := len(r.shows); n < 10 || n > 5*4+2 {
			t.Errorf("%d updates in 5 s", n)
		}
		for i, s := range r.shows {
			if s.id != r.shows[0].id || s.id == "" || s.update != (i > 0) {
				t.Errorf("output %d: id %q, update %v", i, s.id, s.update)
			}
			html := s.Data[mimeHTML].(string)
			if len(html) > 60_000 || strings.Count(html, "\n") != strings.Count(r.shows[0].Data[mimeHTML].(string), "\n") {
				t.Errorf("output %d has another size:\n%s", i, html)
			}
			if state := strings.Contains(s.Plain(), "fitted"); state != (i == len(r.shows)-1) {
				t.Errorf("output %d says %q", i, s.Plain())
			}
		}
		last := r.shows[len(r.shows)-1].Plain()
		for _, want := range []string{"iteration 999", "se.lengthscale", "primal residual", "█", "37 s"} {
			if !strings.Contains(last, want) {
				t.Errorf("the summary lacks %q:\n%s", want, last)
			}
		}
	})
}

func TestLiveShowsTheLastStepThoughItCameTooFast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := record(t)
		observe := Live()
		for _, s := range traceOf(3, 1).Steps {
			observe(s)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n := len(r.shows); n != 2 || !strings.Contains(r.shows[1].Plain(), "iteration 2") {
			t.Errorf("%d updates: %v", n, r.shows)
		}
		Flush()
		Flush()
		if n := len(r.shows); n != 3 {
			t.Errorf("%d updates after Flush, want 3", n)
		}
	})
}

func TestLiveMayServeAnotherFitAfterFlush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := record(t)
		observe := Live()
		observe(traceOf(1, 1).Steps[0])
		Flush()
		time.Sleep(time.Second)
		observe(traceOf(1, 1).Steps[0])
		Flush()
		synctest.Wait()
		last := r.shows[len(r.shows)-1]
		if len(r.shows) != 4 || !strings.Contains(last.Plain(), "fitted") || last.id != r.shows[0].id {
			t.Errorf("got %d outputs, last %+v", len(r.shows), last)
		}
	})
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
