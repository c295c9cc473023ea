package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

type Base struct {
	ID      int       `json:"id"`
	Created time.Time `json:"created"`
}

type Address struct {
	Street string      `json:"street"`
	City   string      `json:"city,omitempty"`
	Geo    *[2]float64 `json:"geo"`
}

type Customer struct {
	Base
	Name    string          `json:"name"`
	Emails  []string        `json:"emails"`
	Home    *Address        `json:"home,omitempty"`
	Extra   map[string]any  `json:"extra,omitempty"`
	Raw     json.RawMessage `json:"raw,omitempty"`
	secret  string
	Skipped int            `json:"-"`
	Count   int64          `json:"count,string"`
	Labels  map[int]string `json:"labels,omitempty"`
	Data    []byte         `json:"data"`
	Iface   interface{}    `json:"iface"`
	Nested  struct {
		Deep []struct{ A, B int }
	} `json:"nested"`
}

func main() {
	c := Customer{Base: Base{7, time.Date(2020, 2, 29, 12, 0, 0, 5000, time.UTC)}, Name: "Zoë <z&co>", secret: "x", Skipped: 3, Count: 12, Labels: map[int]string{10: "ten", 9: "nine"}, Data: []byte("hi!")}
	c.Home = &Address{Street: "Mill Ln", Geo: &[2]float64{1.5, -2e-7}}
	c.Nested.Deep = append(c.Nested.Deep, struct{ A, B int }{1, 2})
	c.Extra = map[string]any{"z": nil, "a": []any{1, "two", 3.5, true}, "m": map[string]int{"k": 1}}
	b, err := json.Marshal(c)
	fmt.Println(string(b), err)
	var back Customer
	err = json.Unmarshal(b, &back)
	fmt.Println(err, back.ID, back.Created.Equal(c.Created), back.Name, back.Emails == nil, *back.Home.Geo, back.Labels, string(back.Data))
	for _, k := range []string{"a", "m", "z"} {
		fmt.Printf("%s: %T %v\n", k, back.Extra[k], back.Extra[k])
	}
	out, _ := json.MarshalIndent(map[string]any{"b": []int{}, "a": struct{}{}, "list": []Address{{"x", "", nil}}}, ">", "  ")
	fmt.Println(string(out))

	var v any
	dec := json.NewDecoder(strings.NewReader(`{"n": 12345678901234567890, "f": 1e3} [1, null] "s" 4`))
	dec.UseNumber()
	for dec.More() {
		if err := dec.Decode(&v); err != nil {
			fmt.Println("decode:", err)
			break
		}
		fmt.Printf("%T %v\n", v, v)
	}
	for _, bad := range []string{`{"id": "x"}`, `{"id": 1`, `{"name": [1]}`, `[1]`, `{"count": 5}`, `{"id": 1.5}`, `{id:1}`, `{"home":{"street":5}}`} {
		var c Customer
		err := json.Unmarshal([]byte(bad), &c)
		var ute *json.UnmarshalTypeError
		var se *json.SyntaxError
		switch {
		case errors.As(err, &ute):
			fmt.Println("type:", ute.Field, ute.Value, ute.Type, ute.Offset)
		case errors.As(err, &se):
			fmt.Println("syntax:", se, se.Offset)
		default:
			fmt.Println("other:", err)
		}
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	enc.Encode([]any{"<&>", 1.0, 1e30, float32(0.1), nil, [2]bool{true}, map[string]string{}})
	_, err = json.Marshal(map[string]any{"c": make(chan int)})
	fmt.Println(err)
	tok := json.NewDecoder(strings.NewReader(`{"a":[1,"b",null]}`))
	for t, err := tok.Token(); err == nil; t, err = tok.Token() {
		fmt.Printf("%T:%v ", t, t)
	}
	fmt.Println(json.Valid([]byte(`{"ok":true}`)), json.Valid([]byte(`{'ok'}`)))
}
