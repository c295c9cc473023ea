//go:build js

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"syscall/js"
	"time"

	"krigo/internal/notebook"
	"krigo/interp"
	"krigo/interp/symbols"
	"krigo/kernel"
)

// stopTimeout is how long an interrupted cell may take to end before its worker is replaced. Compiled code that
// does not look at ctx hears no interrupt.
const stopTimeout = 1500 * time.Millisecond

// outputLimit is the number of bytes of text that a cell may print before the rest is left out.
const outputLimit = 8 << 20

// serve opens the notebook at a path and lets the page into its room. Of the object krigo, the page's script gives
// hear(event, visit) for the room's events and cut(visit) for the end of a visit whose page did not keep up. Visits
// count from 1, the one that begins here. The script gets do(operation), enter(), which begins the next visit with the
// whole notebook, and save(), which returns the notebook's file.
func serve(ctx context.Context, file string) error {
	root, err := os.OpenRoot(path.Dir(file))
	if err != nil {
		return fmt.Errorf("open the folder: %w", err)
	}
	room, err := notebook.Open(ctx, notebook.Options{Root: root, Path: path.Base(file), Kernel: kernelOptions, Inline: true})
	if err != nil {
		return err
	}
	page, operations, visits := js.Global().Get("krigo"), newMailbox[[]byte](), make(chan *notebook.Visit, 1)
	page.Set("do", js.FuncOf(func(_ js.Value, args []js.Value) any {
		operations.put([]byte(args[0].String()))
		return nil
	}))
	page.Set("enter", js.FuncOf(func(js.Value, []js.Value) any {
		operations.put(nil)
		return nil
	}))
	page.Set("save", js.FuncOf(func(js.Value, []js.Value) any { return saved(room) }))
	go carryOut(room, operations, visits)
	for count := 1; ; count++ {
		if err := hear(ctx, page, <-visits, count); err != nil {
			return err
		}
	}
}

// carryOut enters the room, and carries out operations in their order. One without bytes enters again.
func carryOut(room *notebook.Room, operations *mailbox[[]byte], visits chan<- *notebook.Visit) {
	visit := room.Enter()
	visits <- visit
	for {
		if operation := operations.take(); operation != nil {
			visit.Do(operation)
			continue
		}
		visit.Leave()
		visit = room.Enter()
		visits <- visit
	}
}

// hear passes the events of a visit to the page, until the page has left or has fallen behind.
func hear(ctx context.Context, page js.Value, visit *notebook.Visit, count int) error {
	for {
		event, err := visit.Next(ctx)
		switch {
		case errors.Is(err, notebook.ErrBehind):
			page.Call("cut", count)
			return nil
		case errors.Is(err, notebook.ErrLeft):
			return nil
		case err != nil:
			return err
		}
		page.Call("hear", string(event), count)
	}
}

// kernelOptions returns the options of the kernel of a notebook.
func kernelOptions(at notebook.Place) kernel.Options {
	return kernel.Options{
		Start: func(ctx context.Context) (kernel.Engine, error) {
			return interp.Start(ctx, interp.Options{
				Symbols: symbols.NewPageWorld(), Dir: at.Dir, Converses: true, OwnsPage: true, Unattended: true, StopTimeout: stopTimeout,
			})
		},
		OutputLimit: outputLimit,
	}
}

// saved returns the notebook as a file, or an Error.
func saved(room *notebook.Room) js.Value {
	raw, err := room.Notebook().Encode()
	if err != nil {
		return js.Global().Get("Error").New(err.Error())
	}
	return bytesOut(raw)
}
