package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

const input = `name , age,height_cm , city
" Ann ",31,170.5,Oslo
Ben,,182,"Bergen, West"
Cat,forty,165,Oslo
"Dan ""the man""",52,1.78e2,
Eve,28
Fay,19,159.25,Tromso
`

type Column[T any] struct {
	Name    string
	Values  []T
	Missing []bool
	parse   func(string) (T, error)
}

func (c *Column[T]) Push(s string) error {
	s = strings.TrimSpace(s)
	var zero T
	if s == "" {
		c.Values, c.Missing = append(c.Values, zero), append(c.Missing, true)
		return nil
	}
	v, err := c.parse(s)
	if err != nil {
		c.Values, c.Missing = append(c.Values, zero), append(c.Missing, true)
		return fmt.Errorf("column %s: %w", c.Name, err)
	}
	c.Values, c.Missing = append(c.Values, v), append(c.Missing, false)
	return nil
}

type pusher interface{ Push(string) error }

func main() {
	r := csv.NewReader(strings.NewReader(input))
	r.FieldsPerRecord = -1
	r.LazyQuotes = false
	head, err := r.Read()
	if err != nil {
		fmt.Println("header:", err)
		os.Exit(1)
	}
	for i, h := range head {
		head[i] = strings.TrimSpace(h)
	}
	fmt.Printf("%q\n", head)
	name := &Column[string]{Name: head[0], parse: func(s string) (string, error) { return s, nil }}
	age := &Column[int]{Name: head[1], parse: strconv.Atoi}
	height := &Column[float64]{Name: head[2], parse: func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }}
	city := &Column[string]{Name: head[3], parse: name.parse}
	cols := []pusher{name, age, height, city}
	rows := 0
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			fmt.Println("row error:", err)
			continue
		}
		rows++
		for i, c := range cols {
			field := ""
			if i < len(rec) {
				field = rec[i]
			}
			if err := c.Push(field); err != nil {
				line, col := r.FieldPos(i)
				fmt.Printf("line %d col %d: %v\n", line, col, err)
			}
		}
	}
	fmt.Println("rows", rows)
	w := csv.NewWriter(os.Stdout)
	w.Comma = ';'
	defer w.Flush()
	for i := range rows {
		out := []string{name.Values[i], "NA", "NA", "NA"}
		if !age.Missing[i] {
			out[1] = strconv.Itoa(age.Values[i])
		}
		if !height.Missing[i] {
			out[2] = strconv.FormatFloat(height.Values[i], 'f', 2, 64)
		}
		if !city.Missing[i] {
			out[3] = city.Values[i]
		}
		if err := w.Write(out); err != nil {
			panic(err)
		}
	}
	w.Flush()
	fmt.Printf("%v %v\n%v\n%T %T\n", age.Values, age.Missing, height.Values, age, cols[3])
	_, err = csv.NewReader(strings.NewReader("a,\"b\nc")).ReadAll()
	var pe *csv.ParseError
	fmt.Println(errors.As(err, &pe), err)
}
