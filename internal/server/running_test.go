package server

import (
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"krigo/internal/testwait"
)

func (s served) running() Running {
	s.t.Helper()
	u, err := url.Parse(s.http.URL)
	if err != nil {
		s.t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		s.t.Fatal(err)
	}
	return Running{URL: s.http.URL + "/", Port: port, Token: testToken, Folder: s.dir}
}

// TestServersAreFound: while they run, by their file, which is their user's only.
func TestServersAreFound(t *testing.T) {
	s := serve(t)
	dir := filepath.Join(t.TempDir(), "run[time]")
	remove, err := Announce(dir, s.running())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, strconv.Itoa(os.Getpid())+".json")
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v %v", info, err)
	}
	all, err := Find(t.Context(), dir)
	if err != nil || len(all) != 1 || all[0].Token != testToken || all[0].PID != os.Getpid() {
		t.Errorf("found: %+v (%v)", all, err)
	}
	if err := remove(); err != nil {
		t.Error(err)
	}
	if all, err := Find(t.Context(), dir); err != nil || len(all) != 0 {
		t.Errorf("at the end: %+v (%v)", all, err)
	}
}

// TestFilesOfServersThatWereKilledAreRemoved: and no other.
func TestFilesOfServersThatWereKilledAreRemoved(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	other := serve(t) // at a port that another had before
	dir := t.TempDir()
	for name, content := range map[string]string{
		"1.json": `{"url":"http://` + address + `/","token":"t"}`,
		"2.json": `{"url":"` + other.http.URL + `/","token":"not its token"}`,
		"3.json": `{`, // which is being written
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := Find(t.Context(), dir); err != nil || len(all) != 0 {
		t.Errorf("found: %+v (%v)", all, err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != "3.json" {
		t.Errorf("left: %v (%v)", left, err)
	}
}

// TestAServerIsStopped: by a client that knows its token.
func TestAServerIsStopped(t *testing.T) {
	s := serve(t)
	wrong := s.running()
	wrong.Token = "wrong"
	if err := wrong.Stop(t.Context()); err == nil {
		t.Error("a wrong token stops the server")
	}
	done := make(chan error, 1)
	running := s.running()
	go func() { done <- running.Stop(t.Context()) }()
	testwait.Receive(t, "the request to stop", s.Stopped())
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	s.http.Close()
	if err := testwait.Receive(t, "the end of Stop", done); err != nil {
		t.Error(err)
	}
}

// TestServeEndsAtClose, without an error.
func TestServeEndsAtClose(t *testing.T) {
	s := serve(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	request, err := http.NewRequestWithContext(testwait.Context(t, "the status"), "GET", "http://"+l.Addr().String()+"/status", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+testToken)
	got, err := http.DefaultClient.Do(request)
	if err != nil || got.StatusCode != 200 {
		t.Fatal(got, err)
	}
	got.Body.Close()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := testwait.Receive(t, "the end of Serve", done); err != nil {
		t.Error(err)
	}
	if _, err := s.audience.open(nil, "n.ipynb"); statusOf(err) != http.StatusServiceUnavailable {
		t.Errorf("a room after the end: %v", err)
	}
}
