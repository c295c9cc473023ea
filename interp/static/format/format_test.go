package format

import (
	"testing"

	"krigo/cell"
)

// The wanted text is gofmt's for a file with the same lines, statements in a function.
func TestCellsThatAreMixed(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"an expression", "  1+2", "1 + 2"},
		{"a last expression", "x:=1\nx", "x := 1\nx"},
		{"a line end", "x:=1\n\n\n", "x := 1\n"},
		{"lines of Windows", "x:=1\r\ny:=`a\r\nb`\r\n", "x := 1\ny := `a\nb`\n"},
		{"statements on one line", "x:=1;y:=2;", "x := 1\ny := 2"},
		{"comments in columns", "x:=1 // one\nlonger:=2 // two", "x := 1      // one\nlonger := 2 // two"},
		{"a function between statements", "x:=1\nfunc f()int{return x}\nf()", "x := 1\nfunc f() int { return x }\nf()"},
		{"empty lines", "x:=1\n\n\n\nfunc f(){\n\n\n}\n\n\nf()", "x := 1\n\nfunc f() {\n\n}\n\nf()"},
		{"a comment of a function", "x:=1\n// f is\n// one.\nfunc f(){}", "x := 1\n// f is\n// one.\nfunc f() {}"},
		{"comments behind pieces", "func f(){} // f\nf() // calls\nfunc g(){} /* g */\n/* h */\nh()\n// end", "func f() {} // f\nf() // calls\nfunc g() {} /* g */\n/* h */\nh()\n// end"},
		{"a semicolon behind a function", "func f(){}; f()", "func f() {}\nf()"},
		{"imports are sorted", "import (\n\"os\"\n\"fmt\"\n)\nfmt.Println( os.Args )", "import (\n\t\"fmt\"\n\t\"os\"\n)\nfmt.Println(os.Args)"},
		{"a type with a method, and what uses it", "type T struct{a int;bc string}\nfunc(t T)M(){}\nT{}.M()", "type T struct {\n\ta  int\n\tbc string\n}\n\nfunc (t T) M() {}\nT{}.M()"},
		{"a function literal that is called", "func(){}()\nx:=1", "func() {}()\nx := 1"},
		{"a loop with a label", "outer:\nfor{\nbreak outer\n}", "outer:\nfor {\n\tbreak outer\n}"},
		{"a package clause", "package  main\nx:=1", "package main\nx := 1"},
		{"a package clause that is late", "import \"fmt\"\npackage main", "import \"fmt\"\npackage main"},
		{"text between backquotes", "if true{\nx:=`a\n  b\n\tc`\n_=x\n}", "if true {\n\tx := `a\n  b\n\tc`\n\t_ = x\n}"},
		{"a list in a comment of a statement", "x := 1\n// a:\n//  - b\n//\ty := 2\n//\nf()", "x := 1\n// a:\n//  - b\n//\ty := 2\n//\nf()"},
		{"a list in a comment of a function", "// f:\n//  - b\nfunc f() {}\nf()", "// f:\n//   - b\nfunc f() {}\nf()"},
		{"comments only", "//a\n\n\n//  b  ", "//a\n\n\n//  b  "},
		{"numbers", "x:=0XfF+1E3", "x := 0xfF + 1e3"},
		{"a return", "if err!=nil{return err}", "if err != nil {\n\treturn err\n}"},
	} {
		got, faults := Cell(&cell.Cell{Source: c.source})
		if len(faults) > 0 || got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s\nfaults %v", c.name, got, c.want, faults)
		}
		if again, _ := Cell(&cell.Cell{Source: got}); again != got {
			t.Errorf("%s: formatted again it is\n%s\nand not\n%s", c.name, again, got)
		}
	}
}
