package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

type D struct{ time.Time }

func (d *D) UnmarshalJSON(b []byte) (err error) {
	d.Time, err = time.Parse(`"2006"`, string(b))
	return
}

type S string

func (s *S) Scan(v any) error { *s = "scanned"; return nil }

var _ sql.Scanner = (*S)(nil)

func main() {
	var d D
	fmt.Println(json.Unmarshal([]byte(`"2020"`), &d), d.Year())
	var r struct{ When D }
	fmt.Println(json.Unmarshal([]byte(`{"When":"2020"}`), &r), r.When.Year())
}
