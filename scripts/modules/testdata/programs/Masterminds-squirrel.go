// Module github.com/Masterminds/squirrel@v1.5.4

package main

import (
	"fmt"

	"github.com/Masterminds/squirrel"
)

func main() {
	fmt.Println(squirrel.Select("*").From("users").Where(squirrel.Eq{"id": []int{1, 2}}).Limit(3).ToSql())
}
