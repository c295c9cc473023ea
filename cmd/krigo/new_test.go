package main

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestNewFilesRunAsTheyAre(t *testing.T) {
	if testing.Short() {
		t.Skip("runs several notebooks")
	}
	for _, template := range templates {
		t.Run(template.name, func(t *testing.T) {
			if testing.Short() && template.name != templates[0].name {
				t.Skip("fits")
			}
			dir := t.TempDir()
			for _, ext := range []string{".ipynb", ".go"} {
				file := "my-model" + ext
				if r := krigo(t, dir, "", "new", "-t", template.name, file); r.status != 0 || r.stdout != file+"\n" {
					t.Fatalf("%+v", r)
				}
				if text := read(t, dir, file); !strings.Contains(text, "# My model") || strings.Contains(text, "TITLE") || strings.Contains(text, "NAME") {
					t.Errorf("the names are not in\n%s", text)
				}
				if r := krigo(t, dir, "", "run", file); r.status != 0 {
					t.Errorf("%s: %+v", file, r)
				}
			}
		})
	}
}

// The comparison of methods reads a table: the last column of numbers is learned from the others, without rows in which
// one of those is missing. Gaps in other columns lose no row.
func TestNewComparesMethodsOnATable(t *testing.T) {
	if testing.Short() {
		t.Skip("fits")
	}
	dir := t.TempDir()
	var table strings.Builder
	table.WriteString("site,depth,remark,age,yield\n")
	for i := range 40 {
		fmt.Fprintf(&table, "s%d,%g,%s,%d,%g\n", i%3, float64(i)/7, []string{"dry", "", "", ""}[i%4], i*i%11, math.Sin(float64(i)/3))
	}
	table.WriteString("s1,,dry,3,2\n")
	write(t, dir, "wells.csv", table.String())
	if r := krigo(t, dir, "", "new", "-t", "methods", "wells.csv"); r.status != 0 || r.stdout != "wells-methods.ipynb\n" {
		t.Fatalf("%+v", r)
	}
	if text := read(t, dir, "wells-methods.ipynb"); !strings.Contains(text, `table.Data(\"yield\", \"depth\", \"age\")`) || strings.Contains(text, "Friedman") {
		t.Errorf("the notebook is\n%s", text)
	}
	if r := krigo(t, dir, "", "run", "-p", "parts=2", "wells-methods.ipynb", "-o", "done.ipynb"); r.status != 0 {
		t.Fatalf("%+v", r)
	}
	if done := read(t, dir, "done.ipynb"); !strings.Contains(done, "40 rows") || !strings.Contains(done, "over 2 folds of 40 rows") {
		t.Errorf("the notebook that was run is\n%s", done)
	}
	write(t, dir, "names.csv", "a,b\nx,1\ny,2\n")
	for args, want := range map[string]string{"none.csv": "none.csv", "names.csv": "has 1 column of numbers"} {
		if r := krigo(t, dir, "", "new", "-t", "methods", args); r.status == 0 || !strings.Contains(r.stderr, want) {
			t.Errorf("new of %s: status %d, %q, want %q", args, r.status, r.stderr, want)
		}
	}
}

// Small tables have a baseline of a fifth of their rows, and a contender that fails ends neither the fits of the others
// nor the comparison.
func TestNewComparesMethodsIfOneFails(t *testing.T) {
	if testing.Short() {
		t.Skip("fits")
	}
	dir := t.TempDir()
	var table strings.Builder
	table.WriteString("x,y\n")
	for i := range 15 {
		fmt.Fprintf(&table, "%g,%g\n", float64(i)/4, math.Sin(float64(i)/4)+float64(i*i%7)/50)
	}
	write(t, dir, "small.csv", table.String())
	if r := krigo(t, dir, "", "new", "-t", "methods", "small.csv"); r.status != 0 {
		t.Fatalf("%+v", r)
	}
	text := strings.Replace(read(t, dir, "small-methods.ipynb"), "rkhs.SCGD{}", "inducing.SubsetOfData{Size: 1000}", 1)
	write(t, dir, "small-methods.ipynb", text)
	if r := krigo(t, dir, "", "run", "-p", "parts=2", "-p", "budget=200ms", "small-methods.ipynb", "-o", "done.ipynb"); r.status != 0 {
		t.Fatalf("%+v", r)
	}
	done := read(t, dir, "done.ipynb")
	for _, want := range []string{"failed: inducing: Size is 1000", "over 2 folds of 15 rows", "SCGD\\n"} { // the last one ends the list of the worse ones
		if !strings.Contains(done, want) {
			t.Errorf("%q is not in\n%s", want, done)
		}
	}
	if strings.Contains(done, "Size is 3;") || strings.Contains(done, "Size is 20;") {
		t.Errorf("the baseline failed in\n%s", done)
	}
}

func TestNewRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.ipynb", "mine")
	for args, want := range map[string]string{
		"":                "want the name of the file",
		"a":               "a.ipynb exists already",
		"b.md":            "want a name that ends in .ipynb or .go",
		"c/":              "names no file",
		"none/d":          "no such file",
		"-t comparo e.go": "did you mean compare?",
		"--list f":        "--list writes nothing",
	} {
		r := krigo(t, dir, "", append([]string{"new"}, strings.Fields(args)...)...)
		if r.status == 0 || !strings.Contains(r.stderr, want) {
			t.Errorf("new %s: status %d, %q, want %q", args, r.status, r.stderr, want)
		}
	}
	if read(t, dir, "a.ipynb") != "mine" {
		t.Error("a file that was there was replaced")
	}
	if r := krigo(t, dir, "", "new", "--list"); strings.Count(r.stdout, "\n") != len(templates) {
		t.Errorf("the list is %q", r.stdout)
	}
}
