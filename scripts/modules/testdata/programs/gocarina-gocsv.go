// Module github.com/gocarina/gocsv@v0.0.0-20240520201108-78e41c74b4b1

package main

import (
	"fmt"
	"github.com/gocarina/gocsv"
)

type Row struct {
	Name  string  `csv:"name"`
	Score float64 `csv:"score"`
	Skip  int     `csv:"-"`
}

func main() {
	var rows []*Row
	if err := gocsv.UnmarshalString("name,score\nann,1.5\nbob,2\n", &rows); err != nil {
		fmt.Println(err)
	}
	for _, r := range rows {
		fmt.Println(*r)
	}
	s, err := gocsv.MarshalString(&rows)
	fmt.Print(s, err, "\n")
}
