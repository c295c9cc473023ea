package budget

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestMarkersOfALineAreCounted(t *testing.T) {
	for line, want := range map[string]int{
		"": 0, "text": 0, "> a": 1, ">>> a": 3, "> - 1. a": 3, "- - -": 3, "-a": 0, "1) a": 1, "12.": 1, "1.5": 0, "* > a > b": 2, "2020": 0, "+\ta": 1, "    > a": 1,
	} {
		if got := markers(line); got != want {
			t.Errorf("%q: %d markers, want %d", line, got, want)
		}
	}
}

func TestEachLimitHasAReason(t *testing.T) {
	for want, spend := range map[string]func(*Meter){
		"nested more than 100 deep": func(m *Meter) { m.Node(101) },
		"more than 100000 parts": func(m *Meter) {
			for range Nodes + 1 {
				m.Node(1)
			}
		},
		"more than 20000 cells":  func(m *Meter) { m.Cells(15_000); m.Cells(15_000) },
		"more than 4 MB of HTML": func(m *Meter) { m.Output(OutputBytes + 1) },
		"more than 5 MB of HTML": func(m *Meter) { m.Allow(1 << 20); m.Output(OutputBytes + 1<<20 + 1) },
	} {
		_, err := Do(func(m *Meter) (int, error) { spend(m); return 1, nil })
		if o := (*Over)(nil); !errors.As(err, &o) || !strings.Contains(o.Reason, want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// The clock ends what the counters do not.
func TestARenderingEndsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, err := Do(func(m *Meter) (int, error) {
			for {
				time.Sleep(time.Millisecond)
				m.Step()
			}
		})
		if o := (*Over)(nil); !errors.As(err, &o) || o.Reason != "it takes more than 2s" {
			t.Errorf("%v, want that it takes too long", err)
		}
	})
}

// Another panic is an error, and a slot is free after each.
func TestAFaultOfARendererIsAnError(t *testing.T) {
	for range 3 * cap(slots) {
		if n, err := Do(func(*Meter) (int, error) { panic("fault") }); n != 0 || err == nil || err.Error() != "rendering failed: fault" {
			t.Fatalf("%d, %v", n, err)
		}
	}
}
