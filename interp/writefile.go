package interp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"krigo/cell"
)

// writeFile runs %%writefile.
func writeFile(_ context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	name, more := in.line, false
	if len(in.args) > 0 && in.args[0] == "-a" {
		name, more = strings.TrimSpace(strings.TrimPrefix(in.line, "-a")), true
	}
	if name = unquoted(name); name == "" {
		return nil, commandError("%%%%writefile: the file's name is missing")
	}
	if err := wantRest("%writefile", "text", in); err != nil {
		return nil, err
	}
	text := in.text
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	told, err := writeText(s.files.path(name), text, more)
	if err != nil {
		return nil, commandError("%%%%writefile: %v", err)
	}
	out.Stream("stdout", fmt.Sprintf("%s %s: %d bytes\n", told, name, len(text)))
	return nil, nil
}

// writeText writes or appends to a file, and says which it did.
func writeText(path, text string, more bool) (told string, err error) {
	_, err = os.Stat(path)
	flags := os.O_WRONLY | os.O_CREATE
	switch {
	case errors.Is(err, fs.ErrNotExist):
		told = "wrote"
	case more:
		told = "appended to"
	default:
		told = "overwrote"
	}
	if more {
		flags |= os.O_APPEND
	} else {
		flags |= os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o666)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	return told, errors.Join(err, f.Close())
}
