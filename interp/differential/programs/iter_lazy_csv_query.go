//go:build ignore

package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
)

type Row map[string]string

type Query struct {
	rows iter.Seq2[Row, error]
	err  error
	read int
}

func FromCSV(src string) *Query {
	q := &Query{}
	q.rows = func(yield func(Row, error) bool) {
		r := csv.NewReader(strings.NewReader(src))
		head, err := r.Read()
		if err != nil {
			yield(nil, err)
			return
		}
		for {
			rec, err := r.Read()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			q.read++
			row := Row{}
			for i, h := range head {
				row[h] = rec[i]
			}
			if !yield(row, nil) {
				return
			}
		}
	}
	return q
}

func (q *Query) pipe(f func(Row) (Row, error)) *Query {
	in := q.rows
	q.rows = func(yield func(Row, error) bool) {
		for row, err := range in {
			if err == nil {
				row, err = f(row)
			}
			if row == nil && err == nil {
				continue
			}
			if !yield(row, err) {
				return
			}
		}
	}
	return q
}

func (q *Query) Where(col, op, val string) *Query {
	return q.pipe(func(r Row) (Row, error) {
		have, ok := r[col]
		if !ok {
			return nil, fmt.Errorf("no column %q", col)
		}
		keep := false
		switch op {
		case "=":
			keep = have == val
		case "~":
			keep = strings.Contains(have, val)
		case ">", "<":
			a, err := strconv.ParseFloat(have, 64)
			if err != nil {
				return nil, err
			}
			b, _ := strconv.ParseFloat(val, 64)
			keep = op == ">" && a > b || op == "<" && a < b
		}
		if !keep {
			return nil, nil
		}
		return r, nil
	})
}

func (q *Query) Limit(n int) *Query {
	in := q.rows
	q.rows = func(yield func(Row, error) bool) {
		left := n
		for r, err := range in {
			if left == 0 || !yield(r, err) {
				return
			}
			left--
		}
	}
	return q
}

func (q *Query) Select(cols ...string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for r, err := range q.rows {
			if err != nil {
				q.err = errors.Join(q.err, err)
				continue
			}
			out := make([]string, len(cols))
			for i, c := range cols {
				out[i] = r[c]
			}
			if !yield(out) {
				return
			}
		}
	}
}

const data = `name,age,city
Ann,31,Brno
Bob,x,Oslo
Cyd,25,Brno
"Dee ""D""",44,"Paris, TX"
Eve,19
Fay,52,Brno
`

func main() {
	q := FromCSV(data).Where("city", "=", "Brno")
	for cols := range q.Select("name", "age") {
		fmt.Println(cols)
	}
	fmt.Println(q.read, q.err)
	q = FromCSV(data).Where("age", ">", "20").Where("name", "~", "e")
	fmt.Printf("%q\n", slices.Collect(q.Select("name", "city", "nope")))
	fmt.Printf("%d %q\n", q.read, fmt.Sprint(q.err))
	q = FromCSV(data).Limit(1)
	first := slices.Collect(q.Select("name"))
	fmt.Println(first, "read", q.read)
	q = FromCSV(data)
	for range q.Select() {
		break
	}
	fmt.Println("read", q.read)
	q = FromCSV("").Where("a", "=", "b")
	none := slices.Collect(q.Select("a"))
	fmt.Println(none == nil, q.err == io.EOF, errors.Is(q.err, io.EOF))
	q = FromCSV(data).Where("salary", ">", "1")
	for range q.Select("name") {
	}
	if q.err != nil {
		fmt.Println(strings.Count(q.err.Error(), "salary"), "errors about salary")
		os.Exit(3)
	}
}
