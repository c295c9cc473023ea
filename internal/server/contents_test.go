package server

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// file is what the tests read of a model.
type file struct {
	Name, Path, Type, Format, MIMEType, Hash string
	Size                                     int64
	Content                                  json.RawMessage
}

func (f file) text(t *testing.T) string {
	t.Helper()
	var text string
	if err := json.Unmarshal(f.Content, &text); err != nil {
		t.Fatal(err)
	}
	return text
}

func names(t *testing.T, folder file) []string {
	t.Helper()
	var all []file
	if err := json.Unmarshal(folder.Content, &all); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range all {
		list = append(list, f.Name+":"+f.Type)
	}
	return list
}

func notebookText(t *testing.T, sources ...string) string {
	t.Helper()
	nb := nbformat.New()
	for _, s := range sources {
		nb.Add(nbformat.Code, s)
	}
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func quoted(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestContentsAreRead: folders, notebooks with whole texts, text, bytes.
func TestContentsAreRead(t *testing.T) {
	s := serve(t)
	s.write("a b/ü.ipynb", notebookText(t, "x := 1\nx"))
	s.write("t.csv", "1,2\n")
	s.write("b.bin", "\xff\x00")
	s.write(".hidden", "")
	var f file
	s.want(200, "GET", "/api/contents", "", &f)
	if got := names(t, f); !slices.Equal(got, []string{"a b:directory", "b.bin:file", "t.csv:file"}) {
		t.Errorf("the folder has %q", got)
	}
	s.want(200, "GET", "/api/contents/a%20b/%C3%BC.ipynb", "", &f)
	var nb struct{ Cells []struct{ Source string } }
	if err := json.Unmarshal(f.Content, &nb); err != nil || nb.Cells[0].Source != "x := 1\nx" || f.Format != "json" || f.Path != "a b/ü.ipynb" {
		t.Errorf("the notebook is %+v (%v)", f, err)
	}
	s.want(200, "GET", "/api/contents/t.csv?hash=1", "", &f)
	// printf '1,2\n' | sha256sum
	if want := "52186c933993da4082b3cdc7c40bb4bf735b391ff54a2ef78c037dda6c38a680"; f.text(t) != "1,2\n" || f.Format != "text" || f.Hash != want {
		t.Errorf("%+v, want the hash %s", f, want)
	}
	s.want(200, "GET", "/api/contents/b.bin", "", &f)
	if f.text(t) != base64.StdEncoding.EncodeToString([]byte("\xff\x00")) || f.Format != "base64" {
		t.Errorf("the bytes are %+v", f)
	}
	f = file{}
	s.want(200, "GET", "/api/contents/t.csv?content=0", "", &f)
	if string(f.Content) != "null" || f.Size != 4 {
		t.Errorf("without content: %+v", f)
	}
	s.want(200, "GET", "/api/contents/a%20b/%C3%BC.ipynb?type=file", "", &f)
	if !strings.Contains(f.text(t), `"nbformat"`) {
		t.Errorf("as a file: %s", f.Content)
	}
}

// TestContentsAreWritten: new ones, others in their place, by every format.
func TestContentsAreWritten(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		path, body string
		want       int
		holds      string
	}{
		{"t.txt", `{"type":"file","format":"text","content":"one"}`, 201, "one"},
		{"t.txt", `{"type":"file","format":"text","content":"two"}`, 200, "two"},
		{"b.bin", `{"type":"file","format":"base64","content":"/wA="}`, 201, "\xff\x00"},
	} {
		s.want(c.want, "PUT", "/api/contents/"+c.path, c.body, nil)
		if got := s.read(c.path); got != c.holds {
			t.Errorf("%s holds %q, want %q", c.path, got, c.holds)
		}
	}
	s.want(201, "PUT", "/api/contents/dir", `{"type":"directory"}`, nil)
	s.want(201, "PUT", "/api/contents/dir/n.ipynb", `{"type":"notebook","format":"json","content":`+notebookText(t, "x")+`}`, nil)
	if nb, err := nbformat.ReadFile(filepath.Join(s.dir, "dir", "n.ipynb")); err != nil || nb.Cells[0].Source != "x" {
		t.Errorf("the notebook: %v", err)
	}
}

// TestWhatCannotBeWrittenChangesNothing: each with its status and a word of why.
func TestWhatCannotBeWrittenChangesNothing(t *testing.T) {
	s := serve(t)
	s.write("n.ipynb", notebookText(t, "kept"))
	s.write("dir/t.txt", "kept")
	before := s.read("n.ipynb")
	for _, c := range []struct {
		method, path, body string
		want               int
		word               string
	}{
		{"PUT", "n.ipynb", `{"type":"notebook","content":{"nbformat":3}}`, 400, "too old"},
		{"PUT", "n.ipynb", `{"type":"notebook","content":{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"song"}]}}`, 400, "cell_type"},
		{"PUT", "n.ipynb", `{"type":"notebook"}`, 400, "empty"},
		{"PUT", "n.ipynb", `{"type":"file","content":5}`, 400, "a string"},
		{"PUT", "n.ipynb", `{"type":"file","format":"morse","content":"x"}`, 400, "morse"},
		{"PUT", "n.ipynb", `{"type":"file","format":"base64","content":"!"}`, 400, "base64"},
		{"PUT", "n.ipynb", `{"type":"song","content":"x"}`, 400, "song"},
		{"PUT", "n.ipynb", `{"type":"file","format":"text","content":"x","chunk":1}`, 400, "chunks"},
		{"PUT", "n.ipynb", `{`, 400, "body"},
		{"PUT", "n.ipynb", `{"type":"directory"}`, 400, "already"},
		{"PUT", "dir", `{"type":"file","content":"x"}`, 400, "already"},
		{"PUT", "", `{"type":"file","content":"x"}`, 400, "already"},
		{"PUT", "none/t.txt", `{"type":"file","content":"x"}`, 404, "no"},
		{"PUT", "n.ipynb/t.txt", `{"type":"file","content":"x"}`, 400, "not a directory"},
		{"GET", "n.ipynb?type=directory", "", 400, "not a directory"},
		{"GET", "dir?type=notebook", "", 400, "directory"},
		{"GET", "dir/t.txt?type=notebook", "", 400, "JSON"},
		{"GET", "dir/t.txt?format=morse", "", 400, "morse"},
		{"GET", "dir/t.txt?content=maybe", "", 400, "maybe"},
		{"GET", "none", "", 404, "none"},
		{"PATCH", "n.ipynb", `{"path":"dir/t.txt"}`, 409, "already"},
		{"PATCH", "n.ipynb", `{"path":"../n.ipynb"}`, 404, "no"},
		{"PATCH", "n.ipynb", `{"path":".n.ipynb"}`, 404, "no"},
		{"PATCH", "n.ipynb", `{"path":""}`, 400, "itself"},
		{"PATCH", "none", `{"path":"other"}`, 404, "none"},
		{"DELETE", "dir", "", 400, "not empty"},
		{"DELETE", "", "", 400, "itself"},
		{"DELETE", "none", "", 404, "none"},
		{"POST", "n.ipynb", "{}", 400, "no folder"},
		{"POST", "dir", `{"type":"song"}`, 400, "song"},
		{"POST", "dir", `{"ext":"/../x"}`, 400, "ext"},
		{"POST", "dir", `{"copy_from":"../x"}`, 404, "no"},
		{"POST", "dir", `{"copy_from":"dir"}`, 400, "folder"},
		{"POST", "n.ipynb/checkpoints/other", "", 404, "other"},
		{"POST", "n.ipynb/checkpoints/checkpoint", "", 404, "no"},
	} {
		got := s.ask(c.method, "/api/contents/"+c.path, c.body)
		if got.status != c.want || !strings.Contains(strings.ToLower(got.body), strings.ToLower(c.word)) {
			t.Errorf("%s %s %s: %d %s, want %d with %q", c.method, c.path, c.body, got.status, got.body, c.want, c.word)
		}
		if strings.Contains(got.body, s.dir) {
			t.Errorf("%s %s tells a path of this machine: %s", c.method, c.path, got.body)
		}
	}
	if s.read("n.ipynb") != before || s.read("dir/t.txt") != "kept" {
		t.Error("what was there has changed")
	}
	if all, err := os.ReadDir(s.dir); err != nil || len(all) != 2 {
		t.Errorf("the folder holds %v (%v)", all, err)
	}
}

// TestNewContentsGetFreeNames: as Jupyter gives them.
func TestNewContentsGetFreeNames(t *testing.T) {
	s := serve(t)
	s.write("t.csv", "1")
	for _, c := range []struct{ body, want string }{
		{`{"type":"notebook"}`, "Untitled.ipynb"}, {`{"type":"notebook"}`, "Untitled1.ipynb"}, {`{"ext":".ipynb"}`, "Untitled2.ipynb"},
		{`{"type":"file","ext":".txt"}`, "untitled.txt"}, {`{"type":"file","ext":".txt"}`, "untitled1.txt"}, {``, "untitled"},
		{`{"type":"directory"}`, "Untitled Folder"}, {`{"type":"directory"}`, "Untitled Folder 1"},
		{`{"copy_from":"t.csv"}`, "t-Copy1.csv"}, {`{"copy_from":"t-Copy1.csv"}`, "t-Copy2.csv"},
	} {
		var f file
		s.want(201, "POST", "/api/contents", c.body, &f)
		if f.Path != c.want {
			t.Errorf("%s: %q, want %q", c.body, f.Path, c.want)
		}
	}
	if nb, err := nbformat.ReadFile(filepath.Join(s.dir, "Untitled.ipynb")); err != nil || nb.Kernel() != kernelName {
		t.Errorf("the new notebook: %v", err)
	}
	var f file
	s.want(201, "POST", "/api/contents/Untitled%20Folder", `{"copy_from":"t.csv"}`, &f)
	if f.Path != "Untitled Folder/t.csv" || s.read(f.Path) != "1" {
		t.Errorf("the copy in another folder is %q", f.Path)
	}
}

func TestContentsAreMovedAndDeleted(t *testing.T) {
	s := serve(t)
	s.write("a.txt", "one")
	s.write("dir/.ipynb_checkpoints/x", "")
	var f file
	s.want(200, "PATCH", "/api/contents/a.txt", `{"path":"dir/b.txt"}`, &f)
	if f.Path != "dir/b.txt" || s.read("dir/b.txt") != "one" {
		t.Errorf("moved to %q", f.Path)
	}
	s.want(204, "DELETE", "/api/contents/dir/b.txt", "", nil)
	s.want(204, "DELETE", "/api/contents/dir", "", nil) // but for checkpoints it is empty
	if all, err := os.ReadDir(s.dir); err != nil || len(all) != 0 {
		t.Errorf("the folder holds %v (%v)", all, err)
	}
}

func TestCheckpoints(t *testing.T) {
	s := serve(t)
	s.write("dir/n.txt", "one")
	s.write("dir/checkpoints/t.txt", "")
	const at = "/api/contents/dir/n.txt/checkpoints"
	var list []struct{ ID string }
	s.want(200, "GET", at, "", &list)
	if len(list) != 0 {
		t.Errorf("before there is one: %v", list)
	}
	s.want(201, "POST", at, "", nil)
	s.write("dir/n.txt", "two")
	s.want(200, "GET", at, "", &list)
	if len(list) != 1 || list[0].ID != "checkpoint" {
		t.Errorf("there are %v", list)
	}
	s.want(204, "POST", at+"/checkpoint", "", nil)
	if got := s.read("dir/n.txt"); got != "one" {
		t.Errorf("restored: %q", got)
	}
	s.want(204, "DELETE", at+"/checkpoint", "", nil)
	s.want(404, "DELETE", at+"/checkpoint", "", nil)
	var f file
	s.want(200, "GET", "/api/contents/dir/checkpoints", "", &f) // a folder of that name
	if got := names(t, f); !slices.Equal(got, []string{"t.txt:file"}) {
		t.Errorf("the folder has %q", got)
	}
}

// TestNothingOutsideTheFolderIsReached: by no spelling of a path, and by no link, by
// reading or writing.
func TestNothingOutsideTheFolderIsReached(t *testing.T) {
	above := t.TempDir()
	dir := filepath.Join(above, "served")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	const secret = "SECRET-OUTSIDE"
	for _, name := range []string{"secret.txt", "secret.ipynb", "secret.png"} {
		if err := os.WriteFile(filepath.Join(above, name), []byte(secret), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(above, name), filepath.Join(dir, "absolute-"+name)); err != nil {
			t.Skip(err)
		}
		if err := os.Symlink("../"+name, filepath.Join(dir, "link-"+name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(above, filepath.Join(dir, "up")); err != nil {
		t.Fatal(err)
	}
	s := serveDir(t, dir)
	s.write(".git/config", secret)
	s.write("dir/.env", secret)
	paths := []string{
		"../secret.txt", "dir/../../secret.txt", "%2e%2e/secret.txt", "%2E%2E%2Fsecret.txt", "..%2fsecret.txt", "dir%2f..%2f..%2fsecret.txt",
		"..%5csecret.txt", ".%2e/secret.txt", "%252e%252e/secret.txt", "/secret.txt", "//secret.txt", url.PathEscape(above + "/secret.txt"), ".git/config", ".git%2fconfig",
		"dir/.env", "absolute-secret.txt", "link-secret.txt", "absolute-secret.ipynb", "link-secret.ipynb", "link-secret.png", "up/secret.txt", "up/secret.png", "up",
		"%00", "a%00b", "secret.txt%00.png", strings.Repeat("x", 300), strings.Repeat("x/", 3000), "%ff%fe",
	}
	for _, path := range paths {
		for _, prefix := range []string{"/api/contents/", "/notebooks/", "/export/", "/tree/", "/static/", "/room/", "/kernelspecs/krigo/"} {
			if got := s.ask("GET", prefix+path, ""); got.status == 200 && prefix != "/notebooks/" || strings.Contains(got.body, secret) {
				t.Errorf("GET %s%s: %d %.200s", prefix, path, got.status, got.body)
			}
		}
		for _, c := range [][2]string{
			{"PUT", `{"type":"file","content":"overwritten"}`}, {"POST", `{"type":"notebook"}`}, {"PATCH", `{"path":"stolen.txt"}`}, {"DELETE", ""},
		} {
			if (c[0] == "DELETE" || c[0] == "PATCH") && strings.Contains(path, "link-") || strings.HasPrefix(path, "absolute-") || path == "up" {
				continue // the link itself may be renamed and removed
			}
			got := s.ask(c[0], "/api/contents/"+path, c[1])
			if got.status < 300 || strings.Contains(got.body, above) {
				t.Errorf("%s %s: %d %s", c[0], path, got.status, got.body)
			}
		}
		s.ask("POST", "/api/contents", `{"copy_from":`+quoted(t, path)+`}`)
	}
	if all, err := os.ReadDir(above); err != nil || len(all) != 4 {
		t.Errorf("above the folder lies %v (%v)", all, err)
	}
	for _, name := range []string{"secret.txt", "secret.ipynb", "secret.png"} {
		if got, err := os.ReadFile(filepath.Join(above, name)); string(got) != secret {
			t.Errorf("%s holds %q (%v)", name, got, err)
		}
	}
	inside, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range inside {
		if raw, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil && strings.Contains(string(raw), secret) && !strings.Contains(e.Name(), "-secret") {
			t.Errorf("%s was copied from outside", e.Name())
		}
	}
}

// TestLinksThatLeaveAreNotListed: and those that stay are.
func TestLinksThatLeaveAreNotListed(t *testing.T) {
	s := serve(t)
	s.write("there/t.txt", "")
	for name, to := range map[string]string{"out": os.TempDir(), "stays": "there", "broken": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(s.dir, name)); err != nil {
			t.Skip(err)
		}
	}
	var f file
	s.want(200, "GET", "/api/contents", "", &f)
	if got := names(t, f); !slices.Equal(got, []string{"stays:directory", "there:directory"}) {
		t.Errorf("listed: %q", got)
	}
	if got := s.ask("GET", "/api/contents/out", ""); got.status != 403 || !strings.Contains(got.body, "leads out") {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestManyFilesAreListed: in the order of their names.
func TestManyFilesAreListed(t *testing.T) {
	s := serve(t)
	for i := range 300 {
		s.write(fmt.Sprintf("%03d.txt", i), "")
	}
	var f file
	s.want(200, "GET", "/api/contents", "", &f)
	got := names(t, f)
	if len(got) != 300 || !slices.IsSorted(got) {
		t.Errorf("%d files, %v", len(got), got[:3])
	}
}

// A folder that cannot be read is told as that, and not as an empty one.
func TestAFolderThatCannotBeReadIsNoEmptyOne(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if list, err := (folder{root: root}).list("gone"); err == nil {
		t.Errorf("the list is %v", list)
	}
}
