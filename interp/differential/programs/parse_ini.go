package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

type Section map[string]string

type File struct {
	order    []string
	sections map[string]Section
}

var ErrNoSection = errors.New("key outside any section")

func Parse(r io.Reader) (*File, error) {
	f := &File{sections: map[string]Section{}}
	sc := bufio.NewScanner(r)
	var cur Section
	var errs []error
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		if i := strings.IndexAny(line, "#;"); i >= 0 {
			line = strings.TrimSpace(line[:i])
		}
		if line == "" {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			name, ok = strings.CutSuffix(name, "]")
			if !ok {
				errs = append(errs, fmt.Errorf("line %d: unclosed section %q", n, name))
				continue
			}
			if cur, ok = f.sections[name]; !ok {
				cur = Section{}
				f.sections[name] = cur
				f.order = append(f.order, name)
			}
			continue
		}
		k, v, ok := strings.Cut(line, "=")
		switch {
		case !ok:
			errs = append(errs, fmt.Errorf("line %d: no '=' in %q", n, line))
		case cur == nil:
			errs = append(errs, fmt.Errorf("line %d: %w", n, ErrNoSection))
		default:
			cur[strings.TrimSpace(k)] = strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return f, errors.Join(errs...)
}

func (f *File) Get(section, key string) (v string, ok bool) {
	s, ok := f.sections[section]
	if ok {
		v, ok = s[key]
	}
	return
}

// Decode fills the fields tagged `ini:"key"`.
func (s Section) Decode(into any) error {
	v := reflect.ValueOf(into).Elem()
	t := v.Type()
	for i := range t.NumField() {
		key, ok := t.Field(i).Tag.Lookup("ini")
		raw, has := s[key]
		if !ok || !has {
			continue
		}
		switch fv := v.Field(i); fv.Kind() {
		case reflect.String:
			fv.SetString(raw)
		case reflect.Int:
			n, err := strconv.Atoi(raw)
			if err != nil {
				return fmt.Errorf("field %s: %w", t.Field(i).Name, err)
			}
			fv.SetInt(int64(n))
		case reflect.Bool:
			b, _ := strconv.ParseBool(raw)
			fv.SetBool(b)
		default:
			return fmt.Errorf("field %s: cannot set a %v", t.Field(i).Name, fv.Kind())
		}
	}
	return nil
}

type Server struct {
	Host  string `ini:"host"`
	Port  int    `ini:"port"`
	Debug bool   `ini:"debug"`
	extra string
}

func main() {
	const text = `stray = 1
[server]
host = "example.org" ; comment
port = 8080
debug = true
[broken
[paths]
root=/srv/data
noequals
[server]
port = 9090
[bad]
port = many
`
	f, err := Parse(strings.NewReader(text))
	fmt.Println(err)
	fmt.Println(errors.Is(err, ErrNoSection), f.order)
	for _, name := range f.order {
		fmt.Println(name, f.sections[name])
	}
	for _, q := range [][2]string{{"server", "host"}, {"server", "nope"}, {"nope", "host"}} {
		v, ok := f.Get(q[0], q[1])
		fmt.Printf("%v -> %q %t\n", q, v, ok)
	}
	s := Server{extra: "kept"}
	fmt.Println(f.sections["server"].Decode(&s))
	fmt.Printf("%+v\n", s)
	fmt.Println(f.sections["bad"].Decode(&s))
	var w struct {
		F float64 `ini:"root"`
	}
	fmt.Println(f.sections["paths"].Decode(&w), w)
}
