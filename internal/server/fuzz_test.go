package server

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"krigo/kernel"
)

// FuzzFraming: whatever a client sends is refused or read, and what is read is written
// and read again as it was.
func FuzzFraming(f *testing.F) {
	p := kernel.Packet{
		Channel: "shell", Header: []byte(`{"msg_id":"1"}`), Parent: []byte("{}"), Metadata: []byte("{}"), Content: []byte(`{"code":"x"}`),
		Buffers: [][]byte{{1, 2}, {}},
	}
	for _, framing := range []framing{v1{}, legacy{}} {
		kind, raw, err := framing.encode(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(kind == websocket.MessageBinary, raw)
		f.Add(true, raw[:len(raw)/2])
	}
	f.Add(false, []byte(`{"channel":"shell","header":{},"content":{},"buffers":[]}`))
	f.Add(true, []byte("\xff\xff\xff\xff\xff\xff\xff\x7f"))
	f.Add(true, bytes.Repeat([]byte{6, 0, 0, 0, 0, 0, 0, 0}, 7))
	f.Add(true, []byte("\x00\x00\x00\x01\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, binary bool, raw []byte) {
		kind := websocket.MessageText
		if binary {
			kind = websocket.MessageBinary
		}
		for _, framing := range []framing{v1{}, legacy{}} {
			p, err := framing.decode(kind, raw)
			if err != nil {
				continue
			}
			kind, again, err := framing.encode(p)
			if err != nil {
				continue // legacy JSON whose parts are no JSON
			}
			q, err := framing.decode(kind, again)
			if err != nil || q.Channel != p.Channel || len(q.Buffers) != len(p.Buffers) {
				t.Fatalf("%T: %+v came back as %+v (%v)", framing, p, q, err)
			}
			for i := range p.Buffers {
				if !bytes.Equal(p.Buffers[i], q.Buffers[i]) {
					t.Fatalf("%T: buffer %d changed", framing, i)
				}
			}
		}
	})
}

// FuzzPaths: no path that a client gives reaches what lies beside the folder.
func FuzzPaths(f *testing.F) {
	above := f.TempDir()
	dir := filepath.Join(above, "served")
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o777); err != nil {
		f.Fatal(err)
	}
	secret := filepath.Join(above, "secret")
	if err := os.WriteFile(secret, []byte("outside"), 0o666); err != nil {
		f.Fatal(err)
	}
	if err := os.Symlink(above, filepath.Join(dir, "up")); err != nil {
		f.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { root.Close() })
	inside := folder{root, dir}
	for _, path := range []string{"", "sub", "../secret", "sub/../../secret", "up/secret", "up", "..\\secret", "\x00", "a\x00/../secret", "/secret", strings.Repeat("a/", 5000), "sub/.x", "\xff", secret} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		name, err := clean(path)
		if err != nil {
			return
		}
		if got, err := inside.read(name); err == nil && strings.Contains(string(got), "outside") {
			t.Errorf("%q reads what lies outside", path)
		}
		if err := inside.write(name, []byte("written")); err == nil {
			if err := root.Remove(filepath.FromSlash(name)); err != nil {
				t.Errorf("%q was written elsewhere: %v", path, err)
			}
		}
		if all, err := os.ReadDir(above); err != nil || len(all) != 2 {
			t.Fatalf("%q left %v beside the folder (%v)", path, all, err)
		}
	})
}

// FuzzBodies: no body makes the API fail, but its sender's request.
func FuzzBodies(f *testing.F) {
	s := serve(f)
	requests := [][2]string{
		{"PUT", "/api/contents/f"}, {"POST", "/api/contents"}, {"PATCH", "/api/contents/f"}, {"POST", "/api/sessions"}, {"POST", "/api/kernels"},
		{"PUT", "/api/config/c"}, {"PATCH", "/api/config/c"}, {"PUT", "/lab/api/workspaces/w"}, {"POST", "/new"},
	}
	for i := range requests {
		for _, body := range []string{
			"", "{", "null", "[]", "5", `{"path":null,"kernel":null}`, `{"path":"../f","type":"file","content":"x"}`, `{"type":"notebook","content":{"nbformat":4,"cells":[]}}`,
			`{"type":"file","format":"base64","content":"AA=="}`, `{"copy_from":"../../etc/passwd"}`, `{"a":{"b":null}}`, `{"dir":".."}`,
		} {
			f.Add(uint8(i), body)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, body string) {
		q := requests[int(which)%len(requests)]
		s := s
		s.t = t
		got := s.ask(q[0], q[1], body)
		if got.status >= 500 && got.status != 501 && got.status != 507 {
			t.Errorf("%s %s %q: %d %s", q[0], q[1], body, got.status, got.body)
		}
		for _, k := range s.kernels.all() {
			if err := s.end(k); err != nil {
				t.Error(err)
			}
		}
	})
}
