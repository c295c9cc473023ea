package interp

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"krigo/cell"
)

// cd runs %cd. The rest of its line is the folder, spaces and all.
func cd(ctx context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	before, err := s.settle(ctx, "cd", "")
	if err != nil {
		return nil, err
	}
	dir, err := folderNamed(in.line, s.previous)
	if err != nil {
		return nil, err
	}
	now, err := s.settle(ctx, "cd", dir)
	if err != nil {
		return nil, err
	}
	s.previous = before.Dir
	out.Stream("stdout", now.Dir+"\n")
	return nil, nil
}

// vetCd changes the folder from which later cells load files.
func vetCd(v *vet, in invocation) error {
	dir, err := folderNamed(in.line, v.previous)
	if err != nil {
		return err
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(v.dir, dir)
	}
	v.previous, v.dir = v.dir, dir
	return nil
}

// folderNamed returns the folder that an argument of %cd means, previous the one before
// the last %cd.
func folderNamed(name, previous string) (string, error) {
	if name == "-" {
		if previous == "" {
			return "", commandError("%%cd: there is no folder to go back to")
		}
		return previous, nil
	}
	name = unquoted(name)
	if name != "" && name != "~" && !strings.HasPrefix(name, "~/") {
		return name, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", commandError("%%cd: %v", err)
	}
	return filepath.Join(home, strings.TrimPrefix(name, "~")), nil
}

// unquoted takes the quotes off a file's name.
func unquoted(name string) string {
	if n := len(name); n >= 2 && (name[0] == '"' || name[0] == '\'') && name[n-1] == name[0] {
		return name[1 : n-1]
	}
	return name
}
