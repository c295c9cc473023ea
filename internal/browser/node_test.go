package browser

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// inNode runs scripts of this package in node, with others before and after them, in one scope. It decodes what they
// print as JSON.
func inNode(t *testing.T, before string, names []string, after string, got any) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is missing")
	}
	var all strings.Builder
	all.WriteString("\"use strict\";\n" + before)
	for _, name := range names {
		source, err := web.ReadFile("web/" + name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(source)
	}
	all.WriteString(after)
	dir := t.TempDir()
	writeFile(t, dir, "test.js", []byte(all.String()))
	out, err := exec.Command(node, filepath.Join(dir, "test.js")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := json.Unmarshal(out, got); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// The front hears messages by the function that it gives last.
const frontBefore = `
let front;
function addEventListener(name, f) { front = f; }
`

// frontTest runs the front and a session of the page in one scope, with messages between them.
const frontTest = `
globalThis.krigo = { save: () => new Error("no notebook") };
class Worker { postMessage(data) { setTimeout(() => front({ data })); } terminate() {} }
const krigoHost = "", postMessage = (data) => session.workers.front.onmessage({ data });
const session = new Session({}, "/home/krigo/a.ipynb", new Map(), {});
const changes = [], bytes = new Uint8Array([7, 8]);
frontSide(null, "/");
krigoFiles.put("/home/krigo/file", bytes);
krigoFiles.put("/home/krigo/folder/a.csv", bytes);
(async () => {
	const said = {};
	const tell = async (name, answer) => { said[name] = await answer.then((b) => b ? [...b].join() : "done", (e) => e.message); };
	for (const path of ["file/a.csv", "file/b/a.csv", "folder", "folder/a.csv", "new/b/a.csv"]) await tell(path, session.put("/home/krigo/" + path, bytes));
	await tell("save", session.save());
	krigo.save = () => bytes;
	await tell("save again", session.save());
	const last = tell("closed", session.save());
	session.close();
	await last;
	const all = (node, path) => node.dir ? [...node.kids].flatMap(([name, kid]) => all(kid, path + "/" + name)) : [path];
	said.files = all(krigoFiles.root, "").join(" ");
	console.log(JSON.stringify(said));
})();
`

// A file that cannot be written is an error for the page, and changes nothing. Folders may be there.
func TestAFileThatCannotBeWrittenIsReported(t *testing.T) {
	var got map[string]string
	inNode(t, frontBefore, []string{"files.js", "host.js", "workers.js", "session.js"}, frontTest, &got)
	for name, want := range map[string]string{
		"file/a.csv": "a part of its path is a file", "file/b/a.csv": "a part of its path is a file", "folder": "a folder has its path",
		"folder/a.csv": "done", "new/b/a.csv": "done", "save": "no notebook", "save again": "7,8", "closed": "the session has ended",
		"files": "/home/krigo/file /home/krigo/folder/a.csv /home/krigo/new/b/a.csv",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
}
