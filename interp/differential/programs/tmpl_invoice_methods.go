//go:build ignore

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
)

type Money int

func (m Money) String() string          { return fmt.Sprintf("%d.%02d", int(m)/100, int(m)%100) }
func (m Money) Times(n int) Money       { return m * Money(n) }
func (m Money) Percent(p float64) Money { return Money(float64(m) * p / 100) }

type Line struct {
	What  string
	Qty   int
	Price Money
}

func (l Line) Total() Money { return l.Price.Times(l.Qty) }

type Party struct {
	Name    string
	Address []string
	VAT     *string
}

type Invoice struct {
	No       int
	From, To *Party
	Lines    []Line
	Discount map[string]Money
	paid     bool
}

func (inv *Invoice) Sum() (m Money) {
	for _, l := range inv.Lines {
		m += l.Total()
	}
	return
}

func (inv *Invoice) Net() (Money, error) {
	m := inv.Sum()
	for _, d := range inv.Discount {
		m -= d
	}
	if m < 0 {
		return 0, errors.New("negative total")
	}
	return m, nil
}

func (inv *Invoice) Paid() bool { return inv.paid }

func (p *Party) Initials(sep string) string {
	var out []string
	for _, w := range strings.Fields(p.Name) {
		out = append(out, w[:1])
	}
	return strings.Join(out, sep)
}

const text = `INVOICE {{printf "%05d" .No}}{{if .Paid}} (paid){{end}}
{{- define "party"}}{{.Name}} [{{.Initials "."}}]{{range .Address}}, {{.}}{{else}}, no address{{end}}{{with .VAT}} VAT {{.}}{{end}}{{end}}
from: {{template "party" .From}}
to:   {{template "party" .To}}
{{range $i, $l := .Lines -}}
{{inc $i}}. {{$l.What | printf "%-10s"}} {{$l.Qty}} x {{.Price}} = {{printf "%8s" .Total}}{{if gt .Qty 10}} bulk{{else if eq .Qty 1}} single{{end}}
{{else}}(nothing)
{{end -}}
sum: {{.Sum}}  tax: {{(.Sum.Percent 21.5).String}}
{{range $k, $v := .Discount}}- {{$k | title}}: {{$v}}
{{end -}}
{{with $n := .Net}}net: {{$n}} {{len $.Lines}} lines{{end}}
`

func main() {
	t := template.Must(template.New("inv").Funcs(template.FuncMap{
		"inc":   func(i int) int { return i + 1 },
		"title": func(s string) string { return strings.ToUpper(s[:1]) + s[1:] },
	}).Parse(text))
	vat := "CZ123"
	inv := &Invoice{
		No:       42,
		From:     &Party{"Acme Tools Ltd", []string{"Street 1", "Town"}, &vat},
		To:       &Party{Name: "Bob"},
		Lines:    []Line{{"hammer", 1, 1999}, {"nails", 100, 5}, {"saw", 2, 1250}},
		Discount: map[string]Money{"loyalty": 100, "august": 250},
		paid:     true,
	}
	if err := t.Execute(os.Stdout, inv); err != nil {
		fmt.Println("error:", err)
	}
	fmt.Println("----")
	empty := &Invoice{No: 7, From: inv.To, To: inv.From, Discount: map[string]Money{"x": 1}}
	var sb strings.Builder
	err := t.Execute(&sb, empty)
	fmt.Print(sb.String())
	fmt.Println("\nerror:", err)
	fmt.Println(t.Lookup("party") != nil, t.Lookup("none") == nil, t.Name())
}
