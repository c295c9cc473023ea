package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"
)

type drv struct{}

func (drv) Open(name string) (driver.Conn, error) { return &conn{name: name}, nil }

type conn struct{ name string }

func (c *conn) Prepare(q string) (driver.Stmt, error) { return &stmt{c, q}, nil }
func (c *conn) Close() error                          { return nil }
func (c *conn) Begin() (driver.Tx, error)             { return tx{}, nil }

type tx struct{}

func (tx) Commit() error   { fmt.Println("commit"); return nil }
func (tx) Rollback() error { fmt.Println("rollback"); return nil }

type stmt struct {
	c *conn
	q string
}

func (s *stmt) Close() error  { return nil }
func (s *stmt) NumInput() int { return strings.Count(s.q, "?") }
func (s *stmt) Exec(args []driver.Value) (driver.Result, error) {
	return driver.RowsAffected(len(args)), nil
}
func (s *stmt) Query(args []driver.Value) (driver.Rows, error) {
	if strings.Contains(s.q, "bad") {
		return nil, errors.New("bad query")
	}
	return &rows{data: [][]driver.Value{{int64(1), "a", nil}, {int64(2), "b", 2.5}}}, nil
}

type rows struct {
	data [][]driver.Value
	i    int
}

func (r *rows) Columns() []string { return []string{"id", "name", "val"} }
func (r *rows) Close() error      { return nil }
func (r *rows) Next(dest []driver.Value) error {
	if r.i >= len(r.data) {
		return io.EOF
	}
	copy(dest, r.data[r.i])
	r.i++
	return nil
}

type Status string

func (s *Status) Scan(v any) error { *s = Status(fmt.Sprintf("<%v>", v)); return nil }

func main() {
	sql.Register("mem", drv{})
	db, err := sql.Open("mem", "x")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	rs, err := db.Query("select * from t where a = ?", 1)
	fmt.Println(err)
	for rs.Next() {
		var id int
		var name Status
		var val sql.NullFloat64
		fmt.Println(rs.Scan(&id, &name, &val), id, name, val)
	}
	fmt.Println(rs.Err())
	_, err = db.Query("bad")
	fmt.Println(err)
	res, err := db.Exec("insert ?, ?", 1, "x")
	n, _ := res.RowsAffected()
	fmt.Println(n, err)
	t, err := db.BeginTx(context.Background(), nil)
	fmt.Println(err, t.Commit())
	var s string
	fmt.Println(db.QueryRow("select").Scan(new(int), &s, new(any)), s)
}
