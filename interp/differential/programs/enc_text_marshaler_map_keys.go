//go:build ignore

package main

import (
	"encoding"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type Coord struct{ Row, Col int }

func (c Coord) MarshalText() ([]byte, error) {
	if c.Row < 0 {
		return nil, errors.New("negative row")
	}
	return fmt.Appendf(nil, "%c%d", 'A'+c.Col, c.Row+1), nil
}

func (c *Coord) UnmarshalText(b []byte) error {
	if len(b) < 2 {
		return fmt.Errorf("coord %q too short", b)
	}
	n, err := strconv.Atoi(string(b[1:]))
	if err != nil {
		return err
	}
	c.Col, c.Row = int(b[0]-'A'), n-1
	return nil
}

type RGB [3]uint8

func (r RGB) MarshalText() ([]byte, error) {
	return []byte(fmt.Sprintf("#%02x%02x%02x", r[0], r[1], r[2])), nil
}
func (r *RGB) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "#%02x%02x%02x", &r[0], &r[1], &r[2])
	return err
}

type Upper string

func (u Upper) MarshalText() ([]byte, error) { return []byte(strings.ToUpper(string(u))), nil }

type Enum uint

type Key struct{ a, b string }

func (k *Key) MarshalText() ([]byte, error) { return []byte(k.a + "/" + k.b), nil }

type Sheet struct {
	Cells  map[Coord]any   `json:"cells"`
	Colors map[string]RGB  `json:"colors"`
	Best   Coord           `json:"best"`
	Maybe  *Coord          `json:"maybe"`
	List   []Upper         `json:"list"`
	ByEnum map[Enum]string `json:"by_enum"`
	ByUp   map[Upper]int   `json:"by_up"`
}

var (
	_ encoding.TextMarshaler   = Coord{}
	_ encoding.TextUnmarshaler = (*RGB)(nil)
)

func main() {
	s := Sheet{
		Cells:  map[Coord]any{{0, 1}: "b1", {2, 0}: 3.5, {0, 0}: nil},
		Colors: map[string]RGB{"sky": {0, 128, 255}, "ink": {}},
		Best:   Coord{9, 25},
		List:   []Upper{"abc", "d"},
		ByEnum: map[Enum]string{10: "ten", 9: "nine"},
		ByUp:   map[Upper]int{"x": 1, "y": 2},
	}
	b, err := json.Marshal(s)
	fmt.Println(string(b), err)
	var back Sheet
	err = json.Unmarshal(b, &back)
	fmt.Println(err)
	fmt.Println(back.Cells, back.Colors["sky"], back.Best, back.Maybe, back.List, back.ByEnum, back.ByUp)
	v, ok := back.Cells[Coord{0, 0}]
	fmt.Println(v, ok, back.Best == s.Best, back.Colors["ink"] == RGB{})

	for _, in := range []string{`{"best":"Q"}`, `{"best":"C7","maybe":"D8"}`, `{"cells":{"Zx":1}}`, `{"colors":{"a":"red"}}`, `{"best":5}`, `{"by_enum":{"-1":"x"}}`} {
		var t Sheet
		err := json.Unmarshal([]byte(in), &t)
		fmt.Printf("%-30s %v", in, err)
		if t.Maybe != nil {
			fmt.Print(" ", t.Best, *t.Maybe)
		}
		fmt.Println()
	}
	_, err = json.Marshal(map[Coord]int{{-1, 0}: 1})
	fmt.Println(err)
	var me *json.MarshalerError
	_, err = json.Marshal([]Coord{{-1, 0}})
	fmt.Println(errors.As(err, &me), err)
	b, err = json.Marshal(map[*Key]int{{"p", "q"}: 1})
	fmt.Println(string(b), err)
	b, err = json.Marshal([]any{Key{"v", "alue"}, &Key{"po", "inter"}})
	fmt.Println(string(b), err)
	b, err = xml.Marshal(struct {
		XMLName xml.Name `xml:"cell"`
		At      Coord    `xml:"at,attr"`
		Color   RGB
	}{At: Coord{4, 2}, Color: RGB{1, 2, 3}})
	fmt.Println(string(b), err)
	var u encoding.TextUnmarshaler = &back.Best
	err = u.UnmarshalText([]byte("B2"))
	fmt.Println(err, back.Best)
}
