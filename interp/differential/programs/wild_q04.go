package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type Kind int

const (
	KA Kind = iota
	KB
)

func (k Kind) String() string               { return [...]string{"KA", "KB"}[k] }
func (k Kind) MarshalJSON() ([]byte, error) { return json.Marshal(k.String()) }

type In struct {
	K    Kind
	Opt  *Kind           `json:",omitempty"`
	Ks   []Kind          `json:"ks"`
	M    map[string]Kind `json:"m"`
	E    error           `json:"e"`
	Any  any
	priv int
}
type Out struct {
	In
	*Deep
	Name string `json:"name,omitempty"`
}
type Deep struct{ Z float64 }

func main() {
	k := KB
	enc := json.NewEncoder(os.Stdout)
	fmt.Println(enc.Encode(In{K: KB, Opt: &k, Ks: []Kind{KA, KB}, M: map[string]Kind{"x": KB}, Any: KB}))
	fmt.Println(enc.Encode(Out{In: In{K: KA}, Deep: &Deep{1}, Name: "n"}))
	fmt.Println(enc.Encode(map[string]any{"k": KB, "l": []any{KA, 1, nil}, "o": Out{}}))
	fmt.Println(enc.Encode([]*Deep{{1}, nil}))
	fmt.Println(enc.Encode(struct {
		K Kind
		Deep
	}{KB, Deep{2}}))
	var o Out
	fmt.Println(json.Unmarshal([]byte(`{"Z":5,"name":"q","Any":[1]}`), &o), o.Name)
	if o.Deep != nil {
		fmt.Println(o.Z, o.Any)
	}
}
