package format

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp/static/syntax"
)

// Whatever the source, it stays as it is, with a fault, or it is formatted: then it
// has the same tokens and comments, no fault, and is formatted as it is.
func FuzzCell(f *testing.F) {
	for _, source := range []string{
		"x := 1\nfunc f() {}\nf()", "import (\n\"os\"\n\"fmt\"\n)\nx", "}{", "`", "package p\n\tx:=`a\r\n`\r\n", "/*", "// a\n\n\n;x;;/* b */// c",
		"\x00\xff", "\ufeffx", "a.b.", "if x {} else {}; func() {}()", "type T struct {\n\n\na int // b\nbc string // d\n}\n// e\nT{}",
		"outer:\nfor i := 0; i < 3; i++ { continue outer }", "var x = 1; const y = 2 // z\nfunc (t T) M() {}",
		"0%  \n00/*\n0*///",
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		got, faults := Cell(&cell.Cell{Source: source})
		if len(faults) > 0 {
			if got != source {
				t.Fatalf("%q has the faults %v, and is changed to %q", source, faults, got)
			}
			return
		}
		again, faults := Cell(&cell.Cell{Source: got})
		if len(faults) > 0 || again != got {
			t.Errorf("%q\nis formatted as %q\nthen as         %q (%v)", source, got, again, faults)
		}
		if before, after := meaning(source), meaning(got); !slices.Equal(before, after) {
			t.Errorf("%q\nhas the tokens %q\nand as %q\nthe tokens %q", source, before, got, after)
		}
		if before, after := comments(source), comments(got); !slices.Equal(before, after) {
			t.Errorf("%q\nhas the comments %q\nand as %q\nthe comments %q", source, before, got, after)
		}
	})
}

// meaning lists the tokens of a source that mean something, sorted where imports may
// be: gofmt sorts these. It also leaves out parentheses around conditions and commas
// before closing brackets, and writes numbers in lower case.
func meaning(source string) []string {
	lexemes, _ := syntax.Lex(&cell.Cell{Source: source})
	var out []string
	imports := false
	for _, l := range lexemes {
		switch l.Tok {
		case token.SEMICOLON, token.COMMA, token.LPAREN, token.RPAREN, token.EOF:
			continue
		case token.IMPORT:
			imports = true
		case token.INT, token.FLOAT, token.IMAG:
			l.Lit = strings.TrimLeft(strings.ToLower(strings.ReplaceAll(l.Lit, "_", "")), "0o")
		}
		out = append(out, l.Tok.String()+" "+l.Lit)
	}
	if imports {
		slices.Sort(out)
		out = slices.Compact(out)
	}
	return out
}

// comments lists the words of a source's comments, without the marks of comments and
// of lists in them, which gofmt sets; sorted where imports may be.
func comments(source string) []string {
	src := []byte(source)
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, nil, scanner.ScanComments)
	var out []string
	imports := false
	for {
		_, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			if imports {
				slices.Sort(out)
			}
			return out
		case token.IMPORT:
			imports = true
		case token.COMMENT:
			text := strings.NewReplacer("/*", " ", "*/", " ", "//", " ").Replace(lit)
			out = append(out, strings.Fields(text)...)
		}
	}
}
