package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/nbformat/percent"
	"krigo/internal/repl"
	"krigo/internal/sessions"
	"krigo/internal/words"
	"krigo/interp"
	"krigo/interp/imports"
)

// loader runs a file in a session before the user types anything. Its error is one of
// the file's cells, which has been printed, or cell.ErrLeave where a cell leaves.
type loader func(ctx context.Context, session *interp.Session, screen *repl.Screen) error

// fileToLoad returns the folder of the session that loads a file, what its cells can import, and what loads it. The
// folder of a script is the caller's, and that of a notebook the notebook's, as krigo run has it; modules are those of
// the file.
func fileToLoad(path string) (dir string, world *imports.World, load loader, err error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".go":
		source, err := os.ReadFile(path)
		if err != nil {
			return "", nil, nil, err
		}
		kept, err := percent.Modules(string(source))
		return "", sessions.Attended(filepath.Dir(path), kept), func(ctx context.Context, session *interp.Session, screen *repl.Screen) error {
			return repl.Load(ctx, session, screen, path, string(source))
		}, err
	case ".ipynb":
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			return "", nil, nil, err
		}
		kept, err := nb.Modules()
		if err != nil {
			return "", nil, nil, err
		}
		dir, err := filepath.Abs(filepath.Dir(path))
		return dir, sessions.Attended(dir, kept), func(ctx context.Context, session *interp.Session, screen *repl.Screen) error {
			return loadNotebook(ctx, session, screen, path, nb)
		}, err
	}
	return "", nil, nil, fmt.Errorf("%s: want a Go file (.go) or a notebook (.ipynb)", path)
}

// loadNotebook runs the code cells of a notebook. Of what they show errors are printed
// only.
func loadNotebook(ctx context.Context, session *interp.Session, screen *repl.Screen, path string, nb *nbformat.Notebook) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	ran := 0
	tell := func(b cell.Bundle) { screen.Display(cell.Display{Bundle: b, ID: path, Update: true}) }
	err := execute.Notebook(ctx, session, nb, execute.Options{Observe: func(s execute.Step) {
		if s.Done {
			ran = s.Cell
			return
		}
		tell(textBundle(fmt.Sprintf("cell %d of %d: %s", s.Cell, s.Of, path)).AsPassing())
	}})
	failed := (*execute.CellError)(nil)
	switch {
	case errors.As(err, &failed):
		tell(textBundle(fmt.Sprintf("%s: cell %d of %d failed; those after it did not run", path, failed.Cell, failed.Of)))
		err = failed.Err.In(path)
	case ctx.Err() != nil:
		tell(textBundle(fmt.Sprintf("%s: interrupted at cell %d; those after it did not run", path, ran)))
		screen.Finish(nil, nil)
		return ctx.Err()
	case err == nil:
		tell(textBundle(fmt.Sprintf("%s of %s ran", words.Count(ran, "cell"), path)))
	}
	screen.Finish(nil, err)
	return err
}

func textBundle(text string) cell.Bundle {
	return cell.Bundle{Data: map[string]any{"text/plain": text}}
}
