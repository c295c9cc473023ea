//go:build js

package main

import (
	"context"
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

// serve opens the notebook at a path and lets the page into its room. Of the object krigo, the page's script
// gives hear(event) for the room's events, and gets do(operation) and save(), which returns the notebook's file.
func serve(ctx context.Context, file string) error {
	root, err := os.OpenRoot(path.Dir(file))
	if err != nil {
		return fmt.Errorf("open the folder: %w", err)
	}
	room, err := notebook.Open(ctx, notebook.Options{Root: root, Path: path.Base(file), Kernel: kernelOptions, Inline: true})
	if err != nil {
		return err
	}
	visit := room.Enter()
	page := js.Global().Get("krigo")
	operations := newMailbox()
	page.Set("do", js.FuncOf(func(_ js.Value, args []js.Value) any {
		operations.put([]byte(args[0].String()))
		return nil
	}))
	page.Set("save", js.FuncOf(func(js.Value, []js.Value) any { return saved(room) }))
	go func() {
		for {
			visit.Do(operations.take())
		}
	}()
	for {
		event, err := visit.Next(ctx)
		if err != nil {
			return err
		}
		page.Call("hear", string(event))
	}
}

// kernelOptions returns the options of the kernel of a notebook in a folder.
func kernelOptions(dir string) kernel.Options {
	return kernel.Options{
		Start: func(ctx context.Context) (kernel.Engine, error) {
			return interp.Start(ctx, interp.Options{
				Symbols: symbols.NewPageWorld(), Dir: dir, Converses: true, OwnsPage: true, Unattended: true, StopTimeout: stopTimeout,
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
	array := js.Global().Get("Uint8Array").New(len(raw))
	js.CopyBytesToJS(array, raw)
	return array
}
