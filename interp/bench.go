package interp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krigo/cell"
	"krigo/interp/static"
)

const (
	benchTime = time.Second   // how long the measured runs take together
	benchRuns = 1_000_000_000 // how many there are at most
)

// cost is the time and memory that a number of runs took.
type cost struct {
	runs          int
	elapsed       time.Duration
	allocs, bytes int64
}

// bench runs %bench: as package testing does, it runs the statements more and more often
// until that takes a second.
func bench(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if err := wantGo("bench", in); err != nil {
		return nil, err
	}
	body, err := s.benchBody(in.code)
	if err != nil {
		return nil, err
	}
	s.doesGo(in.code)
	total := cost{runs: 1}
	for {
		if total, err = s.measure(ctx, in.code.Label, body, total.runs); err != nil {
			return nil, err
		}
		if total.elapsed >= benchTime || total.runs >= benchRuns {
			break
		}
		total.runs = moreRuns(total)
	}
	s.outlet.print("stdout", total.String())
	return nil, nil
}

// vetBench vets the statements, whose declarations do not last.
func vetBench(v *vet, in invocation) error {
	v.source(in.code, static.KeepNone)
	return wantGo("bench", in)
}

// String formats the cost as package testing does.
func (c cost) String() string {
	n := int64(c.runs)
	return fmt.Sprintf("%d runs, %.4g ns/op, %d B/op, %d allocs/op\n",
		n, float64(c.elapsed.Nanoseconds())/float64(n), c.bytes/n, c.allocs/n)
}

// moreRuns predicts how many runs take benchTime, and grows by at most a
// hundred times.
func moreRuns(c cost) int {
	perRun := max(c.elapsed.Nanoseconds()/int64(c.runs), 1)
	n := int64(benchTime)/perRun*6/5 + 1
	return int(min(max(n, int64(c.runs)+1), 100*int64(c.runs), benchRuns))
}

// benchBody returns the statement that one run executes: an expression that is not a
// valid statement is assigned to the blank identifier.
func (s *Session) benchBody(c cell.Cell) (string, error) {
	if _, faults := s.static.Check(c); len(faults) > 0 {
		return "", checkError(faults)
	}
	var faults static.Errors
	for _, body := range []string{c.Source, "_ = " + strings.TrimSpace(c.Source)} {
		if _, faults = s.static.Check(cell.Cell{Label: c.Label, Source: benchSource(body, 1)}); len(faults) == 0 {
			return body, nil
		}
	}
	return "", checkError(faults)
}

// measure runs the body the given number of times.
func (s *Session) measure(ctx context.Context, label, body string, runs int) (cost, error) {
	timed := cell.Cell{Label: label, Source: benchSource(body, runs)}
	program, faults := s.static.Check(timed)
	if len(faults) > 0 {
		return cost{}, checkError(faults)
	}
	b, err := s.run(ctx, timed, program, false)
	if err != nil {
		return cost{}, err
	}
	c := cost{runs: runs}
	text, _ := b.Data["text/plain"].(string)
	if _, err := fmt.Sscan(strings.Trim(text, "[]"), &c.elapsed, &c.allocs, &c.bytes); err != nil {
		return cost{}, fmt.Errorf("interp: %%bench: read %q: %w", text, err)
	}
	return c, nil
}

// benchSource returns a cell that measures the time in nanoseconds, the allocations and
// the bytes of the given number of runs of the body. It keeps the lines of the body. Its
// own names hold a letter that users do not type.
func benchSource(body string, runs int) string {
	return fmt.Sprintf("import (timeˑ \"time\"; runtimeˑ \"runtime\"); func() []int64 { var beforeˑ, afterˑ runtimeˑ.MemStats; runtimeˑ.ReadMemStats(&beforeˑ); startˑ := timeˑ.Now(); "+
		"for iˑ := 0; iˑ < %d; iˑ++ { %s\n}; elapsedˑ := timeˑ.Since(startˑ); runtimeˑ.ReadMemStats(&afterˑ); "+
		"return []int64{int64(elapsedˑ), int64(afterˑ.Mallocs - beforeˑ.Mallocs), int64(afterˑ.TotalAlloc - beforeˑ.TotalAlloc)} }()", runs, body)
}
