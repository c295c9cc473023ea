package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

const data = `id,name,joined,score,active
1,"Doe, Jane",2021-03-04,91.5,true
2,Bob,2020-12-31,,false
3,"Quote ""Q""",2019-01-01,77,maybe
4,Zoë,bad-date,1e2,true
`

type Date struct{ time.Time }

func (d *Date) UnmarshalText(b []byte) error {
	t, err := time.Parse("2006-01-02", string(b))
	if err != nil {
		return fmt.Errorf("date: %w", err)
	}
	d.Time = t
	return nil
}
func (d Date) MarshalJSON() ([]byte, error) { return json.Marshal(d.Format("02 Jan 2006")) }

type Row struct {
	ID     int      `json:"id"`
	Name   string   `json:"name"`
	Joined Date     `json:"joined"`
	Score  *float64 `json:"score"`
	Active bool     `json:"active,omitempty"`
	note   string
}

func parse(rec []string) (r Row, err error) {
	if r.ID, err = strconv.Atoi(rec[0]); err != nil {
		return
	}
	r.Name = rec[1]
	if err = r.Joined.UnmarshalText([]byte(rec[2])); err != nil {
		return
	}
	if rec[3] != "" {
		f, e := strconv.ParseFloat(rec[3], 64)
		if e != nil {
			return r, e
		}
		r.Score = &f
	}
	r.Active, err = strconv.ParseBool(rec[4])
	return
}

func main() {
	rd := csv.NewReader(strings.NewReader(data))
	head, _ := rd.Read()
	fmt.Printf("%q\n", head)
	var rows []Row
	for n := 2; ; n++ {
		rec, err := rd.Read()
		if err == io.EOF {
			break
		}
		r, err := parse(rec)
		if err != nil {
			fmt.Printf("line %d: %v (%T)\n", n, err, err)
			continue
		}
		rows = append(rows, r)
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent(">", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string]any{"rows": rows, "n": len(rows), "<x>": nil}); err != nil {
		panic(err)
	}
	var back []Row
	err := json.Unmarshal([]byte(`[{"id":5,"name":"X","joined":"2020-02-02","score":1.5,"extra":[1,{"a":null}]},{"ID":"no"}]`), &back)
	fmt.Println(err, len(back))
	if ute, ok := err.(*json.UnmarshalTypeError); ok {
		fmt.Println(ute.Value, ute.Type, ute.Offset, ute.Struct, ute.Field)
	}
	fmt.Println(back[0].ID, back[0].Joined.Year(), *back[0].Score, back[0].note == "")
	w := csv.NewWriter(os.Stdout)
	w.Comma = ';'
	for _, r := range rows {
		s := "n/a"
		if r.Score != nil {
			s = strconv.FormatFloat(*r.Score, 'g', -1, 64)
		}
		w.Write([]string{strconv.Itoa(r.ID), r.Name, r.Joined.Weekday().String(), s, "a;b"})
	}
	w.Flush()
	_, err = csv.NewReader(strings.NewReader("a,b\nc\n")).ReadAll()
	fmt.Println(err)
}
