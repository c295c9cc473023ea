package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"

	"krigo/cell"
)

// Engine evaluates cells; *interp.Session is one.
type Engine interface {
	Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error)
	// Abandon ends a cell that was interrupted and has not stopped for long.
	Abandon()
}

// Reader reads cells from the user.
type Reader interface {
	// Read returns the next cell's source. Its error is ErrInterrupted where
	// the user gave the cell up, and io.EOF at the end.
	Read() (string, error)
}

// ErrInterrupted reports that the user gave up the cell that was being typed.
var ErrInterrupted = errors.New("interrupted")

// Loop reads cells, evaluates them and prints what they give until the reader
// or ctx ends, or the user leaves. An interrupt signal (Ctrl-C) while a cell runs interrupts
// the cell. It returns the number of cells that failed.
func Loop(ctx context.Context, engine Engine, reader Reader, screen *Screen) (failed int, err error) {
	for number := 1; ctx.Err() == nil; {
		source, err := reader.Read()
		switch {
		case errors.Is(err, io.EOF):
			return failed, nil
		case errors.Is(err, ErrInterrupted):
			continue
		case err != nil:
			return failed, fmt.Errorf("read a cell: %w", err)
		}
		if strings.TrimSpace(source) == "" {
			continue
		}
		c := screen.begin(cell.Cell{Label: fmt.Sprintf("cell %d", number), Source: source})
		err = evalInterruptible(ctx, engine, c, screen)
		switch {
		case errors.Is(err, cell.ErrLeave):
			return failed, nil
		case err != nil:
			failed++
		case declaresMain.MatchString(source) && !packaged.MatchString(source):
			screen.Stream("stderr", "main is declared; main() runs it\n")
		}
		number++
	}
	return failed, ctx.Err()
}

// declaresMain finds a func main, which a session calls only of a whole program, with a package clause.
var (
	declaresMain = regexp.MustCompile(`(?m)^func main\(\)`)
	packaged     = regexp.MustCompile(`(?m)^package main\b`)
)

// evalInterruptible evaluates a cell, which an interrupt signal interrupts and
// further ones abandon, and prints its end.
func evalInterruptible(ctx context.Context, engine Engine, c cell.Cell, screen *Screen) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer func() { signal.Stop(signals); close(signals) }()
	go func() {
		for range signals {
			if ctx.Err() != nil {
				engine.Abandon()
			}
			cancel()
		}
	}()
	value, err := engine.Eval(ctx, c, screen)
	cancel() // no question is answered any more
	if !errors.Is(err, cell.ErrLeave) {
		screen.Finish(value, err)
	}
	return err
}
