package main

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math/big"
	"reflect"
	"time"
)

type Shape interface{ Sides() int }

type Square struct{ Side float64 }
type Poly struct {
	N    int
	Tags map[string][]int
}

func (Square) Sides() int  { return 4 }
func (p *Poly) Sides() int { return p.N }

type Secret struct{ plain string }

func (s Secret) GobEncode() ([]byte, error) {
	b := []byte(s.plain)
	for i := range b {
		b[i] ^= 0x5a
	}
	return b, nil
}

func (s *Secret) GobDecode(b []byte) error {
	if len(b) == 0 {
		return errors.New("empty secret")
	}
	out := make([]byte, len(b))
	for i, c := range b {
		out[i] = c ^ 0x5a
	}
	s.plain = string(out)
	return nil
}

type Doc struct {
	Title  string
	When   time.Time
	Shapes []Shape
	Key    Secret
	Grid   [2][3]int8
	Next   *Doc
	Num    *big.Int
	Any    any
	hidden int
}

type V1 struct {
	A int
	B string
	C float64
}

type V2 struct {
	B string
	A int64
	D []string
}

func main() {
	gob.Register(Square{})
	gob.Register(&Poly{})
	gob.Register(map[string]int{})
	in := Doc{
		Title: "one", When: time.Date(2021, 7, 8, 9, 10, 11, 0, time.UTC), Shapes: []Shape{Square{2}, &Poly{5, map[string][]int{"x": {1, 2}}}},
		Key: Secret{"hush"}, Grid: [2][3]int8{{1, 2, 3}, {-4}}, Num: big.NewInt(1 << 40), Any: map[string]int{"k": 9}, hidden: 4,
	}
	in.Next = &Doc{Title: "two", Key: Secret{"x"}, Any: 3.5}
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	fmt.Println(enc.Encode(in), buf.Len() > 100)
	first := buf.Len()
	fmt.Println(enc.Encode(&in), buf.Len()-first < first)
	dec := gob.NewDecoder(&buf)
	for i := 0; ; i++ {
		var out Doc
		if err := dec.Decode(&out); err != nil {
			fmt.Println(i, err, err == io.EOF)
			break
		}
		fmt.Println(out.Title, out.When.Format(time.RFC822), out.Key, out.Grid, out.Num, out.Any, out.hidden)
		for _, s := range out.Shapes {
			fmt.Printf("  %T %d %+v\n", s, s.Sides(), s)
		}
		fmt.Println(" ", out.Next.Title, out.Next.Next == nil, out.Next.Any, reflect.DeepEqual(out.Shapes, in.Shapes))
	}

	buf.Reset()
	gob.NewEncoder(&buf).Encode(V1{7, "bee", 1.5})
	saved := bytes.Clone(buf.Bytes())
	var v2 V2
	fmt.Println(gob.NewDecoder(&buf).Decode(&v2), v2)
	var wrong struct{ A string }
	err := gob.NewDecoder(bytes.NewReader(saved)).Decode(&wrong)
	fmt.Println(err != nil, wrong)
	err = gob.NewDecoder(bytes.NewReader(saved[:len(saved)-3])).Decode(&v2)
	fmt.Println(err, errors.Is(err, io.ErrUnexpectedEOF))
	var n int
	fmt.Println(gob.NewDecoder(bytes.NewReader(saved)).Decode(&n) != nil)
	for _, v := range []any{42, "str", []float64{1, 2.5}, map[string]bool{"t": true}, [2]string{"a", "b"}, true} {
		buf.Reset()
		if err := gob.NewEncoder(&buf).Encode(v); err != nil {
			fmt.Println(err)
			continue
		}
		p := reflect.New(reflect.TypeOf(v))
		err := gob.NewDecoder(&buf).DecodeValue(p)
		fmt.Printf("%T %v %v\n", v, p.Elem().Interface(), err)
	}
	fmt.Println(gob.NewEncoder(io.Discard).Encode(func() {}))
	fmt.Println(gob.NewEncoder(io.Discard).Encode(struct{ x int }{1}))
}
