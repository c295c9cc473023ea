package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"sort"
	"strings"
	"time"
)

type Server struct {
	Addr     string        `json:"addr" env:"ADDR" default:":80"`
	Timeout  time.Duration `json:"timeout" env:"TIMEOUT" default:"30s"`
	Workers  int           `json:"workers" default:"4"`
	TLS      *TLS          `json:"tls,omitempty"`
	Features map[string]bool
	log      io.Writer
	hooks    []func(*Server) error
}
type TLS struct {
	Cert, Key string
	Min       Version `json:"min"`
}
type Version [2]byte

func (v Version) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf("%d.%d", v[0], v[1])), nil }
func (v *Version) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%d.%d", &v[0], &v[1])
	return err
}

type Option interface{ apply(*Server) }
type optFunc func(*Server)

func (f optFunc) apply(s *Server) { f(s) }

type addrOpt string

func (a addrOpt) apply(s *Server) { s.Addr = string(a) }
func WithTimeout(d time.Duration) Option {
	return optFunc(func(s *Server) { s.Timeout = d })
}
func WithTLS(t TLS) Option { return optFunc(func(s *Server) { s.TLS = &t }) }
func WithHook(hs ...func(*Server) error) Option {
	return optFunc(func(s *Server) { s.hooks = append(s.hooks, hs...) })
}
func WithFeature(names ...string) Option {
	return optFunc(func(s *Server) {
		if s.Features == nil {
			s.Features = make(map[string]bool, len(names))
		}
		for _, n := range names {
			on := !strings.HasPrefix(n, "-")
			s.Features[strings.TrimPrefix(n, "-")] = on
		}
	})
}
func setDefaults(v any) error {
	rv := reflect.ValueOf(v).Elem()
	for i := range rv.NumField() {
		f := rv.Type().Field(i)
		d, ok := f.Tag.Lookup("default")
		if !ok || !rv.Field(i).IsZero() {
			continue
		}
		switch p := rv.Field(i).Addr().Interface().(type) {
		case *string:
			*p = d
		case *int:
			fmt.Sscan(d, p)
		case *time.Duration:
			x, err := time.ParseDuration(d)
			if err != nil {
				return err
			}
			*p = x
		default:
			return fmt.Errorf("unsupported %T", p)
		}
	}
	return nil
}
func New(opts ...Option) (*Server, error) {
	s := &Server{log: os.Stdout}
	for _, o := range opts {
		o.apply(s)
	}
	if err := setDefaults(s); err != nil {
		return nil, err
	}
	for i, h := range s.hooks {
		if err := h(s); err != nil {
			return s, fmt.Errorf("hook %d: %w", i, err)
		}
	}
	return s, nil
}

type Query struct {
	table string
	cols  []string
	where []string
	args  []any
	limit *int
}

func From(t string) *Query                 { return &Query{table: t} }
func (q *Query) Select(c ...string) *Query { q.cols = append(q.cols, c...); return q }
func (q Query) Limit(n int) *Query         { q.limit = &n; return &q }
func (q *Query) Where(c string, a ...any) *Query {
	q.where = append(q.where, c)
	q.args = append(q.args, a...)
	return q
}
func (q *Query) Build() (s string, args []any) {
	cols := "*"
	if len(q.cols) > 0 {
		cols = strings.Join(q.cols, ", ")
	}
	s = "SELECT " + cols + " FROM " + q.table
	if q.where != nil {
		s += " WHERE (" + strings.Join(q.where, ") AND (") + ")"
	}
	if q.limit != nil {
		s += fmt.Sprintf(" LIMIT %d", *q.limit)
	}
	return s, q.args
}

func main() {
	s, err := New(addrOpt(":9"), WithTimeout(5*time.Second), WithFeature("a", "-b", "c"), WithTLS(TLS{Cert: "c", Min: Version{1, 3}}),
		WithHook(func(s *Server) error { fmt.Fprintln(s.log, "hook 1", s.Addr); return nil }, func(s *Server) error { s.Workers *= 2; return nil }))
	b, _ := json.Marshal(s)
	fmt.Println(string(b), err)
	var back Server
	fmt.Println(json.Unmarshal(b, &back), back.TLS.Min, back.Timeout, reflect.DeepEqual(back.Features, s.Features))
	_, err = New(WithHook(func(*Server) error { return io.EOF }))
	fmt.Println(err)
	var bad struct {
		X float32 `default:"1"`
	}
	fmt.Println(setDefaults(&bad))
	q := From("t").Select("a", "b").Where("x > ?", 1).Where("y IN (?, ?)", "p", nil)
	l := q.Limit(5)
	fmt.Println(q.Build())
	fmt.Println(l.Build())
	names := []string{}
	for n, on := range s.Features {
		names = append(names, fmt.Sprint(n, on))
	}
	sort.Strings(names)
	fmt.Printf("%v %+v %v\n", names, *s.TLS, s.TLS.Min)
	fmt.Printf("%#v\n", TLS{"a", "b", Version{1, 2}})
}
