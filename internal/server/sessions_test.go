package server

import (
	"strings"
	"sync"
	"testing"

	"krigo/internal/testwait"
)

// modelOfSession is what the tests read of a session.
type modelOfSession struct {
	ID, Path, Name, Type string
	Kernel               struct{ ID, Name string }
	Notebook             struct{ Path string }
}

func (s served) newSession(body string) (m modelOfSession) {
	s.t.Helper()
	s.want(201, "POST", "/api/sessions", body, &m)
	return m
}

// TestAPathHasOneKernel: whoever asks, and however often at once.
func TestAPathHasOneKernel(t *testing.T) {
	s := serve(t)
	s.write("n.ipynb", notebookText(t))
	const body = `{"path":"n.ipynb","type":"notebook","name":"n","kernel":{"name":"krigo"}}`
	first := s.newSession(body)
	if first.Kernel.Name != "krigo" || first.Notebook.Path != "n.ipynb" || first.Path != "n.ipynb" {
		t.Errorf("the session is %+v", first)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := s.ask("POST", "/api/sessions", body); got.status != 201 || !strings.Contains(got.body, first.ID) || !strings.Contains(got.body, first.Kernel.ID) {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
	}
	all.Wait()
	var kernels []struct{ ID string }
	if s.want(200, "GET", "/api/kernels", "", &kernels); len(kernels) != 1 {
		t.Errorf("%d kernels run", len(kernels))
	}
}

// TestSessionsComeAndGo: with their kernels, unless another session is on those.
func TestSessionsComeAndGo(t *testing.T) {
	s := serve(t)
	one := s.newSession(`{"path":"a.ipynb","kernel":{"name":"krigo"}}`)
	two := s.newSession(`{"path":"console-1","type":"console","kernel":{"id":"` + one.Kernel.ID + `"}}`)
	if two.Kernel.ID != one.Kernel.ID || two.ID == one.ID {
		t.Errorf("the console has %+v", two)
	}
	var renamed modelOfSession
	s.want(200, "PATCH", "/api/sessions/"+one.ID, `{"path":"b.ipynb","name":"b"}`, &renamed)
	if renamed.Path != "b.ipynb" || renamed.Kernel.ID != one.Kernel.ID {
		t.Errorf("renamed: %+v", renamed)
	}
	s.want(409, "PATCH", "/api/sessions/"+one.ID, `{"path":"console-1"}`, nil)
	s.want(204, "DELETE", "/api/sessions/"+two.ID, "", nil)
	s.want(200, "GET", "/api/kernels/"+one.Kernel.ID, "", nil)
	s.want(204, "DELETE", "/api/sessions/"+one.ID, "", nil)
	s.want(404, "GET", "/api/kernels/"+one.Kernel.ID, "", nil)
	s.want(404, "GET", "/api/sessions/"+one.ID, "", nil)
	var list []modelOfSession
	if s.want(200, "GET", "/api/sessions", "", &list); len(list) != 0 {
		t.Errorf("there are %v", list)
	}
}

// TestASessionGetsAnotherKernel: and its former one ends.
func TestASessionGetsAnotherKernel(t *testing.T) {
	s := serve(t)
	one := s.newSession(`{"path":"a.ipynb"}`)
	var changed modelOfSession
	s.want(200, "PATCH", "/api/sessions/"+one.ID, `{"kernel":{"name":"krigo"}}`, &changed)
	if changed.Kernel.ID == one.Kernel.ID {
		t.Error("the kernel is the same")
	}
	s.want(404, "GET", "/api/kernels/"+one.Kernel.ID, "", nil)
	s.want(200, "GET", "/api/sessions/"+one.ID, "", &changed)
}

// TestAKernelThatEndsTakesItsSessions: those of its clients that shut it down.
func TestAKernelThatEndsTakesItsSessions(t *testing.T) {
	s := serve(t)
	one := s.newSession(`{"path":"a.ipynb"}`)
	c := s.dial(one.Kernel.ID, "a", protocolV1)
	c.send("control", "shutdown_request", map[string]bool{"restart": false})
	for {
		if _, err := c.next(); err != nil {
			break
		}
	}
	k, err := s.kernels.get(one.Kernel.ID)
	if err == nil {
		testwait.Receive(t, "the end of the kernel", k.Ended())
		s.kernels.remove(k)
	}
	s.want(404, "GET", "/api/sessions/"+one.ID, "", nil)
	if again := s.newSession(`{"path":"a.ipynb"}`); again.Kernel.ID == one.Kernel.ID {
		t.Error("the new session has the kernel that has ended")
	}
}

func TestWhatSessionsAreRefused(t *testing.T) {
	s := serve(t)
	one := s.newSession(`{"path":"a.ipynb"}`)
	for _, c := range []struct {
		method, path, body string
		want               int
		word               string
	}{
		{"POST", "/api/sessions", `{}`, 400, "path"},
		{"POST", "/api/sessions", `{"path":"../a.ipynb"}`, 404, "no"},
		{"POST", "/api/sessions", `{"path":"c.ipynb","kernel":{"name":"python3"}}`, 501, "python3"},
		{"POST", "/api/sessions", `{"path":"c.ipynb","kernel":{"id":"none"}}`, 404, "none"},
		{"POST", "/api/sessions", `{"path":5}`, 400, "body"},
		{"POST", "/api/kernels", `{"name":"python3"}`, 501, "python3"},
		{"POST", "/api/kernels", `{"path":"../x"}`, 404, "no"},
		{"PATCH", "/api/sessions/" + one.ID, `{"kernel":{"name":"python3"}}`, 501, "python3"},
		{"PATCH", "/api/sessions/" + one.ID, `{"path":".x"}`, 404, "no"},
		{"PATCH", "/api/sessions/none", `{}`, 404, "none"},
		{"DELETE", "/api/sessions/none", ``, 404, "none"},
		{"POST", "/api/kernels/none/interrupt", ``, 404, "none"},
		{"GET", "/api/kernelspecs/python3", ``, 404, "python3"},
		{"GET", "/kernelspecs/krigo/kernel.json", ``, 404, "no"},
		{"PUT", "/api/config/x", `[]`, 400, "body"},
		{"GET", "/api/me?permissions=x", ``, 400, "permissions"},
		{"GET", "/export/a.ipynb", ``, 404, "no"},
		{"GET", "/notebooks/a.txt", ``, 404, "no"},
		{"GET", "/blob/none", ``, 404, "no"},
		{"GET", "/frame/none", ``, 404, "no"},
		{"GET", "/room/a.ipynb", ``, 426, "websocket"},
		{"GET", "/room/a.txt", ``, 404, "no"},
		{"GET", "/static/none.js", ``, 404, "no"},
	} {
		if got := s.ask(c.method, c.path, c.body); got.status != c.want || !strings.Contains(got.body, c.word) {
			t.Errorf("%s %s %s: %d %s, want %d with %q", c.method, c.path, c.body, got.status, got.body, c.want, c.word)
		}
	}
}

// TestWhatFrontEndsKeep: sections of settings field by field, workspaces whole.
func TestWhatFrontEndsKeep(t *testing.T) {
	s := serve(t)
	var section map[string]any
	s.want(200, "PUT", "/api/config/notebook", `{"a":{"x":1,"y":2},"b":3}`, nil)
	s.want(200, "PATCH", "/api/config/notebook", `{"a":{"y":null,"z":4}}`, nil)
	s.want(200, "GET", "/api/config/notebook", "", &section)
	if a := section["a"].(map[string]any); len(a) != 2 || a["x"] != 1.0 || a["z"] != 4.0 || section["b"] != 3.0 {
		t.Errorf("the section is %v", section)
	}
	s.want(204, "PUT", "/lab/api/workspaces/default", `{"data":{"k":1},"metadata":{"id":"default"}}`, nil)
	var workspace struct{ Data map[string]any }
	s.want(200, "GET", "/lab/api/workspaces/default", "", &workspace)
	if workspace.Data["k"] != 1.0 {
		t.Errorf("the workspace is %v", workspace)
	}
	s.want(204, "DELETE", "/lab/api/workspaces/default", "", nil)
	for range mostKept + 1 {
		s.want(200, "PUT", "/api/config/same", `{}`, nil)
	}
}

// TestWhatClientsAskAtFirst is all there.
func TestWhatClientsAskAtFirst(t *testing.T) {
	s := serve(t)
	for path, word := range map[string]string{
		"/api": "version", "/api/": "version", "/api/me": "username", "/api/status": "last_activity", "/api/terminals": "[]", "/api/kernels": "[]", "/api/sessions": "[]",
		"/api/kernelspecs": `"default":"krigo"`, "/api/kernelspecs/krigo": "interrupt_mode", "/kernelspecs/krigo/logo-svg.svg": "<svg", "/lab/api/settings": "settings",
		"/lab/api/translations": "data", "/lab/api/translations/": "data", "/lab/api/translations/en": "data", "/lab/api/workspaces": "ids", "/lab/api/workspaces/default": "metadata",
		"/api/config/notebook": "{}",
	} {
		if got := s.ask("GET", path, ""); got.status != 200 || !strings.Contains(got.body, word) {
			t.Errorf("%s: %d %s, want %q in it", path, got.status, got.body, word)
		}
	}
}
