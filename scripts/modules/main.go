// Command modules runs a small program for each of many popular modules, by the Go toolchain and by krigo, and writes
// the table of docs/modules.md: where krigo prints what the compiled program prints, and where not, and why.
//
//	go run ./scripts/modules                      # all: half an hour on two cores, with downloads
//	go run ./scripts/modules -only samber         # some; the results of the others stay
//
// Results are kept in testdata/results.json. The programs are in testdata/programs; the first line of each names its
// module and version. The go command resolves what they require, so that both use the same versions.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("modules: ")
	only := flag.String("only", "", "run the programs whose names match `REGEXP`")
	atOnce := flag.Int("j", 1, "run `N` programs at a time")
	krigo := flag.String("krigo", "", "the krigo `binary` to run; by default one is built")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // results so far are kept
	defer stop()
	if err := run(ctx, *only, *krigo, *atOnce); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, only, krigo string, atOnce int) error {
	names, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "krigo-modules-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if krigo == "" {
		krigo = filepath.Join(dir, "krigo")
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", krigo, "./cmd/krigo").CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	programs, err := readPrograms(folder+"/programs", names)
	if err != nil {
		return err
	}
	results, err := readResults(folder + "/results.json")
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var running sync.WaitGroup
	tokens := make(chan struct{}, atOnce)
	for _, p := range programs {
		tokens <- struct{}{}
		running.Go(func() {
			defer func() { <-tokens }()
			r := p.compare(ctx, krigo, filepath.Join(dir, p.name))
			mu.Lock()
			defer mu.Unlock()
			if ctx.Err() == nil {
				fmt.Println(r)
				results[p.name] = r
			}
		})
	}
	running.Wait()
	if err := writeResults(folder+"/results.json", results); err != nil {
		return err
	}
	return errors.Join(context.Cause(ctx), writeTable("docs/modules.md", results))
}

// folder has the programs and the results.
const folder = "scripts/modules/testdata"
