package server

import (
	"errors"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"strings"
)

// A file has one checkpoint, as in Jupyter: a copy that its user keeps, in a hidden
// folder beside it.
const (
	checkpointFolder = ".ipynb_checkpoints"
	checkpointID     = "checkpoint"
)

// checkpointModel is a checkpoint as the API tells it.
type checkpointModel struct {
	ID       string `json:"id"`
	Modified string `json:"last_modified"`
}

// checkpointOf takes an address apart that is one of checkpoints: those of a file, or
// with an id one of them. A folder may bear that name, too: what is before has to be a
// file.
func (s *Server) checkpointOf(r *http.Request) (name, id string, ok bool) {
	const word = "/checkpoints"
	client := strings.TrimSuffix(r.PathValue("path"), "/")
	file, isList := strings.CutSuffix(client, word)
	if !isList {
		var at bool
		if file, id, at = cutLast(client, word+"/"); !at || strings.Contains(id, "/") {
			return "", "", false
		}
	}
	name, err := clean(file)
	if err != nil {
		return "", "", false
	}
	info, err := s.folder.stat(name)
	return name, id, err == nil && !info.IsDir()
}

// cutLast is strings.Cut at the last place.
func cutLast(text, at string) (before, after string, ok bool) {
	i := strings.LastIndex(text, at)
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+len(at):], true
}

// checkpointName is where the checkpoint of a file lies.
func checkpointName(name string) string {
	ext := path.Ext(name)
	stem := strings.TrimSuffix(path.Base(name), ext)
	return path.Join(path.Dir(name), checkpointFolder, stem+"-checkpoint"+ext)
}

func checkCheckpoint(id string) error {
	if id == checkpointID {
		return nil
	}
	return refuse(http.StatusNotFound, "there is no checkpoint %q", shortened(id))
}

func (s *Server) listCheckpoints(w http.ResponseWriter, name string) error {
	list := []checkpointModel{}
	info, err := s.folder.root.Stat(filepath.FromSlash(checkpointName(name)))
	switch {
	case err == nil:
		list = append(list, checkpointModel{checkpointID, timestamp(info.ModTime())})
	case !errors.Is(err, fs.ErrNotExist):
		return s.folder.explain(name, err)
	}
	return reply(w, http.StatusOK, list)
}

// postCheckpoint makes a checkpoint of a file, or with an id gives the file what that
// holds.
func (s *Server) postCheckpoint(w http.ResponseWriter, name, id string) error {
	if id != "" {
		return s.restoreCheckpoint(w, name, id)
	}
	raw, err := s.folder.read(name)
	if err != nil {
		return err
	}
	at := checkpointName(name)
	if err := s.folder.root.Mkdir(filepath.FromSlash(path.Dir(at)), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return s.folder.explain(name, err)
	}
	if err := s.folder.write(at, raw); err != nil {
		return err
	}
	info, err := s.folder.stat(at)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/api/contents/"+name+"/checkpoints/"+checkpointID)
	return reply(w, http.StatusCreated, checkpointModel{checkpointID, timestamp(info.ModTime())})
}

func (s *Server) restoreCheckpoint(w http.ResponseWriter, name, id string) error {
	if err := checkCheckpoint(id); err != nil {
		return err
	}
	raw, err := s.folder.read(checkpointName(name))
	if err != nil {
		return err
	}
	if err := s.folder.write(name, raw); err != nil {
		return err
	}
	return reply(w, http.StatusNoContent, nil)
}

func (s *Server) deleteCheckpoint(w http.ResponseWriter, name, id string) error {
	if err := checkCheckpoint(id); err != nil {
		return err
	}
	at := checkpointName(name)
	if err := s.folder.root.Remove(filepath.FromSlash(at)); err != nil {
		return s.folder.explain(at, err)
	}
	return reply(w, http.StatusNoContent, nil)
}
