//go:build ignore

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
)

type Meta struct {
	ID      int    `json:"id"`
	Version string `json:"version,omitempty"`
	Name    string
}

type Audit struct {
	By   string `json:"by"`
	Name string
}

type Doc struct {
	Meta
	*Audit
	Title   string `json:"title"`
	Version int    `json:"version"`
}

type Nested struct {
	Meta   `json:"meta"`
	Inner  struct{ A, B int } `json:"inner"`
	Raw    json.RawMessage    `json:"raw"`
	Any    any                `json:"any"`
	Num    json.Number        `json:"num"`
	Skip   string             `json:"-"`
	Dash   string             `json:"-,"`
	Str    int64              `json:",string"`
	Bytes  []byte             `json:"bytes"`
	Ptr    **int              `json:"ptr"`
	Arr    [2]bool            `json:"arr"`
	Iface  fmt.Stringer       `json:"iface"`
	Map    map[int]string     `json:"map"`
	Zero   Meta               `json:"zero,omitzero"`
	Float  float64            `json:"float"`
	lower  int
	Nil    []int `json:"nil"`
	Empty  []int `json:"empty"`
	Omit   []int `json:"omit,omitempty"`
	OmitIf any   `json:"omitif,omitempty"`
}

type yes bool

func (y yes) String() string { return fmt.Sprint("yes:", bool(y)) }

func main() {
	d := Doc{Meta: Meta{1, "v1", "meta"}, Title: "t"}
	enc := json.NewEncoder(os.Stdout)
	show := func(v any) {
		if err := enc.Encode(v); err != nil {
			fmt.Println("encode:", err)
		}
	}
	show(d)
	d.Audit = &Audit{"ann", "audit"}
	show(d)
	show(&d)

	seven := 7
	p := &seven
	n := Nested{Meta: Meta{ID: 5}, Raw: json.RawMessage(`{"k": [1, 2]}`), Any: []any{1, "x", nil, 1.5, true}, Num: "12.50",
		Skip: "s", Dash: "d", Str: -9, Bytes: []byte("hello"), Ptr: &p, Iface: yes(true), Map: map[int]string{2: "b", -1: "a"},
		Float: 1e21, lower: 3, Empty: []int{}, Omit: []int{}, OmitIf: 0}
	n.Inner.B = 4
	show(n)

	var back Nested
	b, _ := json.Marshal(n)
	err := json.Unmarshal(b, &back)
	fmt.Println("iface:", err)
	n.Iface = nil
	b, _ = json.Marshal(n)
	back = Nested{}
	err = json.Unmarshal(b, &back)
	fmt.Println(err, back.ID, back.Inner, string(back.Raw), back.Any, back.Num, back.Str, string(back.Bytes), **back.Ptr, back.Map)
	f, _ := back.Num.Float64()
	_, ierr := back.Num.Int64()
	fmt.Println(f, ierr, back.Nil == nil, back.Empty == nil, back.Dash, back.Skip == "")

	var doc Doc
	err = json.Unmarshal([]byte(`{"id":3,"by":"bob","title":"x","version":8,"Name":"ambiguous"}`), &doc)
	fmt.Printf("%v %+v %+v %q\n", err, doc.Meta, *doc.Audit, doc.Title)
	for _, v := range []any{math.NaN(), func() {}, make(chan int), map[bool]int{true: 1}, map[string]any{"deep": []any{complex(1, 2)}}} {
		_, err := json.Marshal(v)
		fmt.Printf("%T: %v\n", err, err)
	}
	show(map[string]any{"html": "<a & b>", "uni": "é\u2028", "ctl": "\x01\n"})
	enc.SetEscapeHTML(false)
	enc.SetIndent(">", "\t")
	show(map[string]any{"html": "<a & b>", "list": []int{1}, "none": struct{}{}, "e": []int{}})
}
