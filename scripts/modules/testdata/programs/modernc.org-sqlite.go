// Module modernc.org/sqlite@v1.62.0

package main

import (
	"database/sql"
	"fmt"
	_ "modernc.org/sqlite"
)

func main() {
	db, err := sql.Open("sqlite", ":memory:")
	fmt.Println(err)
	_, err = db.Exec("create table t(a int, b text); insert into t values (1,'x'),(2,'y')")
	fmt.Println(err)
	var n int
	fmt.Println(db.QueryRow("select sum(a) from t").Scan(&n), n)
}
