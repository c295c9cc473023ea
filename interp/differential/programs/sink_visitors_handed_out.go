//go:build ignore

package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"text/scanner"
	"text/tabwriter"
	"text/template"
	"unicode"
)

type depthVisitor struct {
	depth *int
	max   *int
	kinds map[string]int
}

func (v depthVisitor) Visit(n ast.Node) ast.Visitor {
	if n == nil {
		*v.depth--
		return nil
	}
	*v.depth++
	*v.max = max(*v.max, *v.depth)
	v.kinds[fmt.Sprintf("%T", n)]++
	if _, skip := n.(*ast.ImportSpec); skip {
		*v.depth--
		return nil
	}
	return v
}

type locker struct{ log []string }

func (l *locker) Lock()   { l.log = append(l.log, "lock") }
func (l *locker) Unlock() { l.log = append(l.log, "unlock") }

type upper struct{ bytes.Buffer }

func (u *upper) Write(p []byte) (int, error) { return u.Buffer.Write(bytes.ToUpper(p)) }

type name struct{ first, last string }

func (n name) MarshalText() ([]byte, error) { return []byte(n.last + " " + n.first), nil }
func (n *name) Error() string               { return "bad name " + n.first }

type once struct {
	sync.Once
	n int
}

func (o *once) do() { o.n++ }

func main() {
	src := "package p\nimport \"fmt\"\nfunc f(a int) { if a > 0 { fmt.Println(a, -a) } }\nvar x = map[string][]int{\"k\": {1, 2}}\n"
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", src, 0)
	if err != nil {
		panic(err)
	}
	var depth, deepest int
	v := depthVisitor{&depth, &deepest, map[string]int{}}
	ast.Walk(v, f)
	fmt.Println(depth, deepest, v.kinds["*ast.Ident"], v.kinds["*ast.CompositeLit"], v.kinds["*ast.ImportSpec"])

	l := &locker{}
	cond := sync.NewCond(l)
	cond.L.Lock()
	cond.Broadcast()
	cond.L.Unlock()
	fmt.Println(l.log)

	var s scanner.Scanner
	s.Init(strings.NewReader("price := 3.5 * $rate // end"))
	s.IsIdentRune = func(r rune, i int) bool { return r == '$' && i == 0 || unicode.IsLetter(r) }
	var bad []string
	s.Error = func(_ *scanner.Scanner, msg string) { bad = append(bad, msg) }
	for t := s.Scan(); t != scanner.EOF; t = s.Scan() {
		fmt.Print(scanner.TokenString(t), ":", s.TokenText(), " ")
	}
	fmt.Println(s.Pos(), bad)

	re := regexp.MustCompile(`(\w+)@(\w+)`)
	n := 0
	fmt.Println(re.ReplaceAllStringFunc("a@b, cc@dd; e", func(m string) string { n++; return fmt.Sprint("<", strings.ToUpper(m), n, ">") }))
	fmt.Println(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, "s p a c e"), strings.IndexFunc("abc1", unicode.IsDigit), os.Expand("$a-${b}-$none", func(k string) string { return strings.Repeat(k, 2) }))

	u := &upper{}
	tw := tabwriter.NewWriter(u, 4, 0, 1, '.', 0)
	fmt.Fprintln(tw, "a\tbb\tc")
	fmt.Fprintf(tw, "%s\t%v\tz\n", "longer", name{"x", "y"})
	tw.Flush()
	fmt.Print(u)
	err = template.Must(template.New("t").Parse("{{.}} {{range .}}{{.}}{{end}}\n")).Execute(u, []name{{"a", "b"}})
	fmt.Print(u.String()[u.Len()-8:], err, "\n")

	dir, err := os.MkdirTemp("", "walk")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for _, p := range []string{"b/x.txt", "a/y.txt", "a/deep/z.log"} {
		full := filepath.Join(dir, p)
		err = errors.Join(err, os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(p), 0o644))
	}
	err2 := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, p)
		if filepath.Ext(p) == ".log" {
			return &name{first: rel}
		}
		fmt.Print(rel, d.IsDir(), " ")
		return err
	})
	var ne *name
	fmt.Println(err, err2, errors.As(err2, &ne))
	o := &once{}
	for range 3 {
		o.Do(o.do)
	}
	fmt.Println(o.n)
	pool := sync.Pool{New: func() any { return &upper{} }}
	p := pool.Get().(*upper)
	fmt.Fprint(p, "pooled")
	fmt.Println(p.String())
}
