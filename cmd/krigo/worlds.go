package main

import (
	"path/filepath"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/percent"
	"krigo/internal/sessions"
	"krigo/interp/imports"
)

// worldOfNotebook returns what the cells of a notebook can import while nothing runs.
func worldOfNotebook(path string, nb *nbformat.Notebook) (*imports.World, error) {
	kept, err := nb.Modules()
	return quietWorld(path, kept), err
}

// worldOfScript returns what the cells of a Go file can import while nothing runs.
func worldOfScript(path, text string) (*imports.World, error) {
	kept, err := percent.Modules(text)
	return quietWorld(path, kept), err
}

// quietWorld returns what the cells of a file can import, for commands that download nothing.
func quietWorld(path string, kept cell.Modules) *imports.World {
	w := sessions.Unattended(filepath.Dir(path), kept, "")
	w.Quiet(true)
	return w
}
