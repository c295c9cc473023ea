// Module go.mongodb.org/mongo-driver@v1.17.10

package main

import (
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/primitive"
)

type address struct {
	Street string `bson:"street"`
	Zip    *int   `bson:"zip,omitempty"`
}

type person struct {
	ID      primitive.ObjectID `bson:"_id"`
	Name    string
	Age     int32 `bson:"age,omitempty"`
	Score   float64
	When    time.Time
	Tags    []string `bson:"tags"`
	Extra   map[string]any
	address `bson:",inline"`
	Home    address
	secret  int
	Data    []byte
}

func main() {
	id, err := primitive.ObjectIDFromHex("5f0c6a1b2c3d4e5f60718293")
	fmt.Println(id, err)
	zip := 1234
	p := person{ID: id, Name: "Ann", Age: 31, Score: 1.5, When: time.Unix(1700000000, 5e6).UTC(), Tags: []string{"a", "b"},
		Extra: map[string]any{"k": int64(5)}, Home: address{"Main", &zip}, secret: 3, Data: []byte{1, 2}}
	data, err := bson.Marshal(p)
	fmt.Printf("%d %x %v\n", len(data), data, err)
	fmt.Println(bson.Raw(data))
	var back person
	fmt.Println(bson.Unmarshal(data, &back), *back.Home.Zip)
	back.Home.Zip = nil
	fmt.Printf("%+v\n", back)
	var d bson.D
	fmt.Println(bson.Unmarshal(data, &d))
	for _, e := range d {
		fmt.Printf("%s %T\n", e.Key, e.Value)
	}
	text, err := bson.MarshalExtJSON(bson.D{{"a", 1}, {"b", bson.A{true, nil, "x", 2.5}}, {"c", primitive.Regex{Pattern: "^x", Options: "i"}}}, false, false)
	fmt.Println(string(text), err)
	var m bson.M
	fmt.Println(bson.UnmarshalExtJSON([]byte(`{"n": {"$numberLong": "7"}, "d": {"$date": "2020-01-01T00:00:00Z"}, "x": [1, {"y": null}]}`), true, &m), m["n"], m["x"])
	dec, err := primitive.ParseDecimal128("1.25E+7")
	fmt.Println(dec, err)
	_, err = bson.Marshal(map[string]any{"c": make(chan int)})
	fmt.Println(err)
	fmt.Println(bson.Unmarshal(data[:20], &m))
	fmt.Println(bson.Unmarshal(data, &struct{ Name int }{}))
}
