package main

import "testing"

// muxProgram is a program that imports packages, and prints the status of the pages of net/http/pprof and expvar, and
// the names of flags.
func muxProgram(imports, first string) string {
	return "package main\n\nimport (\n\t\"flag\"\n\t\"fmt\"\n\t\"net/http\"\n\t\"net/http/httptest\"\n" + imports + ")\n\nfunc main() {\n" + first + `
	for _, path := range []string{"/debug/pprof/cmdline", "/debug/vars"} {
		w := httptest.NewRecorder()
		http.DefaultServeMux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Println(path, w.Code)
	}
	flag.VisitAll(func(f *flag.Flag) { fmt.Println("flag", f.Name) })
}
`
}

// A program has the handlers and flags of the packages that it imports, and none of krigo's others. The outputs are
// those of the compiled program.
func TestProgramsHaveTheGlobalsOfTheirImportsOnly(t *testing.T) {
	const own = "\tfor _, p := range []string{\"/debug/pprof/cmdline\", \"/debug/pprof/\", \"/debug/vars\"} {\n\t\thttp.HandleFunc(p, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(201) })\n\t}\n"
	for _, c := range []struct{ imports, first, want string }{
		{"", "", "/debug/pprof/cmdline 404\n/debug/vars 404\n"},
		{"", own, "/debug/pprof/cmdline 201\n/debug/vars 201\n"},
		{"\t_ \"net/http/pprof\"\n", "\tflag.Int(\"n\", 1, \"\")\n", "/debug/pprof/cmdline 200\n/debug/vars 404\nflag n\n"},
		{"\t\"expvar\"\n", "\texpvar.NewInt(\"a\").Set(3)\n", "/debug/pprof/cmdline 404\n/debug/vars 200\n"},
		{"\t_ \"expvar\"\n\t_ \"net/http/pprof\"\n", "", "/debug/pprof/cmdline 200\n/debug/vars 200\n"},
	} {
		dir := t.TempDir()
		write(t, dir, "program.go", muxProgram(c.imports, c.first))
		if r := krigo(t, dir, "", "run", "program.go"); r.status != 0 || r.stdout != c.want {
			t.Errorf("with imports %q: status %d, stdout %q, stderr %q, want %q", c.imports, r.status, r.stdout, r.stderr, c.want)
		}
	}
}

// TestCellsRegisterHandlersWhenTheyImport, also by a blank import alone, and once.
func TestCellsRegisterHandlersWhenTheyImport(t *testing.T) {
	dir := t.TempDir()
	const status = "w := httptest.NewRecorder()\nhttp.DefaultServeMux.ServeHTTP(w, httptest.NewRequest(\"GET\", \"/debug/vars\", nil))\nfmt.Println(w.Code)\n"
	write(t, dir, "cells.go", "{\n"+status+"}\n// %%\nimport _ \"expvar\"\n// %%\n{\n"+status+"}\n// %%\nimport _ \"expvar\"\n// %%\n{\n"+status+"}\n")
	if r := krigo(t, dir, "", "run", "cells.go"); r.status != 0 || r.stdout != "404\n200\n200\n" {
		t.Errorf("status %d, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
	}
}
