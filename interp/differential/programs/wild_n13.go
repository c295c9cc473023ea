package main

import (
	"bytes"
	"encoding/gob"
	"encoding/xml"
	"fmt"
)

type Sh interface{ A() }
type C struct{ R float64 }

func (C) A() {}

type M struct{ S []Sh }

func main() {
	gob.Register(C{})
	var b bytes.Buffer
	fmt.Println(gob.NewEncoder(&b).Encode(M{[]Sh{C{1}}}))
	var m M
	fmt.Println(gob.NewDecoder(&b).Decode(&m), m)
	x, err := xml.Marshal(C{2})
	fmt.Println(string(x), err)
	x, err = xml.Marshal(struct{ In C }{C{2}})
	fmt.Println(string(x), err)
}
