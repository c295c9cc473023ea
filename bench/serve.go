package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"krigo/gplib"
	"krigo/gplib/linalg"
)

// operations are krigo's, by name, and compiled loops. Each prepares with its arguments, and
// returns the function of a turn. Those of the peers, in peers.py, have the same names.
var operations = map[string]func(args []string) (turn func() (answer, error), err error){
	"dgemm":    dgemm,
	"cells":    cells,
	"compiled": compiled,
	"lml":      objective(func(int) gplib.Objective { return gplib.LML{} }),
	"loo":      objective(func(int) gplib.Objective { return gplib.LOO{} }),
	"kfold":    objective(func(n int) gplib.Objective { return gplib.KFold{Folds: tenths(n)} }),
	"predict":  predict,
	"sample":   sample,
	"fits":     fits,
	"labels":   labels,
	"step":     step,
	"cancel":   cancelled(func(took, _ float64) float64 { return took }),
	"after":    cancelled(func(_, after float64) float64 { return after }),
}

// serve runs an operation once for each line of in, and writes answers.
func serve(args []string, in io.Reader, out io.Writer) error {
	to := json.NewEncoder(out)
	prepare, known := operations[args[0]]
	if !known {
		return fmt.Errorf("no operation %q", args[0])
	}
	if _, err := linalg.BLAS(); err != nil { // loaded before the clock starts
		return err
	}
	turn, err := prepare(args[1:])
	if err != nil {
		return to.Encode(failed(err))
	}
	if err := to.Encode(answer{}); err != nil {
		return err
	}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		a, err := turn()
		if err != nil {
			a = failed(err)
		}
		if err := to.Encode(a); err != nil {
			return err
		}
	}
	return nil
}

// shortest is the least time of a turn, for which short operations are repeated.
const shortest = 300 * time.Millisecond

// repeated returns a turn that returns the mean time of f.
func repeated(f func() (value float64, err error)) func() (answer, error) {
	return func() (answer, error) {
		began := time.Now()
		for n := 1; ; n++ {
			value, err := f()
			if took := time.Since(began); err != nil || took >= shortest {
				return answer{Seconds: took.Seconds() / float64(n), Value: value}, err
			}
		}
	}
}
