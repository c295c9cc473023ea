package server

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// apiVersion is the version of the Jupyter Server whose API is served.
const apiVersion = "2.14.0"

func (s *Server) getVersion(w http.ResponseWriter, _ *http.Request) error {
	return reply(w, http.StatusOK, map[string]string{"version": apiVersion})
}

// getMe tells who the client is: whoever knows the token may do all.
func (s *Server) getMe(w http.ResponseWriter, r *http.Request) error {
	granted := map[string][]string{}
	if asked := r.URL.Query().Get("permissions"); asked != "" {
		if err := json.Unmarshal([]byte(asked), &granted); err != nil {
			return refuse(http.StatusBadRequest, "permissions: want an object of lists, such as {\"contents\":[\"read\"]}: %v", err)
		}
	}
	return reply(w, http.StatusOK, map[string]any{
		"identity": map[string]any{
			"username": "local", "name": "local", "display_name": "local", "initials": nil, "avatar_url": nil, "color": nil,
		},
		"permissions": granted,
	})
}

func (s *Server) getStatus(w http.ResponseWriter, _ *http.Request) error {
	latest, connections := s.started, 0
	all := s.kernels.all()
	for _, k := range all {
		_, activity, listeners := k.State()
		connections += listeners
		if activity.After(latest) {
			latest = activity
		}
	}
	return reply(w, http.StatusOK, map[string]any{
		"started": timestamp(s.started), "last_activity": timestamp(latest), "kernels": len(all), "connections": connections,
	})
}

// listTerminals tells that there are none.
func (s *Server) listTerminals(w http.ResponseWriter, _ *http.Request) error {
	return reply(w, http.StatusOK, []any{})
}

// shutDown asks for the end of the server.
func (s *Server) shutDown(w http.ResponseWriter, _ *http.Request) error {
	err := reply(w, http.StatusOK, map[string]string{"message": "the server ends"})
	s.asking.Do(func() { close(s.asked) })
	return err
}

// listSettings tells that no plugin has settings.
func (s *Server) listSettings(w http.ResponseWriter, _ *http.Request) error {
	return reply(w, http.StatusOK, map[string]any{"settings": []any{}})
}

// getTranslations tells that there is no other language than English.
func (s *Server) getTranslations(w http.ResponseWriter, _ *http.Request) error {
	return reply(w, http.StatusOK, map[string]any{"data": map[string]any{}, "message": ""})
}

// memory is what front ends have the server keep for them, as long as it runs: objects
// by their address.
type memory struct {
	mu   sync.Mutex
	kept map[string]map[string]any
}

// mostKept is how many objects clients may have kept, each as large as a body.
const mostKept = 200

// change puts what f makes of an object in its place.
func (m *memory) change(address string, f func(old map[string]any) map[string]any) (map[string]any, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, known := m.kept[address]
	if !known && len(m.kept) >= mostKept {
		return nil, refuse(http.StatusInsufficientStorage, "clients have %d objects kept here, which is the limit", mostKept)
	}
	fresh := f(old)
	if raw, err := json.Marshal(fresh); err != nil || len(raw) > bodyBytes {
		return nil, refuse(http.StatusRequestEntityTooLarge, "%s would have %d bytes, at most %d are kept", shortened(address), len(raw), bodyBytes)
	}
	if m.kept == nil {
		m.kept = map[string]map[string]any{}
	}
	m.kept[address] = fresh
	return fresh, nil
}

// get is the object of an address, or nil.
func (m *memory) get(address string) map[string]any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept[address]
}

// remove forgets an object.
func (m *memory) remove(address string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, address)
}

func (s *Server) getConfig(w http.ResponseWriter, r *http.Request) error {
	return reply(w, http.StatusOK, orEmpty(s.memory.get(r.URL.Path)))
}

func orEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

func (s *Server) putConfig(w http.ResponseWriter, r *http.Request) error {
	return s.keepConfig(w, r, func(_, fresh map[string]any) map[string]any { return fresh })
}

// patchConfig changes fields; null takes one away.
func (s *Server) patchConfig(w http.ResponseWriter, r *http.Request) error {
	return s.keepConfig(w, r, merged)
}

func (s *Server) keepConfig(w http.ResponseWriter, r *http.Request, change func(old, fresh map[string]any) map[string]any) error {
	fresh := map[string]any{}
	if err := readJSON(w, r, bodyBytes, &fresh); err != nil {
		return err
	}
	section, err := s.memory.change(r.URL.Path, func(old map[string]any) map[string]any { return change(old, orEmpty(fresh)) })
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, section)
}

// merged is old with the fields of fresh, those of objects one by one.
func merged(old, fresh map[string]any) map[string]any {
	all := maps.Clone(orEmpty(old))
	for name, value := range fresh {
		inner, isObject := value.(map[string]any)
		before, wasObject := all[name].(map[string]any)
		switch {
		case value == nil:
			delete(all, name)
		case isObject && wasObject:
			all[name] = merged(before, inner)
		default:
			all[name] = value
		}
	}
	return all
}

// workspacesAt is the address of the workspaces of JupyterLab.
const workspacesAt = "/lab/api/workspaces/"

func (s *Server) listWorkspaces(w http.ResponseWriter, _ *http.Request) error {
	s.memory.mu.Lock()
	defer s.memory.mu.Unlock()
	ids, values := []string{}, []any{}
	for _, address := range slices.Sorted(maps.Keys(s.memory.kept)) {
		if id, ok := strings.CutPrefix(address, workspacesAt); ok {
			ids, values = append(ids, id), append(values, s.memory.kept[address])
		}
	}
	return reply(w, http.StatusOK, map[string]any{"workspaces": map[string]any{"ids": ids, "values": values}})
}

// getWorkspace gives a workspace, or an empty one.
func (s *Server) getWorkspace(w http.ResponseWriter, r *http.Request) error {
	if kept := s.memory.get(r.URL.Path); kept != nil {
		return reply(w, http.StatusOK, kept)
	}
	return reply(w, http.StatusOK, map[string]any{"data": map[string]any{}, "metadata": map[string]any{"id": r.PathValue("id")}})
}

func (s *Server) putWorkspace(w http.ResponseWriter, r *http.Request) error {
	fresh := map[string]any{}
	if err := readJSON(w, r, bodyBytes, &fresh); err != nil {
		return err
	}
	if _, err := s.memory.change(r.URL.Path, func(map[string]any) map[string]any { return fresh }); err != nil {
		return err
	}
	return reply(w, http.StatusNoContent, nil)
}

func (s *Server) deleteWorkspace(w http.ResponseWriter, r *http.Request) error {
	s.memory.remove(r.URL.Path)
	return reply(w, http.StatusNoContent, nil)
}
