package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

type Date struct{ time.Time }

func (d *Date) UnmarshalJSON(b []byte) (err error) {
	d.Time, err = time.Parse(`"2006-01-02"`, string(b))
	return
}
func (d Date) MarshalJSON() ([]byte, error) { return []byte(d.Format(`"2006-01-02"`)), nil }

type Unit string

func (u *Unit) UnmarshalText(b []byte) error { *u = Unit(strings.ToUpper(string(b))); return nil }

type Reading struct {
	When  Date             `json:"when"`
	Unit  Unit             `json:"unit"`
	Value float64          `json:"value"`
	By    map[Unit]float64 `json:"by"`
}

type Geometry interface{ Kind() string }
type Pt struct{ X, Y float64 }
type Ln struct{ Pts []Pt }

func (Pt) Kind() string { return "pt" }
func (Ln) Kind() string { return "ln" }

type Feature struct {
	Name string
	Geom Geometry
}

func (f *Feature) UnmarshalJSON(b []byte) error {
	type alias Feature
	aux := struct {
		*alias
		Geom json.RawMessage
		Type string
	}{alias: (*alias)(f)}
	if err := json.Unmarshal(b, &aux); err != nil {
		return err
	}
	switch aux.Type {
	case "pt":
		var p Pt
		if err := json.Unmarshal(aux.Geom, &p); err != nil {
			return err
		}
		f.Geom = p
	case "ln":
		var l Ln
		if err := json.Unmarshal(aux.Geom, &l); err != nil {
			return err
		}
		f.Geom = l
	default:
		return fmt.Errorf("unknown %q", aux.Type)
	}
	return nil
}

type Config struct {
	Name  string
	Limit *int `json:",omitempty"`
	Inner struct{ A, B int }
	List  []struct{ K string }
	Any   any
}

func main() {
	var rs []Reading
	err := json.Unmarshal([]byte(`[{"when":"2024-02-03","unit":"kg","value":1.5,"by":{"g":2}},{"when":"2024-02-04"}]`), &rs)
	fmt.Println(err, len(rs))
	for _, r := range rs {
		fmt.Println(r.When.Format("Jan 2"), r.Unit, r.Value, r.By)
	}
	b, err := json.Marshal(rs)
	fmt.Println(string(b), err)
	var fs []Feature
	err = json.Unmarshal([]byte(`[{"Name":"a","Type":"pt","Geom":{"X":1,"Y":2}},{"Name":"b","Type":"ln","Geom":{"Pts":[{"X":3}]}}]`), &fs)
	fmt.Println(err)
	for _, f := range fs {
		fmt.Printf("%s %v %T\n", f.Name, f.Geom, f.Geom)
	}
	var one Feature
	fmt.Println(json.Unmarshal([]byte(`{"Name":"c","Type":"pt","Geom":{"X":7}}`), &one), one)
	fmt.Println(json.Unmarshal([]byte(`{"Type":"zz"}`), &one))
	var c Config
	fmt.Println(json.Unmarshal([]byte(`{"name":"n","Limit":3,"Inner":{"A":1},"List":[{"K":"k"}],"Any":{"z":[1,null]}}`), &c), c.Name, *c.Limit, c.Inner, c.List, c.Any)
	fmt.Printf("%+v\n", c.Inner)
	m := map[string]Reading{}
	fmt.Println(json.Unmarshal([]byte(`{"k":{"unit":"m","when":"2020-01-01"}}`), &m), m["k"].Unit)
	var d Date
	fmt.Println(json.Unmarshal([]byte(`"bad"`), &d) != nil)
	dec := json.NewDecoder(strings.NewReader(`{"when":"2021-01-01","unit":"s"} {"unit":"t","when":"2021-01-02"}`))
	for dec.More() {
		var r Reading
		if err := dec.Decode(&r); err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(r.Unit, r.When.Day())
	}
}
