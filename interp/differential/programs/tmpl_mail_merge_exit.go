//go:build ignore

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
	"time"
)

type Gender int

const (
	Unknown Gender = iota
	Female
	Male
)

func (g Gender) Title() string {
	switch g {
	case Female:
		return "Ms"
	case Male:
		return "Mr"
	}
	return "Dear"
}

type Person struct {
	First, Last string
	Gender
	Debts map[string]float64
	Due   time.Time
}

func (p Person) Full() string { return strings.TrimSpace(p.First + " " + p.Last) }

func (p Person) Total() (float64, error) {
	t := 0.0
	for k, v := range p.Debts {
		if v < 0 {
			return 0, &DebtError{p.Full(), k, v}
		}
		t += v
	}
	return t, nil
}

type DebtError struct {
	Who, What string
	Amount    float64
}

func (d *DebtError) Error() string { return fmt.Sprintf("%s: bad %s %.1f", d.Who, d.What, d.Amount) }

func wrap(width int, s string) string {
	var lines []string
	cur := ""
	for _, w := range strings.Fields(s) {
		if cur != "" && len(cur)+1+len(w) > width {
			lines = append(lines, cur)
			cur = ""
		}
		if cur != "" {
			cur += " "
		}
		cur += w
	}
	return strings.Join(append(lines, cur), "\n")
}

var letter = template.Must(template.New("letter").Funcs(template.FuncMap{
	"wrap":   wrap,
	"plural": func(n int, one, many string) string { return map[bool]string{true: one, false: many}[n == 1] },
	"date":   func(layout string, t time.Time) string { return t.Format(layout) },
	"days":   func(a, b time.Time) int { return int(b.Sub(a).Hours() / 24) },
}).Parse(`
{{- define "sign"}}--
{{.}}{{end -}}
{{with .P}}{{.Title}} {{or .Last .First "Nobody"}},
{{end}}
{{- $total := .P.Total -}}
{{- $n := len .P.Debts -}}
{{if not $n}}you owe nothing.{{else -}}
{{$msg := printf "you owe %.2f for %d %s, due %s, which is in %d days; please pay soon" $total $n (plural $n "thing" "things") (date "Jan 2" .P.Due) (days .Now .P.Due)}}
{{- wrap 30 $msg}}
{{range $what, $amount := .P.Debts}}  {{printf "%-6s%8.2f" $what $amount}}{{if gt $amount 100.0}} (!){{end}}
{{end}}{{end}}
{{template "sign" .From}}
`))

func main() {
	now := time.Date(2024, 12, 24, 12, 0, 0, 0, time.UTC)
	people := []Person{
		{"Ann", "Lee", Female, map[string]float64{"rent": 950.5, "beer": 3}, now.AddDate(0, 0, 8)},
		{First: "Bob"},
		{"", "Ho", Male, map[string]float64{"cab": 12.345}, now.Add(49 * time.Hour)},
		{Last: "Crook", Debts: map[string]float64{"bribe": -5}},
		{"Zed", "Never", Male, nil, now},
	}
	for i, p := range people {
		fmt.Printf("===== %d %s\n", i, p.Full())
		var sb strings.Builder
		err := letter.Execute(&sb, struct {
			P    Person
			Now  time.Time
			From string
		}{p, now, "The Office"})
		var de *DebtError
		if errors.As(err, &de) {
			var ee template.ExecError
			fmt.Println("cannot write to", de.Who, "because of", de.What, errors.As(err, &ee))
			if ee.Err != nil {
				fmt.Println(ee.Name, errors.Unwrap(ee.Err) != nil)
			}
			os.Exit(3)
		}
		fmt.Print(sb.String())
	}
}
