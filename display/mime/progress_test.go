package mime

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// loopOf runs n steps of 10 ms and leaves the loop after last of them by a break.
func loopOf(n, last int) {
	for i := range Progress(n) {
		time.Sleep(10 * time.Millisecond)
		if i == last {
			break
		}
	}
}

func TestProgressTellsHowALoopEnded(t *testing.T) {
	for want, run := range map[string]func(){
		"[####################] done: 50 of 50, 500 ms, 100 a second":        func() { loopOf(50, -1) },
		"[########............] ended early: 20 of 50, 200 ms, 100 a second": func() { loopOf(50, 20) },
		"[....................] ended early: 0 of 50, 0 s": func() {
			defer func() { _ = recover() }()
			for range Progress(50) {
				panic("no")
			}
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := record(t)
			run()
			Flush()
			synctest.Wait()
			last := r.shows[len(r.shows)-1]
			if last.Plain() != want || last.Passing() {
				t.Errorf("got %q, passing %v, want %q", last.Plain(), last.Passing(), want)
			}
			if first := r.shows[0]; first.Plain() != "[....................] running: 0 of 50, 0 s" || !first.Passing() || first.id != last.id {
				t.Errorf("it begins with %q, passing %v", first.Plain(), first.Passing())
			}
		})
	}
}

func TestProgressEstimatesTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := record(t)
		loopOf(1000, 399)
		Flush()
		synctest.Wait()
		second := r.shows[1] // after a quarter of a second
		for _, text := range []string{second.Plain(), second.Data[TypeHTML].(string)} {
			if !strings.Contains(text, "about 10 s left") {
				t.Errorf("after some 25 of 1000 steps of 10 ms: %s", text)
			}
		}
	})
}

func TestProgressOfNothingShowsNothing(t *testing.T) {
	r := record(t)
	for _, n := range []int{0, -3} {
		for i := range Progress(n) {
			t.Errorf("Progress(%d) has step %d", n, i)
		}
	}
	Flush()
	if len(r.shows) > 0 {
		t.Errorf("shown: %v", r.shows)
	}
}

func TestARateBelowOneASecondIsAMinutes(t *testing.T) {
	if got := rate(0.05); got != "3 a minute" {
		t.Error(got)
	}
}

func TestTasksTellWhatTheyWaitFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := record(t)
		show := Tasks()
		for _, step := range []struct {
			done        int
			state, want string
		}{
			{0, "pending (Priority)", "[....................] running: 0 of 8, 0 s, pending (Priority)"},
			{4, "running", "[##########..........] running: 4 of 8, 2 s, 2 a second, about 2 s left"},
			{8, "done", "[####################] done: 8 of 8, 4 s, 2 a second"},
			{1, "running", "[##..................] running: 1 of 8, 0 s"},
		} {
			show(step.done, 8, step.state)
			if last := r.shows[len(r.shows)-1]; last.Plain() != step.want {
				t.Errorf("got %q, want %q", last.Plain(), step.want)
			}
			time.Sleep(2 * time.Second)
		}
	})
}
