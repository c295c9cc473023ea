package interp

import (
	"context"
	"os"
	"path/filepath"
	"unicode/utf8"

	"krigo/cell"
)

// maxLoad is the size of the largest file that %load reads, in bytes.
const maxLoad = 16 << 20

// load is %load.
func load(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	name, err := wantOne("load", "file", in.args)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(s.path(name))
	if err != nil {
		return nil, commandError("%%load: %v", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxLoad {
		return nil, commandError("%%load: %s is no file of at most %d MB", name, maxLoad>>20)
	}
	source, err := os.ReadFile(s.path(name))
	if err != nil {
		return nil, commandError("%%load: %v", err)
	}
	if !utf8.Valid(source) {
		return nil, commandError("%%load: %s is no UTF-8 text", name)
	}
	c := cell.Cell{Label: name, Source: string(source), Columns: in.code.Columns}
	s.sources.keep(c)
	return s.evaluate(ctx, c, true)
}

// path is where a file is that cells call name.
func (s *Session) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.directory(), name)
}

// directory is where cells run: the worker's own directory where the system
// tells, since os.Chdir changes it.
func (s *Session) directory() string {
	if dir, err := workingDirectory(s.current().cmd.Process.Pid); err == nil {
		return dir
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options.Dir
}
