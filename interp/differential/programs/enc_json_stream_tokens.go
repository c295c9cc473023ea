//go:build ignore

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

type path []string

func (p path) String() string { return "$" + strings.Join(p, "") }

type leaf struct {
	at  string
	val any
}

func flatten(r io.Reader) (out []leaf, err error) {
	dec := json.NewDecoder(r)
	dec.UseNumber()
	var walk func(p path) error
	walk = func(p path) error {
		tok, err := dec.Token()
		if err != nil {
			return err
		}
		switch t := tok.(type) {
		case json.Delim:
			i := 0
			for dec.More() {
				if t == '{' {
					key, err := dec.Token()
					if err != nil {
						return err
					}
					if err := walk(append(p, "."+key.(string))); err != nil {
						return err
					}
				} else if err := walk(append(p, fmt.Sprintf("[%d]", i))); err != nil {
					return err
				}
				i++
			}
			if i == 0 {
				out = append(out, leaf{p.String(), t.String()})
			}
			_, err = dec.Token()
			return err
		default:
			out = append(out, leaf{p.String(), t})
		}
		return nil
	}
	for {
		if err = walk(nil); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return out, fmt.Errorf("at offset %d: %w", dec.InputOffset(), err)
		}
	}
}

func main() {
	for _, src := range []string{
		`{"a": 1, "b": {"c": [true, null, "x", {}], "d": -1.5e3}, "e": []}`,
		`1 "two" [3, [4]]`,
		`{"a": [1, 2`,
		`{"a" 1}`,
		`[1, 2]]`,
		``,
	} {
		leaves, err := flatten(strings.NewReader(src))
		fmt.Println(src)
		for _, l := range leaves {
			fmt.Printf("   %-10s %v (%T)\n", l.at, l.val, l.val)
		}
		if err != nil {
			fmt.Println("   error", err)
		}
	}
	pr, pw := io.Pipe()
	type rec struct {
		N int
		S []string `json:",omitempty"`
	}
	go func() {
		enc := json.NewEncoder(pw)
		for i := range 4 {
			if err := enc.Encode(rec{i, strings.Fields(strings.Repeat("w ", i))}); err != nil {
				return
			}
		}
		pw.CloseWithError(errors.New("writer finished badly"))
	}()
	for dec := json.NewDecoder(pr); ; {
		var r rec
		if err := dec.Decode(&r); err != nil {
			fmt.Println("stop:", err)
			break
		}
		fmt.Printf("%+v %t\n", r, r.S == nil)
	}
	var v any
	_ = json.Unmarshal([]byte(`{"n":9007199254740993,"f":0.1,"s":"\u00e9\ud83d\ude00","b":[false]}`), &v)
	m, ok := v.(map[string]any)
	fmt.Println(ok, len(m), m["s"], m["f"])
	fmt.Printf("%T %.0f %T\n", m["n"], m["n"], m["b"])
	fmt.Println(json.Valid([]byte(`{"a":1,}`)), json.Valid([]byte(`[]`)))
}
