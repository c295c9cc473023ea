package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// writeKnowledge writes the zip: names.json, which maps paths to names,
// types/PATH with export data and docs/PATH.json with documentation.
func writeKnowledge(file string, all []*packages.Package) error {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	names := map[string]string{}
	for _, p := range all {
		names[p.PkgPath] = p.Name
		data, err := exportData(p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.PkgPath, err)
		}
		if err := add(z, "types/"+p.PkgPath, data); err != nil {
			return err
		}
		docs, err := documentation(p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.PkgPath, err)
		}
		if err := addJSON(z, "docs/"+p.PkgPath+".json", docs); err != nil {
			return err
		}
	}
	if err := addJSON(z, "names.json", names); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, buf.Bytes(), 0o644)
}

func add(z *zip.Writer, name string, data []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func addJSON(z *zip.Writer, name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return add(z, name, data)
}

// exportData returns the types of a package in the indexed format, from what
// the compiler wrote. Positions are dropped: they name files of the machine
// that ran this.
func exportData(p *packages.Package) ([]byte, error) {
	f, err := os.Open(p.ExportFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	//lint:ignore SA1019 Read takes the go command's archives directly only from Go 1.29 on
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	pkg, err := gcexportdata.Read(r, token.NewFileSet(), map[string]*types.Package{}, p.PkgPath)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = gcexportdata.Write(&out, token.NewFileSet(), pkg)
	return out.Bytes(), err
}

// documentation maps "" to the package's doc comment, "Name" to that of an
// exported symbol and "Type.Name" to that of a method or field.
func documentation(p *packages.Package) (map[string]string, error) {
	d, err := doc.NewFromFiles(p.Fset, p.Syntax, p.PkgPath)
	if err != nil {
		return nil, err
	}
	docs := map[string]string{"": d.Doc}
	values := func(vs []*doc.Value) {
		for _, v := range vs {
			for _, name := range v.Names {
				docs[name] = valueDoc(v, name)
			}
		}
	}
	funcs := func(prefix string, fs []*doc.Func) {
		for _, f := range fs {
			docs[prefix+f.Name] = f.Doc
		}
	}
	values(d.Consts)
	values(d.Vars)
	funcs("", d.Funcs)
	for _, t := range d.Types {
		docs[t.Name] = t.Doc
		values(t.Consts)
		values(t.Vars)
		funcs("", t.Funcs)
		funcs(t.Name+".", t.Methods)
		fieldDocs(docs, t)
	}
	for name, text := range docs {
		docs[name] = strings.TrimSpace(text)
		if docs[name] == "" {
			delete(docs, name)
		}
	}
	return docs, nil
}

// valueDoc is the comment of one name of a const or var group, else the
// group's.
func valueDoc(v *doc.Value, name string) string {
	for _, spec := range v.Decl.Specs {
		s, ok := spec.(*ast.ValueSpec)
		if !ok || !slices.ContainsFunc(s.Names, func(id *ast.Ident) bool { return id.Name == name }) {
			continue
		}
		if text := s.Doc.Text() + s.Comment.Text(); text != "" {
			return text
		}
	}
	return v.Doc
}

// fieldDocs adds the comments of a struct's fields and an interface's methods.
func fieldDocs(docs map[string]string, t *doc.Type) {
	for _, spec := range t.Decl.Specs {
		s, ok := spec.(*ast.TypeSpec)
		if !ok || s.Name.Name != t.Name {
			continue
		}
		var list *ast.FieldList
		switch u := s.Type.(type) {
		case *ast.StructType:
			list = u.Fields
		case *ast.InterfaceType:
			list = u.Methods
		default:
			continue
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				docs[t.Name+"."+name.Name] = field.Doc.Text() + field.Comment.Text()
			}
		}
	}
}
