package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

type Event struct {
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}
type Login struct{ User string }
type Move struct {
	DX, DY int
	opt    bool
}
type Color int

const (
	Red Color = iota
	Green
)

func (c Color) MarshalText() ([]byte, error) { return []byte([]string{"red", "green"}[c]), nil }
func (c *Color) UnmarshalText(b []byte) error {
	i := slices.Index([]string{"red", "green"}, string(b))
	if i < 0 {
		return fmt.Errorf("bad color %q", b)
	}
	*c = Color(i)
	return nil
}

type Duration time.Duration

func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }
func (d *Duration) UnmarshalJSON(b []byte) error {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case float64:
		*d = Duration(time.Duration(v) * time.Second)
	case string:
		p, err := time.ParseDuration(v)
		*d = Duration(p)
		return err
	default:
		return errors.New("invalid duration")
	}
	return nil
}

type Inner struct {
	A int `json:"a,omitempty"`
	B string
}
type Conf struct {
	Inner
	*Ptr
	Timeout Duration           `json:"timeout"`
	Colors  map[Color]int      `json:"colors"`
	Fav     Color              `json:"fav"`
	When    time.Time          `json:"when,omitzero"`
	Opt     *bool              `json:"opt,omitempty"`
	Skip    string             `json:"-"`
	Dash    int                `json:"-,"`
	Str     int64              `json:"str,string"`
	Iface   fmt.Stringer       `json:"iface"`
	Bytes   []byte             `json:"bytes"`
	Arr     [2]float32         `json:"arr"`
	Map     map[string]any     `json:"map,omitempty"`
	Nested  struct{ X, Y int } `json:"nested"`
	F       func()             `json:"-"`
	Any     any
}
type Ptr struct{ Z int }
type Zero struct{ v int }

func (z Zero) IsZero() bool { return z.v == 7 }

func walk(v any, depth int) {
	ind := strings.Repeat(" ", depth)
	switch x := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			fmt.Printf("%s%s:\n", ind, k)
			walk(x[k], depth+1)
		}
	case []any:
		for i, e := range x {
			fmt.Printf("%s[%d]\n", ind, i)
			walk(e, depth+1)
		}
	default:
		fmt.Printf("%s%v (%T)\n", ind, x, x)
	}
}

func main() {
	t := true
	c := Conf{Inner: Inner{0, "b"}, Ptr: &Ptr{9}, Timeout: Duration(90 * time.Second), Colors: map[Color]int{Green: 1, Red: 2}, Fav: Green, Opt: &t, Dash: 1, Str: 77,
		Bytes: []byte("xyz"), Arr: [2]float32{0.1, 1e21}, Any: []any{1, nil, map[int]string{2: "two", 1: "<one>"}}}
	b, err := json.Marshal(c)
	fmt.Println(string(b), err)
	var d Conf
	err = json.Unmarshal(bytes.Replace(b, []byte(`"iface":null,`), nil, 1), &d)
	fmt.Printf("%v %+v %v\n", err, d.Inner, d.Ptr.Z)
	fmt.Println(time.Duration(d.Timeout), d.Colors[Green], d.Fav, *d.Opt, string(d.Bytes), d.Arr, d.Any)
	for _, s := range []string{`{"type":"login","payload":{"user":"ann"}}`, `{"type":"move","payload":{"dx":1,"DY":-2}}`, `{"type":"x","payload":[1]}`} {
		var e Event
		json.Unmarshal([]byte(s), &e)
		var target any
		switch e.Type {
		case "login":
			target = new(Login)
		case "move":
			target = &Move{}
		default:
			fmt.Println("unknown", string(e.Payload))
			continue
		}
		fmt.Println(json.Unmarshal(e.Payload, target), target)
	}
	var v any
	json.Unmarshal([]byte(`{"a":[1,2.5,"x",null,true,{"z":{}}],"b":1e3}`), &v)
	walk(v, 0)
	dec := json.NewDecoder(strings.NewReader(`[{"A":1,"B":"x"},{"a":2}] {"q":12345678901234567890} [1,`))
	tok, _ := dec.Token()
	fmt.Printf("%v %T\n", tok, tok)
	for dec.More() {
		var in Inner
		fmt.Println(dec.Decode(&in), in)
	}
	dec.Token()
	dec.UseNumber()
	var m map[string]any
	fmt.Println(dec.Decode(&m), m)
	fmt.Printf("%T\n", m["q"])
	err = dec.Decode(&v)
	fmt.Println(err, errors.Is(err, io.ErrUnexpectedEOF))
	for _, x := range []any{make(chan int), math.NaN(), map[bool]int{true: 1}, func() {}, struct{ C complex128 }{}} {
		_, err := json.Marshal(x)
		fmt.Printf("%v | %T\n", err, err)
	}
	ds := json.NewDecoder(strings.NewReader(`{"A":1,"nope":2}`))
	ds.DisallowUnknownFields()
	fmt.Println(ds.Decode(&Inner{}))
	fmt.Println(json.Unmarshal([]byte(`{"fav":"blue"}`), &d), json.Unmarshal([]byte(`{bad`), &d), json.Unmarshal([]byte(`{}`), d))
	b, _ = json.Marshal(struct {
		Z1 Zero  `json:",omitzero"`
		Z2 Zero  `json:",omitzero"`
		S  []int `json:",omitempty"`
		N  []int
	}{Zero{7}, Zero{1}, []int{}, nil})
	fmt.Println(string(b))
	var buf bytes.Buffer
	json.Indent(&buf, []byte(`{"a":[1,2],"b":{}}`), "", "\t")
	json.HTMLEscape(&buf, []byte(`"<&>"`))
	fmt.Println(buf.String(), json.Valid([]byte(`{"x":}`)))
}
