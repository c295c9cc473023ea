//go:build ignore

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

type Section map[string]string

type INI struct {
	order    []string
	sections map[string]Section
}

type lineError struct {
	n    int
	text string
	why  string
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %s: %q", e.n, e.why, e.text) }

func (f *INI) section(name string) Section {
	if f.sections == nil {
		f.sections = make(map[string]Section)
	}
	s, ok := f.sections[name]
	if !ok {
		s = Section{}
		f.sections[name] = s
		f.order = append(f.order, name)
	}
	return s
}

func (f *INI) ReadFrom(r io.Reader) (int64, error) {
	var total int64
	cur := f.section("")
	sc := bufio.NewScanner(r)
	for n := 1; sc.Scan(); n++ {
		total += int64(len(sc.Bytes())) + 1
		line := strings.TrimSpace(sc.Text())
		switch {
		case line == "", line[0] == ';', line[0] == '#':
			continue
		case line[0] == '[':
			if line[len(line)-1] != ']' {
				return total, &lineError{n, line, "unclosed section"}
			}
			cur = f.section(line[1 : len(line)-1])
		default:
			k, v, ok := strings.Cut(line, "=")
			if !ok {
				return total, &lineError{n, line, "no equals sign"}
			}
			cur[strings.TrimSpace(k)] = strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return total, sc.Err()
}

func (f *INI) WriteTo(w io.Writer) (total int64, err error) {
	p := func(format string, args ...any) {
		n, e := fmt.Fprintf(w, format, args...)
		total += int64(n)
		if err == nil {
			err = e
		}
	}
	for _, name := range f.order {
		s := f.sections[name]
		if len(s) == 0 {
			continue
		}
		if name != "" {
			p("[%s]\n", name)
		}
		keys := make([]string, 0, len(s))
		for k := range s {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			p("%s = %s\n", k, s[k])
		}
	}
	return
}

func (f *INI) Fill(dst any) (unset []string, err error) {
	rv := reflect.ValueOf(dst).Elem()
	for i := range rv.NumField() {
		ft := rv.Type().Field(i)
		sec, key, ok := strings.Cut(ft.Tag.Get("ini"), ".")
		if !ok {
			sec, key = "", sec
		}
		val, ok := f.sections[sec][key]
		if !ok {
			unset = append(unset, ft.Name)
			continue
		}
		switch fv := rv.Field(i); fv.Kind() {
		case reflect.String:
			fv.SetString(val)
		case reflect.Int:
			n, err := strconv.ParseInt(val, 0, 64)
			if err != nil {
				return unset, fmt.Errorf("%s: %w", ft.Name, err)
			}
			fv.SetInt(n)
		case reflect.Bool:
			fv.SetBool(val == "on" || val == "yes")
		case reflect.Slice:
			fv.Set(reflect.ValueOf(strings.Split(val, ",")))
		default:
			return unset, fmt.Errorf("%s: cannot fill %v", ft.Name, fv.Type())
		}
	}
	return unset, nil
}

func main() {
	src := "name = demo\n; note\n\n[server]\nport=0x1F90\n host = \"local host\"\n[flags]\nfast = on\n[server]\ntags=a,b,c\n"
	var f INI
	n, err := f.ReadFrom(strings.NewReader(src))
	fmt.Println(n, err, f.order)
	n, err = f.WriteTo(os.Stdout)
	fmt.Println(n, err)
	var cfg struct {
		Name  string   `ini:"name"`
		Port  int      `ini:"server.port"`
		Host  string   `ini:"server.host"`
		Tags  []string `ini:"server.tags"`
		Fast  bool     `ini:"flags.fast"`
		Slow  bool     `ini:"flags.slow"`
		Plain float64
	}
	unset, err := f.Fill(&cfg)
	fmt.Printf("%+v %q %v\n", cfg, unset, err)
	f.section("server")["port"] = "many"
	_, err = f.Fill(&cfg)
	fmt.Println(err)
	_, err = f.Fill(&struct {
		X complex64 `ini:"name"`
	}{})
	fmt.Println(err)
	for _, bad := range []string{"[open\n", "a=1\nb\n"} {
		_, err := new(INI).ReadFrom(strings.NewReader(bad))
		if le, ok := err.(*lineError); ok {
			fmt.Println(le.n, le)
		}
	}
}
