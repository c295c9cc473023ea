package server

import (
	"fmt"
	"html/template"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"krigo/internal/notebook"
)

var homePage = template.Must(template.ParseFS(homeFiles, "home/home.html"))

// home is the content of the page of a folder.
type home struct {
	Base        base
	Title, Path string
	Above       []place // the folders that it is in
	Entries     []entryRow
	Sessions    []sessionRow
	Unsaved     bool // whether visitors run the notebooks, and nothing is saved
	// Number is the visitor's for the teacher, 0 before there is one, and Name the name, or "".
	Number int
	Name   string
}

// place is a folder or notebook with its page.
type place struct{ Name, Address string }

// entryRow is a folder or notebook in a list.
type entryRow struct {
	place
	Kind, Time, Changed, Size, State string
}

// sessionRow is a notebook whose kernel runs.
type sessionRow struct {
	place
	End, State, Time, Active string
}

// getHome serves the page of a folder.
func (p pages) getHome(w http.ResponseWriter, r *http.Request) error {
	name, info, err := p.folder.asked(r)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		http.Redirect(w, r, p.base.page(name), http.StatusSeeOther)
		return nil
	}
	rooms := p.audience.opened(r)
	h := home{Base: p.base, Title: p.titleOf(name), Path: shown(name), Above: p.above(name), Unsaved: !p.saves}
	if !p.saves {
		h.Number, h.Name = p.known(r)
	} else {
		h.Sessions = p.sessionRows(rooms.all())
	}
	if h.Entries, err = p.entryRows(name, rooms); err != nil {
		return err
	}
	writePage(w, http.StatusOK, homePage, h)
	return nil
}

// entryRows returns the folders and then the notebooks of a folder.
func (p pages) entryRows(name string, rooms *registry) ([]entryRow, error) {
	listed, err := p.folder.list(name)
	if err != nil {
		return nil, err
	}
	var folders, notebooks []entryRow
	for _, e := range listed {
		base := path.Base(e.name)
		switch {
		case e.info.IsDir():
			folders = append(folders, entryRow{place: place{base, p.base.list(e.name)}, Kind: "folder"})
		case isNotebook(e.name):
			changed := e.info.ModTime()
			notebooks = append(notebooks, entryRow{
				place: place{base, p.base.page(e.name)}, Kind: "notebook", Time: timestamp(changed), Changed: since(changed),
				Size: sizeText(e.info.Size()), State: stateOf(rooms.at(e.name)),
			})
		}
	}
	return append(folders, notebooks...), nil
}

// titleOf returns the name of a folder.
func (p pages) titleOf(name string) string {
	if name == "." {
		return path.Base(strings.ReplaceAll(p.folder.dir, `\`, "/"))
	}
	return path.Base(name)
}

// above returns the folders around a folder, the outermost first.
func (p pages) above(name string) []place {
	if name == "." {
		return nil
	}
	dir := path.Dir(name)
	return append(p.above(dir), place{p.titleOf(dir), p.base.list(dir)})
}

// sessionRows returns the rows of the rooms whose kernel runs, by name.
func (p pages) sessionRows(rooms []*notebook.Room) []sessionRow {
	var rows []sessionRow
	for _, room := range rooms {
		name := room.Path()
		if u := room.Usage(); u.Kernel {
			rows = append(rows, sessionRow{
				place: place{name, p.base.page(name)}, End: p.base.end(name),
				State: stateOf(room), Time: timestamp(u.Used), Active: since(u.Used),
			})
		}
	}
	slices.SortFunc(rows, func(a, b sessionRow) int { return strings.Compare(a.Name, b.Name) })
	return rows
}

// stateOf returns a word for what a room does, or "" for no room.
func stateOf(room *notebook.Room) string {
	if room == nil {
		return ""
	}
	switch u := room.Usage(); {
	case u.Waiting:
		return "waiting"
	case u.Busy:
		return "busy"
	case u.Kernel:
		return "idle"
	}
	return "open"
}

// timestamp returns a time as the pages' <time> has it.
func timestamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// since describes the time since an event.
func since(t time.Time) string {
	d := time.Since(t)
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return t.Format("2 January 2006")
}

func sizeText(n int64) string {
	if n < 1e6 {
		return fmt.Sprintf("%d kB", (n+999)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// postNew makes a notebook in the folder that a form names, and leads to its page.
func (p pages) postNew(w http.ResponseWriter, r *http.Request) error {
	form, err := readForm(w, r)
	if err != nil {
		return err
	}
	dir, err := clean(form.Get("dir"))
	if err != nil {
		return err
	}
	name, err := p.folder.newNotebook(dir)
	if err != nil {
		return err
	}
	http.Redirect(w, r, p.base.page(name), http.StatusSeeOther)
	return nil
}

// postEnd ends the kernel of a notebook, and leads back to the list.
func (p pages) postEnd(w http.ResponseWriter, r *http.Request) error {
	name, err := notebookName(r)
	if err != nil {
		return err
	}
	if room := p.audience.opened(r).at(name); room != nil {
		if err := room.Rest(""); err != nil {
			return err
		}
	}
	http.Redirect(w, r, p.base.of("/"), http.StatusSeeOther)
	return nil
}
