//go:build ignore

package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
)

type Sale struct {
	Region string
	Units  int
	Price  float64
	Note   *string
}

type column struct {
	name string
	set  func(*Sale, string) error
	get  func(Sale) string
}

var columns = []column{
	{"region", func(s *Sale, v string) error { s.Region = strings.ToLower(v); return nil }, func(s Sale) string { return s.Region }},
	{"units", func(s *Sale, v string) (err error) { s.Units, err = strconv.Atoi(v); return }, func(s Sale) string { return strconv.Itoa(s.Units) }},
	{"price", func(s *Sale, v string) (err error) { s.Price, err = strconv.ParseFloat(v, 64); return },
		func(s Sale) string { return strconv.FormatFloat(s.Price, 'f', 2, 64) }},
	{"note", func(s *Sale, v string) error {
		if v != "" {
			s.Note = &v
		}
		return nil
	}, func(s Sale) string {
		if s.Note == nil {
			return ""
		}
		return *s.Note
	}},
}

type rowError struct {
	line int
	col  string
	error
}

func (r rowError) Error() string { return fmt.Sprintf("line %d, %s: %v", r.line, r.col, r.error) }
func (r rowError) Unwrap() error { return r.error }

func load(src string) (sales []Sale, errs []error) {
	r := csv.NewReader(strings.NewReader(src))
	r.Comment = '#'
	r.TrimLeadingSpace = true
	head, err := r.Read()
	if err != nil {
		return nil, []error{err}
	}
	byName := map[string]column{}
	for _, c := range columns {
		byName[c.name] = c
	}
rows:
	for {
		rec, err := r.Read()
		if err == io.EOF {
			return
		}
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			errs = append(errs, err)
			if pe.Err == csv.ErrFieldCount {
				continue
			}
			return
		}
		var s Sale
		for i, h := range head {
			c, ok := byName[h]
			if !ok {
				continue
			}
			if err := c.set(&s, rec[i]); err != nil {
				line, _ := r.FieldPos(i)
				errs = append(errs, rowError{line, h, err})
				continue rows
			}
		}
		sales = append(sales, s)
	}
}

func main() {
	src := `units,region,price,extra,note
# comment line
3,North,2.50,x,"said ""hi"", left"
x,South,1,,
5,"multi
line",4.25,,
1,2
7,north,1e1,z,
9,west,cheap,,oops
`
	sales, errs := load(src)
	for _, s := range sales {
		note := "-"
		if s.Note != nil {
			note = *s.Note
		}
		fmt.Printf("%q %d %.2f %s\n", s.Region, s.Units, s.Price, note)
	}
	for _, e := range errs {
		fmt.Println("!", e, errors.Is(e, strconv.ErrSyntax), errors.Is(e, csv.ErrFieldCount))
	}
	totals := map[string]float64{}
	for _, s := range sales {
		totals[s.Region] += float64(s.Units) * s.Price
	}
	var regions []string
	for r := range totals {
		regions = append(regions, r)
	}
	sort.Strings(regions)
	w := csv.NewWriter(os.Stdout)
	w.Comma = ';'
	for _, r := range regions {
		w.Write([]string{r, fmt.Sprintf("%.1f", totals[r]), `"q";`})
	}
	for _, s := range sales {
		var rec []string
		for _, c := range columns {
			rec = append(rec, c.get(s))
		}
		w.Write(rec)
	}
	w.Flush()
	fmt.Println(w.Error())
	_, errs = load("a,b\n1,\"unclosed\n")
	fmt.Println(errs)
	_, errs = load("")
	fmt.Println(errs)
}
