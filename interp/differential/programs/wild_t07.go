package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"text/template"
)

type Row struct {
	Name string
	V    float64
}

func (r Row) Pct() string { return fmt.Sprintf("%.0f%%", r.V*100) }

func main() {
	t := template.Must(template.New("").Parse("{{range .}}{{.Name}}={{.Pct}} {{end}}\n"))
	if err := t.Execute(os.Stdout, []Row{{"a", .5}}); err != nil {
		fmt.Println("ERR", strings.Contains(err.Error(), "Pct"))
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 1, '.', 0)
	fmt.Fprintf(w, "a\tb\n")
	w.Flush()
}
