package browser

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// liteBefore defines in node what lite.js needs.
const liteBefore = `
const document = { currentScript: { src: "http://localhost/krigo-lite.js" } };
const krigoLite = { docs: "docs", version: "1" };
`

// liteScript returns the script of an extension of JupyterLite, and its other files.
func liteScript(t *testing.T, spec map[string]any) (script string, files map[string][]byte) {
	t.Helper()
	files, err := module(t).Lite([]byte("class Go {}"), spec, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	script = string(files[LiteScriptFile])
	delete(files, LiteScriptFile)
	return script, files
}

// The extension has the kernelspec as it was given, and names the files that are there.
func TestAnExtensionOfJupyterLiteNamesItsFiles(t *testing.T) {
	script, files := liteScript(t, map[string]any{"name": "krigo", "display_name": "</script> Go"})
	m := regexp.MustCompile(`(?m)^const krigoLite = (.*);$`).FindStringSubmatch(script)
	if m == nil {
		t.Fatal("the script has no data")
	}
	var data struct {
		Spec    map[string]string
		Version string
		Docs    string
		Module  struct {
			Files map[string]string
			Size  int
		}
	}
	if err := json.Unmarshal([]byte(m[1]), &data); err != nil {
		t.Fatal(err)
	}
	if data.Spec["display_name"] != "</script> Go" || data.Version != "1.2.3" {
		t.Errorf("the script has the kernelspec %v of version %s", data.Spec, data.Version)
	}
	for format, content := range map[string]string{"gzip": "gzip", "br": "brotli"} {
		if got := string(files[data.Module.Files[format]]); got != content {
			t.Errorf("the file %q of format %s holds %q, want %q", data.Module.Files[format], format, got, content)
		}
	}
	if got := string(files[data.Docs]); got != "docs" {
		t.Errorf("the documentation in %q holds %q", data.Docs, got)
	}
	if len(files) != 3 || data.Module.Size != len("brotli") {
		t.Errorf("%d files, and %d bytes to load; want 3 files and the size of the one that most browsers load", len(files), data.Module.Size)
	}
}

// JupyterLite's path of a text in a cell: relative to the notebook, within the site, and visible.
func TestTextsNameFilesOfJupyterLite(t *testing.T) {
	cases := [][3]string{
		{"notebooks", "../data/a.csv", "data/a.csv"}, {"notebooks", "a.csv", "notebooks/a.csv"}, {"", "./a/b.csv", "a/b.csv"}, {"a/b", "../../c.txt", "c.txt"},
		{"", "../a.csv", ""}, {"", "a", ""}, {"", "/a.csv", ""}, {"", ".a.csv", ""}, {"", "a/.b/c.csv", ""}, {"", "a.b/c", ""}, {"", "mean %.2f", ""},
		{"", strings.Repeat("a", 300) + ".csv", ""}, {"notebooks", "..", ""}, {"", "Hello.", ""},
	}
	raw, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	inNode(t, liteBefore, []string{"lite.js"}, "console.log(JSON.stringify("+string(raw)+".map(([folder, text]) => litePath(folder, text))))", &got)
	if len(got) != len(cases) {
		t.Fatalf("%d paths, want %d", len(got), len(cases))
	}
	for i, c := range cases {
		if got[i] != c[2] {
			t.Errorf("in the folder %q the text %q names %q, want %q", c[0], c[1], got[i], c[2])
		}
	}
}

// liteTest runs a kernel of JupyterLite without a module. It prints what it sends in each case to clients and to the
// module.
const liteTest = `
class Workers {
	constructor(start, heard, ended) { Object.assign(this, { heard, ended }); }
	send({ packet }) { sent.push("request"); }
	ask({ put }) {
		sent.push("file " + put.path + " " + [...put.data]);
		return refused ? Promise.reject(new Error(refused)) : Promise.resolve();
	}
	close() {}
}
class Signal { emit() {} }
let sent = [], there = [], refused = "", files = {}, changed = 0;
const contents = { async get(path, { content }) {
	if (!(path in files)) throw new Error("no such file");
	if (content && files[path] === "gone") throw new Error("it is gone");
	return { type: "file", last_modified: String(changed), format: "base64", content: content ? files[path] : null };
} };
const kernel = new LiteKernel(
	{ id: "1", name: "krigo", location: "", sendMessage: ({ header, parent_header, content }) => sent.push(header.session + " for " + parent_header.session + ": " + (content.text ?? content.execution_state)) },
	null, { Signal, UUID: { uuid4: () => "1" }, contents, filesAddress: "http://localhost:1/", isThere: (client) => there.includes(client) },
);
const message = (session, msg_type, code = "") => kernel.handleMessage({ channel: "shell", header: { session, msg_type, msg_id: "1" }, content: { code } });
const output = (session) => kernel.pass({ channel: "iopub", client: "", header: "{}", parent: JSON.stringify({ session }), metadata: "{}", content: '{"text": "output"}', buffers: [] });
const said = {};
async function shows(name, act) {
	sent = [];
	await act();
	await null;
	said[name] = sent.join("; ");
}
(async () => {
	await shows("nobody", () => output(undefined));
	there = ["notebook", "console"];
	await message("notebook", "execute_request");
	await message("console", "kernel_info_request");
	await shows("both", () => output("notebook"));
	there = ["notebook"];
	await shows("the console has gone", () => output("notebook"));
	await shows("of the console, which has gone", () => output("console"));
	await shows("of no request", () => output(undefined));
	there = ["reopened"];
	await message("reopened", "kernel_info_request");
	await shows("reopened", () => output("notebook"));
	const cell = () => message("reopened", "execute_request", 'os.ReadFile("a.csv")');
	await shows("no file", cell);
	for (const content of ["Bwg=", "Bwg=", "CQ==", "no base64!", null, "gone", "Bwg="]) {
		if (content !== files["a.csv"]) changed++;
		files["a.csv"] = content;
		await shows(changed + " " + content + (said[changed + " " + content] ? " again" : ""), cell);
	}
	files = {};
	await shows("removed", cell);
	await shows("removed again", cell);
	files["a.csv"] = "CQ==";
	refused = "a folder has its path";
	await shows("refused", cell);
	refused = "";
	await shows("refused before", cell);
	await shows("ended", () => { console.error = () => {}; kernel.ended("broken"); });
	console.log(JSON.stringify(said));
})();
`

// Messages go to the clients that are there, and a file that the cell does not get is no reason not to run it.
func TestALiteKernelSendsOutputsAndFiles(t *testing.T) {
	var got map[string]string
	inNode(t, liteBefore, []string{"load.js", "lite.js"}, liteTest, &got)
	const warning, file = "reopened for reopened: krigo: the cell does not get JupyterLite's a.csv: ", "file /home/krigo/a.csv "
	for name, want := range map[string]string{
		"nobody":                         "",
		"both":                           "notebook for notebook: output",
		"the console has gone":           "notebook for notebook: output",
		"of the console, which has gone": "notebook for console: output",
		"of no request":                  "notebook for undefined: output",
		"reopened":                       "reopened for notebook: output",
		"no file":                        "request",
		"1 Bwg=":                         file + "7,8; request",
		"1 Bwg= again":                   "request",
		"2 CQ==":                         file + "9; request",
		"3 no base64!":                   warning + "…\n; request",
		"4 null":                         warning + "it has no content\n; request",
		"5 gone":                         warning + "it is gone\n; request",
		"6 Bwg=":                         file + "7,8; request",
		"removed":                        warning + "no such file\n; request",
		"removed again":                  "request",
		"refused":                        file + "9; " + warning + "a folder has its path\n; request",
		"refused before":                 file + "9; request",
		"ended":                          "reopened for undefined: dead",
	} {
		start, end, _ := strings.Cut(want, "…") // node's own words
		if got := got[name]; got != want && (end == "" || !strings.HasPrefix(got, start) || !strings.HasSuffix(got, end)) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
