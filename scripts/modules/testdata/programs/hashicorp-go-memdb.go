// Module github.com/hashicorp/go-memdb@v1.3.5

package main

import (
	"fmt"

	"github.com/hashicorp/go-memdb"
)

type person struct {
	Email string
	Name  string
	Age   int
	Tags  []string
}

func main() {
	schema := &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{"person": {
		Name: "person",
		Indexes: map[string]*memdb.IndexSchema{
			"id":   {Name: "id", Unique: true, Indexer: &memdb.StringFieldIndex{Field: "Email"}},
			"age":  {Name: "age", Indexer: &memdb.IntFieldIndex{Field: "Age"}},
			"tags": {Name: "tags", AllowMissing: true, Indexer: &memdb.StringSliceFieldIndex{Field: "Tags"}},
			"both": {Name: "both", Indexer: &memdb.CompoundIndex{Indexes: []memdb.Indexer{
				&memdb.StringFieldIndex{Field: "Name", Lowercase: true}, &memdb.IntFieldIndex{Field: "Age"}}}},
		},
	}}}
	db, err := memdb.NewMemDB(schema)
	if err != nil {
		fmt.Println(err)
		return
	}
	txn := db.Txn(true)
	for _, p := range []*person{
		{"joe@x.org", "Joe", 30, []string{"a", "b"}}, {"lucy@x.org", "Lucy", 35, nil},
		{"tariq@x.org", "Tariq", 21, []string{"b"}}, {"dot@x.org", "Dorothy", 53, []string{"c"}},
	} {
		fmt.Println(txn.Insert("person", p))
	}
	fmt.Println(txn.Insert("persons", &person{}))
	txn.Commit()

	txn = db.Txn(false)
	raw, err := txn.First("person", "id", "joe@x.org")
	fmt.Println(raw.(*person).Name, err)
	each := func(it memdb.ResultIterator, err error) {
		fmt.Print(err, ":")
		for o := it.Next(); o != nil; o = it.Next() {
			fmt.Print(" ", o.(*person).Name)
		}
		fmt.Println()
	}
	each(txn.Get("person", "id"))
	each(txn.LowerBound("person", "age", 25))
	each(txn.GetReverse("person", "age"))
	each(txn.Get("person", "tags", "b"))
	each(txn.Get("person", "both", "lucy", 35))
	each(txn.Get("person", "id_prefix", "t"))

	write := db.Txn(true)
	n, err := write.DeleteAll("person", "tags", "b")
	fmt.Println(n, err)
	each(write.Get("person", "id"))
	write.Abort()
	each(db.Txn(false).Get("person", "id"))
}
