package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"
)

type Value interface{ int | string | float64 | bool }
type Cell any
type Row map[string]Cell
type Table struct {
	cols []string
	rows []Row
}
type Pred func(Row) (bool, error)
type SyntaxError struct {
	Pos int
	Msg string
}

func (s *SyntaxError) Error() string { return fmt.Sprintf("syntax error at %d: %s", s.Pos, s.Msg) }

type stmt struct {
	cols  []string
	from  string
	where Pred
	order string
	desc  bool
	limit int
}
type parser struct {
	toks []string
	i    int
}

func (p *parser) peek() string {
	if p.i < len(p.toks) {
		return p.toks[p.i]
	}
	return ""
}
func (p *parser) accept(words ...string) bool {
	for k, w := range words {
		if p.i+k >= len(p.toks) || !strings.EqualFold(p.toks[p.i+k], w) {
			return false
		}
	}
	p.i += len(words)
	return true
}
func (p *parser) expect(w string) {
	if !p.accept(w) {
		panic(&SyntaxError{p.i, fmt.Sprintf("expected %s, got %q", w, p.peek())})
	}
}
func (p *parser) next() string { defer func() { p.i++ }(); return p.peek() }
func (p *parser) or() Pred {
	l := p.and()
	for p.accept("or") {
		a, b := l, p.and()
		l = func(r Row) (bool, error) {
			if ok, err := a(r); ok || err != nil {
				return ok, err
			}
			return b(r)
		}
	}
	return l
}
func (p *parser) and() Pred {
	l := p.cmp()
	for p.accept("and") {
		a, b := l, p.cmp()
		l = func(r Row) (bool, error) {
			ok, err := a(r)
			if !ok || err != nil {
				return false, err
			}
			return b(r)
		}
	}
	return l
}
func (p *parser) cmp() Pred {
	col, op, lit := p.next(), p.next(), literal(p.next())
	test, ok := map[string]func(int) bool{"=": func(c int) bool { return c == 0 }, "<": func(c int) bool { return c < 0 }, ">": func(c int) bool { return c > 0 }}[op]
	if !ok {
		panic(&SyntaxError{p.i - 2, "bad operator " + op})
	}
	return func(r Row) (bool, error) {
		v, ok := r[col]
		if !ok {
			return false, fmt.Errorf("no column %s", col)
		}
		c, err := compare(v, lit)
		return err == nil && test(c), err
	}
}
func literal(s string) Cell {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return strings.Trim(s, "'")
}
func compare(a, b Cell) (int, error) {
	switch x := a.(type) {
	case int:
		if y, ok := b.(int); ok {
			return cmp.Compare(x, y), nil
		}
	case string:
		if y, ok := b.(string); ok {
			return cmp.Compare(x, y), nil
		}
	}
	return 0, fmt.Errorf("cannot compare %T with %T", a, b)
}
func Parse(s string) (st *stmt, err error) {
	defer func() {
		switch r := recover().(type) {
		case *SyntaxError:
			st, err = nil, r
		case nil:
		default:
			panic(r)
		}
	}()
	p := &parser{toks: strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })}
	st = &stmt{limit: -1}
	p.expect("select")
	for !strings.EqualFold(p.peek(), "from") && p.peek() != "" {
		st.cols = append(st.cols, p.next())
	}
	p.expect("from")
	st.from = p.next()
	if p.accept("where") {
		st.where = p.or()
	}
	if p.accept("order", "by") {
		st.order = p.next()
		st.desc = p.accept("desc")
	}
	if p.accept("limit") {
		st.limit = literal(p.next()).(int)
	}
	if p.peek() != "" {
		return nil, &SyntaxError{p.i, "trailing " + p.peek()}
	}
	return
}

type DB map[string]*Table

func (db DB) Query(q string) error {
	st, err := Parse(q)
	if err != nil {
		return err
	}
	t, ok := db[st.from]
	if !ok {
		return errors.New("no table " + st.from)
	}
	var rows []Row
	for _, r := range t.rows {
		if st.where != nil {
			if ok, err := st.where(r); err != nil {
				return fmt.Errorf("where: %w", err)
			} else if !ok {
				continue
			}
		}
		rows = append(rows, r)
	}
	if st.order != "" {
		slices.SortStableFunc(rows, func(a, b Row) int {
			c, e := compare(a[st.order], b[st.order])
			err = cmp.Or(err, e)
			if st.desc {
				return -c
			}
			return c
		})
	}
	if st.limit >= 0 {
		rows = rows[:min(st.limit, len(rows))]
	}
	if slices.Equal(st.cols, []string{"*"}) {
		st.cols = t.cols
	}
	tw := tabwriter.NewWriter(os.Stdout, 2, 4, 2, ' ', 0)
	defer tw.Flush()
	fmt.Fprintln(tw, strings.Join(st.cols, "\t"))
	for _, r := range rows {
		for i, c := range st.cols {
			if i > 0 {
				fmt.Fprint(tw, "\t")
			}
			fmt.Fprintf(tw, "%v", r[c])
		}
		fmt.Fprintln(tw)
	}
	return err
}

func main() {
	db := DB{"emp": {cols: []string{"name", "age", "dept"}}}
	for _, l := range strings.Split("ann 30 eng|bob 25 ops|cyd 41 eng|dee 25 hr", "|") {
		f := strings.Fields(l)
		db["emp"].rows = append(db["emp"].rows, Row{"name": f[0], "age": literal(f[1]), "dept": f[2]})
	}
	for _, q := range []string{"select * from emp", "SELECT name, age FROM emp WHERE dept = 'eng' OR age < 30 ORDER BY age DESC LIMIT 2", "select name from emp where age > 'x'",
		"select name", "select a from none", "select nope from emp where nope = 1", "select name from emp where age ! 3", "select name from emp limit 1 extra", "select name from emp where age = 25 and dept = hr"} {
		fmt.Println("--", q)
		if err := db.Query(q); err != nil {
			var se *SyntaxError
			fmt.Println("ERR", err, errors.As(err, &se))
		}
	}
}
