package repl

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"krigo/cell"
)

// render returns a bundle as it is printed: its text; of a figure the picture where the
// terminal draws it, and the file that it went to.
func (s *Screen) render(b cell.Bundle, id string) drawn {
	image, _ := b.Data["image/png"].(string)
	if image == "" || s.Size == nil && s.Figures == "" {
		return drawn{id: id, text: b.Plain()}
	}
	png, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(image), ""))
	if err != nil {
		return drawn{id: id, text: s.wrapped(b.Plain()) + "\nfigure not shown: " + err.Error()}
	}
	var parts []string
	picture := s.picture(png, b)
	if picture == "" {
		parts = append(parts, s.wrapped(b.Plain()))
	}
	if picture == "" || s.Figures != "" {
		parts = append(parts, s.file(png, id))
	}
	return drawn{id: id, text: picture + strings.Join(parts, "\n"), picture: picture != ""}
}

// picture returns the sequence that draws a figure, or "" if the terminal cannot.
func (s *Screen) picture(png []byte, b cell.Bundle) string {
	if s.Draw == nil {
		return ""
	}
	width, height := shownSize(b)
	text, err := s.Draw(png, width, height)
	if err != nil {
		return "" // the file can be looked at by what knows its form
	}
	return text
}

// shownSize returns the size at which a figure is to be shown, in CSS pixels, or 0. It comes
// as a number of JSON, or as it was set where no process is between.
func shownSize(b cell.Bundle) (width, height int) {
	size, _ := b.Metadata["image/png"].(map[string]any)
	return pixels(size["width"]), pixels(size["height"])
}

func pixels(v any) int {
	switch n := v.(type) {
	case int:
		return n
	case float64:
		return int(n)
	}
	return 0
}

// file saves a figure and names its file.
func (s *Screen) file(png []byte, id string) string {
	path, err := s.saved.save(s.Figures, png, id)
	switch {
	case err != nil:
		return fmt.Sprintf("figure not saved: %v", err)
	case s.Links:
		return link(path)
	}
	return path
}

// link returns a path that leads to its file in terminals that know links; others pass over
// what is around it.
func link(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	host, err := os.Hostname() // of another machine than the terminal's, perhaps
	if err != nil {
		host = ""
	}
	full = filepath.ToSlash(full)
	if !strings.HasPrefix(full, "/") {
		full = "/" + full // a drive
	}
	to := url.URL{Scheme: "file", Host: host, Path: full}
	return fmt.Sprintf("\x1b]8;;%s\x1b\\%s\x1b]8;;\x1b\\", to.String(), path)
}

// figureFiles are the files that a session's figures went to.
type figureFiles struct {
	folder string
	of     map[string]string // the files of figures with an ID
	number int               // of the last file
}

// save writes a figure's PNG to a folder, "" being a new temporary one. A figure that has
// an ID keeps its file; others, and those of other sessions, are not written over.
func (f *figureFiles) save(folder string, png []byte, id string) (string, error) {
	if path := f.of[id]; path != "" {
		return path, os.WriteFile(path, png, 0o644)
	}
	if err := f.open(folder); err != nil {
		return "", err
	}
	path, err := f.create(png)
	if err == nil && id != "" {
		f.of[id] = path
	}
	return path, err
}

// open makes the folder, once.
func (f *figureFiles) open(folder string) (err error) {
	switch {
	case f.folder != "":
		return nil
	case folder == "":
		folder, err = os.MkdirTemp("", "krigo-figures-")
	default:
		err = os.MkdirAll(folder, 0o777)
	}
	if err == nil {
		f.folder, f.of = folder, map[string]string{}
	}
	return err
}

// create writes a new file, by the next number that is free.
func (f *figureFiles) create(png []byte) (string, error) {
	for {
		f.number++
		path := filepath.Join(f.folder, fmt.Sprintf("figure-%d.png", f.number))
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = file.Write(png)
		return path, errors.Join(err, file.Close())
	}
}
