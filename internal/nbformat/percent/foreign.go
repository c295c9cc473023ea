package percent

import "strings"

// languages are those whose cells a notebook begins with %% and their name, as
// jupytext knows them. In a file their text is a comment, and their name metadata.
var languages = map[string]bool{}

func init() {
	for name := range strings.FieldsSeq(`
		R bash sh python python2 python3 coconut javascript js perl html latex markdown pypy ruby script svg
		matlab octave idl robotframework sas spark sql cython haskell tcl gnuplot
		julia c++ scheme clojure powershell q typescript scala rust csharp fsharp sos java groovy sage ocaml
		maxima stata xonsh logtalk lua c# f# cs fs`) {
		languages[name] = true
	}
}

// foreign reads the line with which a cell of another language begins. What its
// metadata cannot give back is none.
func foreign(line string) (name, args string, ok bool) {
	text, ok := strings.CutPrefix(line, "%%")
	name, args, spaced := strings.Cut(text, " ")
	if !ok || !languages[name] || spaced && args == "" {
		return "", "", false
	}
	return name, args, true
}
