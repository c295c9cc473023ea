package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// delays are the times after which fits are cancelled.
var delays = []time.Duration{time.Second, 3 * time.Second, 5 * time.Second, 7 * time.Second}

// cancelled returns the worst figure over fits that are cancelled after the delays: of
// the time until Fit returns, and of the processor time in the tenth of a second after
// that, both in seconds.
func cancelled(figure func(took, after float64) float64) func(args []string) (func() (answer, error), error) {
	return func(args []string) (func() (answer, error), error) {
		d, err := points(args[0])
		if err != nil {
			return nil, err
		}
		m := model(d.X.(*cov.Matrix).Dim(), 1)
		return func() (answer, error) {
			var worst float64
			for _, delay := range delays {
				took, after, err := cancelAfter(delay, m, d)
				if err != nil {
					return answer{}, err
				}
				worst = max(worst, figure(took, after))
			}
			return answer{Seconds: worst}, nil
		}, nil
	}
}

func cancelAfter(delay time.Duration, m gplib.Model, d gplib.Data) (took, after float64, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	var at time.Time
	time.AfterFunc(delay, func() {
		at = time.Now()
		cancel()
	})
	if _, err := fit(ctx, m, d); err != nil && !errors.Is(err, context.Canceled) {
		return 0, 0, err
	}
	if ctx.Err() == nil {
		return 0, 0, fmt.Errorf("the fit ended on its own within %v", delay)
	}
	took = time.Since(at).Seconds()
	before, err := ownProcessorTime()
	if err != nil {
		return 0, 0, err
	}
	time.Sleep(100 * time.Millisecond)
	now, err := ownProcessorTime()
	return took, now - before, err
}

// ownProcessorTime returns the processor time of all threads of this process, in
// seconds, as Linux counts it in nanoseconds (/proc/PID/task/TID/schedstat).
func ownProcessorTime() (float64, error) {
	files, err := filepath.Glob("/proc/self/task/*/schedstat")
	if err != nil || len(files) == 0 {
		return 0, absent{errors.New("the system has no /proc/self/task/*/schedstat")}
	}
	var sum float64
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		nanoseconds, err := strconv.ParseFloat(strings.Fields(string(text))[0], 64)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", file, err)
		}
		sum += nanoseconds / 1e9
	}
	return sum, nil
}
