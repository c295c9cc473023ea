package interp

import (
	"context"
	"os"
	"path/filepath"
	"unicode/utf8"

	"krigo/cell"
	"krigo/interp/static"
)

// maxLoad is the size of the largest file that %load reads, in bytes.
const maxLoad = 16 << 20

// load runs %load.
func load(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	name, err := wantOne("load", "file", in.args)
	if err != nil {
		return nil, err
	}
	c, err := loaded(name, s.files.path(name))
	if err != nil {
		return nil, err
	}
	c.Columns = in.code.Columns
	s.sources.keep(c)
	return s.evaluate(ctx, c, true)
}

// vetLoad vets the file if it exists. Otherwise an earlier cell may write it, and its
// declarations are unknown.
func vetLoad(v *vet, in invocation) error {
	name, err := wantOne("load", "file", in.args)
	if err != nil {
		return err
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(v.dir, path)
	}
	c, err := loaded(name, path)
	if err != nil {
		v.Blind()
		v.found = append(v.found, Finding{Warning: true, Diagnostic: placed(in.code, in.start,
			name+" cannot be read, unless a cell writes it: its declarations are unknown, and undefined names are not reported from here on")})
		return nil
	}
	v.source(c, static.KeepAssumed)
	return nil
}

// loaded returns the file at a path as a cell that is called name.
func loaded(name, path string) (cell.Cell, error) {
	info, err := os.Stat(path)
	if err != nil {
		return cell.Cell{}, commandError("%%load: %v", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxLoad {
		return cell.Cell{}, commandError("%%load: %s is not a file of at most %d MB", name, maxLoad>>20)
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return cell.Cell{}, commandError("%%load: %v", err)
	}
	if !utf8.Valid(source) {
		return cell.Cell{}, commandError("%%load: %s is not UTF-8 text", name)
	}
	return cell.Cell{Label: name, Source: string(source)}, nil
}
