package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
)

type Headers http.Header
type Query url.Values
type Level time.Weekday
type Wait time.Duration
type Names sort.StringSlice
type Buf bytes.Buffer
type Lock sync.Mutex
type Writer io.Writer
type Text strings.Builder
type Mode os.FileMode
type Pattern struct{ *regexp.Regexp }
type Int struct{ big.Int }
type Handler http.HandlerFunc
type ErrList []error
type Raw json.RawMessage
type Alias = time.Time
type HM map[string]http.HandlerFunc

func (h Headers) Get(k string) string { return http.Header(h).Get(k) + "!" }
func (q Query) First() string {
	for _, k := range []string{"a", "b"} {
		if v := url.Values(q).Get(k); v != "" {
			return k + "=" + v
		}
	}
	return ""
}
func (l Level) String() string     { return "L" + time.Weekday(l).String() }
func (w Wait) String() string      { return "wait " + time.Duration(w).String() }
func (n Names) Less(i, j int) bool { return n[i] > n[j] }
func (n Names) Len() int           { return len(n) }
func (n Names) Swap(i, j int)      { sort.StringSlice(n).Swap(i, j) }
func (b *Buf) Put(s string) *Buf   { (*bytes.Buffer)(b).WriteString(s); return b }
func (t *Text) Add(s string)       { (*strings.Builder)(t).WriteString(s) }
func (m Mode) String() string      { return "mode" + os.FileMode(m).String() }
func (p *Pattern) UnmarshalText(b []byte) (err error) {
	p.Regexp, err = regexp.Compile(string(b))
	return
}
func (i *Int) Double() *Int { i.Add(&i.Int, &i.Int); return i }
func (e ErrList) Error() string {
	var sb strings.Builder
	for i, x := range e {
		fmt.Fprintf(&sb, "%d:%v;", i, x)
	}
	return sb.String()
}

func main() {
	h := Headers{"X-A": {"1"}}
	http.Header(h).Add("x-a", "2")
	fmt.Println(h.Get("x-a"), h, len(h))
	q, _ := url.ParseQuery("b=2&c=3")
	fmt.Println(Query(q).First(), Query(q))
	fmt.Println(Level(2), Level(time.Friday), []Wait{Wait(time.Second)}, map[Level]Wait{1: 5})
	n := Names{"a", "c", "b"}
	sort.Sort(n)
	fmt.Println(n)
	var b Buf
	b.Put("x").Put("y")
	fmt.Println((*bytes.Buffer)(&b).String(), (*bytes.Buffer)(&b).Len())
	var t Text
	t.Add("tt")
	fmt.Println((*strings.Builder)(&t).String())
	fmt.Println(Mode(0o755|os.ModeDir), os.FileMode(0o644), Mode(0o600))
	var lk Lock
	(*sync.Mutex)(&lk).Lock()
	fmt.Println((*sync.Mutex)(&lk).TryLock())
	var cfg struct {
		P  Pattern
		R  Raw
		Rs json.RawMessage
		W  Wait
	}
	err := json.Unmarshal([]byte(`{"P":"a+b","Rs":{"z":[1]},"W":5}`), &cfg)
	fmt.Println(err, cfg.P.MatchString("caab"), string(cfg.Rs), cfg.W)
	err = json.Unmarshal([]byte(`{"P":"a(b"}`), &cfg)
	fmt.Println(err)
	i := &Int{*big.NewInt(21)}
	fmt.Println(i.Double(), i.Cmp(big.NewInt(42)), i.String())
	var w Writer = os.Stdout
	fmt.Fprintln(w, "writer")
	fmt.Println(ErrList{io.EOF, ErrList{io.ErrClosedPipe}})
	hd := Handler(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(418) })
	hm := HM{"/": http.HandlerFunc(hd), "/nf": http.NotFound}
	fmt.Println(len(hm), hm["/x"] == nil)
	var a Alias = time.Unix(0, 0).UTC()
	fmt.Printf("%v %T\n", a.Year(), a)
	fmt.Printf("%T %T %T %T\n", h, n, hm, cfg.P)
}
