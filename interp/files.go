package interp

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"krigo/cell"
)

// completeFile completes the name of a file that begins at start within a literal.
func (s *Session) completeFile(source string, start, cursor int) cell.Completion {
	c := cell.Completion{Start: start, End: cursor}
	for _, name := range s.files(source[start:cursor], false) {
		if strconv.Quote(name) == `"`+name+`"` { // else the literal would be another
			c.Matches = append(c.Matches, cell.Match{Text: name, Type: "path"})
		}
	}
	return c
}

// files lists what begins with what is typed, a path from the folder of the cells:
// folders, which end in a slash, and, unless only they are wanted, files. Hidden ones
// are left out where none is begun.
func (s *Session) files(typed string, foldersOnly bool) []string {
	parent := typed[:strings.LastIndexByte(typed, '/')+1]
	dir := parent
	if dir == "" {
		dir = "."
	}
	if strings.HasPrefix(dir, "~/") && foldersOnly {
		home, err := folderNamed(dir, "")
		if err != nil {
			return nil
		}
		dir = home
	}
	entries, err := os.ReadDir(s.path(dir))
	if err != nil {
		return nil
	}
	hidden := strings.HasPrefix(typed[len(parent):], ".")
	var out []string
	for _, e := range entries {
		name := parent + e.Name()
		if strings.HasPrefix(e.Name(), ".") != hidden || !strings.HasPrefix(name, typed) {
			continue
		}
		switch folder := s.isFolder(filepath.Join(dir, e.Name()), e); {
		case folder:
			out = append(out, name+"/")
		case !foldersOnly:
			out = append(out, name)
		}
	}
	return out
}

// isFolder follows links.
func (s *Session) isFolder(name string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(s.path(name))
	return err == nil && info.IsDir()
}
