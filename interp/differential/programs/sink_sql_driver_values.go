//go:build ignore

package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

type Color struct{ R, G, B uint8 }

func (c Color) Value() (driver.Value, error) { return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B), nil }

func (c *Color) Scan(src any) error {
	switch s := src.(type) {
	case nil:
		*c = Color{}
		return nil
	case string:
		_, err := fmt.Sscanf(s, "%02x%02x%02x", &c.R, &c.G, &c.B)
		return err
	}
	return fmt.Errorf("color: cannot scan %T", src)
}

type Tags []string

func (t Tags) Value() (driver.Value, error) {
	if t == nil {
		return nil, errors.New("nil tags")
	}
	b, err := json.Marshal([]string(t))
	return b, err
}

func (t *Tags) Scan(src any) error {
	b, ok := src.([]byte)
	if !ok {
		return fmt.Errorf("tags: want bytes, got %T", src)
	}
	return json.Unmarshal(b, (*[]string)(t))
}

// A driver for one table in memory, good for INSERT and SELECT.
type memDriver struct{ rows [][]driver.Value }

func (d *memDriver) Open(string) (driver.Conn, error)             { return &memConn{d}, nil }
func (d *memDriver) Connect(context.Context) (driver.Conn, error) { return &memConn{d}, nil }
func (d *memDriver) Driver() driver.Driver                        { return d }

type memConn struct{ *memDriver }

func (c *memConn) Prepare(q string) (driver.Stmt, error) {
	if !strings.HasPrefix(q, "INSERT") && !strings.HasPrefix(q, "SELECT") {
		return nil, fmt.Errorf("cannot prepare %q", q)
	}
	return &memStmt{c, q}, nil
}
func (c *memConn) Close() error              { return nil }
func (c *memConn) Begin() (driver.Tx, error) { return &memTx{c, len(c.rows)}, nil }

type memTx struct {
	c    *memConn
	mark int
}

func (t *memTx) Commit() error   { return nil }
func (t *memTx) Rollback() error { t.c.rows = t.c.rows[:t.mark]; return nil }

type memStmt struct {
	c *memConn
	q string
}

func (s *memStmt) Close() error  { return nil }
func (s *memStmt) NumInput() int { return strings.Count(s.q, "?") }
func (s *memStmt) Exec(args []driver.Value) (driver.Result, error) {
	s.c.rows = append(s.c.rows, append([]driver.Value(nil), args...))
	return driver.RowsAffected(1), nil
}
func (s *memStmt) Query([]driver.Value) (driver.Rows, error) { return &memRows{s.c.rows, 0}, nil }

type memRows struct {
	rows [][]driver.Value
	i    int
}

func (r *memRows) Columns() []string { return []string{"id", "name", "color", "tags"} }
func (r *memRows) Close() error      { return nil }
func (r *memRows) Next(dest []driver.Value) error {
	if r.i == len(r.rows) {
		return io.EOF
	}
	copy(dest, r.rows[r.i])
	r.i++
	return nil
}

func main() {
	db := sql.OpenDB(&memDriver{})
	db.SetMaxOpenConns(1)
	defer db.Close()
	const ins = "INSERT INTO t VALUES (?, ?, ?, ?)"
	for i, args := range [][]any{
		{1, "ann", Color{255, 0, 16}, Tags{"a", "b"}},
		{int8(2), sql.NullString{}, &Color{1, 2, 3}, Tags{}},
		{3, "bad", Color{}, Tags(nil)},
		{4, "few"},
		{5, "chan", make(chan int), Tags{}},
		{6, sql.Named("n", "x"), nil, []byte(`["raw"]`)},
	} {
		res, err := db.Exec(ins, args...)
		if err != nil {
			fmt.Println(i, "error:", err)
			continue
		}
		n, _ := res.RowsAffected()
		fmt.Println(i, "rows:", n)
	}
	tx, err := db.Begin()
	fmt.Println(err)
	_, err = tx.Exec(ins, 9, "rolled back", Color{}, Tags{})
	fmt.Println(err, tx.Rollback(), tx.Commit())
	rows, err := db.Query("SELECT * FROM t")
	if err != nil {
		panic(err)
	}
	for rows.Next() {
		var (
			id   int64
			name sql.Null[string]
			c    Color
			t    Tags
		)
		err := rows.Scan(&id, &name, &c, &t)
		fmt.Printf("%d %+v %v %q %v\n", id, name, c, t, err)
	}
	fmt.Println(rows.Err(), rows.Close())
	var wrong Tags
	var b sql.RawBytes
	err = db.QueryRow("SELECT").Scan(new(string), &wrong, new(any), &b)
	fmt.Println(err)
	_, err = db.Query("DROP")
	fmt.Println(err)
	db.Close()
	fmt.Println(db.Ping())
}
