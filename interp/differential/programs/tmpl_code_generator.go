//go:build ignore

package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
	"text/template"
	"unicode"
)

type Field struct {
	Name, Type string
	Tag        string
}

type Struct struct {
	Name   string
	Fields []Field
}

func (s Struct) Receiver() string { return strings.ToLower(s.Name[:1]) }

func (f Field) Zero() string {
	switch {
	case f.Type == "string":
		return `""`
	case f.Type == "bool":
		return "false"
	case strings.HasPrefix(f.Type, "[]"), f.Type[0] == '*', strings.HasPrefix(f.Type, "map"):
		return "nil"
	}
	return "0"
}

func snake(s string) string {
	var sb strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 {
			sb.WriteByte('_')
		}
		sb.WriteRune(unicode.ToLower(r))
	}
	return sb.String()
}

var gen = template.Must(template.New("gen").Funcs(template.FuncMap{"snake": snake, "lower": strings.ToLower}).Parse(`// Generated; leave alone.
package {{.Package}}
{{range $s := .Structs}}
type {{.Name}} struct {
{{range .Fields}}	{{.Name}} {{.Type}} ` + "`json:\"{{or .Tag (snake .Name)}}\"`" + `
{{end}}}

{{range .Fields -}}
func ({{$s.Receiver}} *{{$s.Name}}) With{{.Name}}(v {{.Type}}) *{{$s.Name}} { {{$s.Receiver}}.{{.Name}} = v; return {{$s.Receiver}} }
{{end}}
func ({{.Receiver}} {{.Name}}) IsZero() bool {
return {{range $i, $f := .Fields}}{{if $i}} && {{end}}{{$s.Receiver}}.{{$f.Name}} == {{$f.Zero}}{{else}}true{{end}}
}
{{end}}`))

func generate(pkg string, structs ...Struct) (string, error) {
	var buf bytes.Buffer
	err := gen.Execute(&buf, map[string]any{"Package": pkg, "Structs": structs})
	if err != nil {
		return "", err
	}
	out, err := format.Source(buf.Bytes())
	if err != nil {
		return "", fmt.Errorf("format: %w", err)
	}
	return string(out), nil
}

func summarize(src string) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "gen.go", src, parser.ParseComments)
	if err != nil {
		fmt.Println("parse:", err)
		return
	}
	fmt.Println("package", f.Name, "comments", len(f.Comments))
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if ts, ok := spec.(*ast.TypeSpec); ok {
					fmt.Printf("line %d: type %s with %d fields\n", fset.Position(d.Pos()).Line, ts.Name, ts.Type.(*ast.StructType).Fields.NumFields())
				}
			}
		case *ast.FuncDecl:
			recv := "-"
			if d.Recv != nil {
				recv = fmt.Sprintf("%T", d.Recv.List[0].Type)
			}
			fmt.Printf("line %d: func %s on %s\n", fset.Position(d.Pos()).Line, d.Name, recv)
		}
	}
}

func main() {
	src, err := generate("model",
		Struct{"User", []Field{{"FirstName", "string", ""}, {"Age", "int", "years"}, {Name: "Tags", Type: "[]string"}}},
		Struct{Name: "Empty"})
	fmt.Print(src)
	fmt.Println("err:", err)
	summarize(src)
	_, err = generate("bad", Struct{"X", []Field{{"A", "not a type", ""}}})
	fmt.Println(err)
	_, err = generate("bad", Struct{})
	fmt.Println(err != nil)
	e, err := parser.ParseExpr("a + b*f(2, g.h[3])")
	if err != nil {
		panic(err)
	}
	n := 0
	ast.Inspect(e, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok {
			n++
			fmt.Print(id.Name, " ")
		}
		return true
	})
	fmt.Println(n)
}
