package server

import (
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"krigo/internal/notebook"
)

//go:embed home
var homeFiles embed.FS

var homePage = template.Must(template.ParseFS(homeFiles, "home/home.html"))

// home is what the page of a folder shows.
type home struct {
	Title, Path string
	Above       []place // the folders that it lies in
	Entries     []entryRow
	Kernels     []kernelRow
	Unsaved     bool // whether visitors run the notebooks, and nothing is saved
}

// place is a folder or notebook with its page.
type place struct{ Name, Address string }

// entryRow is a folder or notebook in a list.
type entryRow struct {
	place
	Kind, Time, Changed, Size, State string
}

// kernelRow is a kernel that runs.
type kernelRow struct {
	place
	ID, State, Time, Active string
}

// getHome serves the page of a folder.
func (s *Server) getHome(w http.ResponseWriter, r *http.Request) error {
	name, info, err := s.folder.asked(r)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		http.Redirect(w, r, pageOf(name), http.StatusSeeOther)
		return nil
	}
	states := map[string]string{}
	h := home{Title: s.titleOf(name), Path: shown(name), Above: s.above(name), Kernels: s.kernelRows(states), Unsaved: s.class != nil}
	if h.Unsaved {
		roomStates(s.roomsOf(r).all(), states)
	}
	var notebooks []entryRow
	listed, err := s.folder.list(name)
	if err != nil {
		return err
	}
	for _, m := range listed {
		switch m.Type {
		case typeFolder:
			h.Entries = append(h.Entries, entryRow{place: place{m.Name, listOf(m.Path)}, Kind: "folder"})
		case typeNotebook:
			notebooks = append(notebooks, notebookRow(m, states[m.Path]))
		}
	}
	h.Entries = append(h.Entries, notebooks...)
	writePage(w, http.StatusOK, homePage, h)
	return nil
}

func notebookRow(m contentModel, state string) entryRow {
	changed, err := time.Parse(timeForm, m.Modified)
	if err != nil {
		changed = time.Time{}
	}
	return entryRow{
		place: place{m.Name, pageOf(m.Path)}, Kind: "notebook", Time: m.Modified, Changed: since(changed), Size: sizeText(*m.Size), State: state,
	}
}

// titleOf is the name of a folder.
func (s *Server) titleOf(name string) string {
	if name == "." {
		return path.Base(strings.ReplaceAll(s.folder.dir, `\`, "/"))
	}
	return path.Base(name)
}

// above are the folders in which one lies, the outermost first.
func (s *Server) above(name string) []place {
	if name == "." {
		return nil
	}
	dir := path.Dir(name)
	return append(s.above(dir), place{s.titleOf(dir), listOf(shown(dir))})
}

// kernelRows are the kernels that run. States are by the path of their notebook.
func (s *Server) kernelRows(states map[string]string) []kernelRow {
	paths := s.kernels.paths()
	var rows []kernelRow
	for _, k := range s.kernels.all() {
		state, activity, _ := k.State()
		row := kernelRow{place: place{Name: "(no notebook)"}, ID: k.ID, State: state, Time: timestamp(activity), Active: since(activity)}
		if at, ok := paths[k.ID]; ok {
			row.place = place{Name: at}
			if isNotebook(at) {
				row.Address = pageOf(at)
			}
			states[at] = state
		}
		rows = append(rows, row)
	}
	return rows
}

// roomStates are those of a visitor's rooms, by the path of their notebook.
func roomStates(rooms []*notebook.Room, states map[string]string) {
	for _, room := range rooms {
		switch u := room.Usage(); {
		case u.Waiting:
			states[room.Path()] = "waiting"
		case u.Busy:
			states[room.Path()] = "busy"
		case u.Kernel:
			states[room.Path()] = "idle"
		default:
			states[room.Path()] = "open"
		}
	}
}

// pageOf is the address of a notebook's page, and listOf that of a folder's.
func pageOf(name string) string { return (&url.URL{Path: "/notebooks/" + name}).EscapedPath() }
func listOf(name string) string { return (&url.URL{Path: "/tree/" + name}).EscapedPath() }

// since tells how long ago something was.
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

// postNew makes a notebook in the folder that a form or program names, and leads to its
// page.
func (s *Server) postNew(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, bodyBytes)
	wanted := struct{ Dir string }{}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
		wanted.Dir = r.PostFormValue("dir")
	} else if err := readJSON(w, r, bodyBytes, &wanted); err != nil {
		return err
	}
	dir, err := clean(wanted.Dir)
	if err != nil {
		return err
	}
	name, err := s.newNotebook(dir)
	if err != nil {
		return err
	}
	http.Redirect(w, r, pageOf(name), http.StatusSeeOther)
	return nil
}

// postEnd ends a kernel for the page of a folder, and leads back to it.
func (s *Server) postEnd(w http.ResponseWriter, r *http.Request) error {
	k, err := s.kernels.get(r.PathValue("id"))
	if err == nil {
		err = s.end(k)
	}
	if err != nil && statusOf(err) != http.StatusNotFound { // it may have ended meanwhile
		return err
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}
