package gotype

import (
	"bytes"
	"container/heap"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"text/template"
)

type (
	sTemp float64
	sErr  struct {
		Code int
		msg  string
	}
	sValErr string
	sFmt    struct{ a, b int }
	sGo     string
	sJSON   struct{ x int }
	sText   struct{ a, b int }
	sPlain  struct {
		A int
		b string
		c *sPlain
	}
	sHides struct {
		temp sTemp // fmt calls no methods of it
		err  error
		m    map[sText]sTemp
	}
	sEmbeds struct {
		sTemp
		*sPlain
		Z []sTemp
	}
	sSlice []sTemp
	sMap   map[sText]sTemp
	sPtrs  map[string]*sErr
	sFunc  func(int) sTemp
	sChan  chan sTemp
	sFour  [4]sTemp
	SBase  struct {
		ID   int    `json:"id" xml:"id,attr"`
		Name string `json:"name,omitempty" xml:"name"`
	}
	sDoc struct {
		SHead
		*SBase  `json:",omitempty"`
		XMLName xml.Name        `json:"-" xml:"doc"`
		Temp    sTemp           `json:"temp" xml:"temp"`
		Temps   []sTemp         `json:"temps" xml:"temps>temp"`
		Custom  sJSON           `json:"custom" xml:"custom"`
		Customs []*sJSON        `json:"customs" xml:"-"`
		Key     sText           `json:"key" xml:"key"`
		ByText  map[sText]sTemp `json:"byText,omitempty" xml:"-"`
		ByName  map[sGo]*SBase  `json:"byName" xml:"-"`
		Any     any             `json:"any" xml:"-"`
		Str     int             `json:"str,string" xml:"str"`
		Raw     json.RawMessage `json:"raw,omitempty" xml:"-"`
		Ignored string          `json:"-" xml:"-"`
		hidden  int
		Pointer *sDoc             `json:"pointer,omitempty" xml:"doc"`
		Bytes   []byte            `json:"bytes" xml:"bytes"`
		Fixed   [2]bool           `json:"fixed" xml:"fixed"`
		Anon    struct{ X sTemp } `json:"anon" xml:"anon"`
	}
	SHead struct {
		Title string `json:"title" xml:"title"`
		Depth sTemp  `json:"depth" xml:"depth"`
	}
	sQueue []sTemp
	sShape interface{ Area() sTemp }
	sGob   struct {
		A     sTemp
		B     map[string]sItem
		C     []sShape
		D     *sGob
		E     any
		Inner struct{ F sFour }
	}
	sSquare float64
	sRect   struct{ W, H float64 }
	sPage   struct {
		Title string
		Items []sItem
		ByID  map[sGo]sItem
		Next  *sPage
	}
	sItem struct {
		Name  string
		Price sTemp
	}
	sReader struct {
		*strings.Reader
		n int
	}
)

func (t sTemp) String() string { return strconv.FormatFloat(float64(t), 'f', 1, 64) + "°" }

func (e *sErr) Error() string { return fmt.Sprintf("error %d: %s", e.Code, e.msg) }
func (e *sErr) Unwrap() error { return fs.ErrNotExist }

func (e sValErr) Error() string        { return "value error " + string(e) }
func (e sValErr) Is(target error) bool { return target == io.EOF }

func (v sFmt) Format(f fmt.State, c rune) {
	w, ok := f.Width()
	fmt.Fprintf(f, "{%c %d %t %t %d,%d}", c, w, ok, f.Flag('+'), v.a, v.b)
}

func (g sGo) GoString() string { return "sGo<" + string(g) + ">" }

func (j sJSON) MarshalJSON() ([]byte, error) {
	return []byte(`{"x is":` + strconv.Itoa(j.x) + `}`), nil
}
func (j *sJSON) UnmarshalJSON(b []byte) error {
	_, err := fmt.Sscanf(string(b), `{"x is":%d}`, &j.x)
	return err
}

func (t sText) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d-%d", t.a, t.b), nil }
func (t *sText) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%d-%d", &t.a, &t.b)
	return err
}

func (q sQueue) Len() int           { return len(q) }
func (q sQueue) Less(i, j int) bool { return q[i] < q[j] }
func (q sQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *sQueue) Push(x any)        { *q = append(*q, sTemp(x.(float64))) }
func (q *sQueue) Pop() any {
	x := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return float64(x)
}

func (s sSquare) Area() sTemp { return sTemp(s * s) }
func (r *sRect) Area() sTemp  { return sTemp(r.W * r.H) }

func (p sPage) Sum(extra ...int) sTemp {
	var sum sTemp
	for _, it := range p.Items {
		sum += it.Price
	}
	for _, x := range extra {
		sum += sTemp(x)
	}
	return sum
}
func (p *sPage) Upper() string { return strings.ToUpper(p.Title) }
func (i sItem) Times(n int) (sItem, error) {
	if n < 0 {
		return i, sValErr("negative")
	}
	i.Price *= sTemp(n)
	return i, nil
}

var sampleErr = &sErr{7, "seven"}

// samples are values that are shown as compiled and as made.
var samples = []any{
	sTemp(1.25), sampleErr, *sampleErr, sValErr("v"), sFmt{1, 2}, &sFmt{1, 2}, sGo("go"), sJSON{3}, sText{4, 5},
	sPlain{1, "b", nil}, &sPlain{1, "b", nil},
	sHides{1, sValErr("inner"), map[sText]sTemp{{1, 2}: 3}}, &sHides{},
	sEmbeds{1, &sPlain{A: 2}, []sTemp{3}}, sEmbeds{},
	sSlice{1, 2}, sSlice(nil), sMap{{2, 1}: 5, {1, 1}: 4}, sPtrs{"a": nil}, sFunc(nil), sChan(nil), sFour{1, 2, 3, 4},
	[]sTemp{1, 2}, map[sGo]sTemp{"x": 1, "a": 2}, [2]sValErr{"a", "b"}, []any{1, nil, "x"}, (*sTemp)(nil), (*sErr)(nil),
	struct {
		T sTemp
		u sTemp
		sGo
	}{1, 2, "three"},
	map[string][]sFmt{"k": {{1, 2}}}, []*sFmt{}, sDoc{}, sPage{Items: []sItem{{"a", 1}}},
}

func TestFmt(t *testing.T) {
	f := newForge(t)
	for _, v := range samples {
		w := f.see(v)
		for _, format := range []string{"%v", "%+v", "%#v", "%T", "%s", "%d", "%q", "%x", "%6.2v", "%+6s"} {
			got, want := fmt.Sprintf(format, w), fmt.Sprintf(format, v)
			if reflect.TypeOf(v).Kind() == reflect.Pointer {
				got, want = noAddress(got), noAddress(want)
			}
			if got != want {
				t.Errorf("%s of %T: %s, want %s", format, v, got, want)
			}
		}
		if got, want := noAddress(fmt.Sprintln(w, []any{w, &w})), noAddress(fmt.Sprintln(v, []any{v, &v})); got != want {
			t.Errorf("%T printed as %s, want %s", v, got, want)
		}
	}
}

// noAddress returns text without addresses.
func noAddress(s string) string {
	for {
		i := strings.Index(s, "0x")
		if i < 0 {
			return s
		}
		j := i + 2
		for j < len(s) && strings.IndexByte("0123456789abcdef", s[j]) >= 0 {
			j++
		}
		s = s[:i] + "ADDRESS" + s[j:]
	}
}

func sampleDoc() sDoc {
	return sDoc{
		SHead: SHead{"title", 3}, SBase: &SBase{1, "base"}, Temp: 36.6, Temps: []sTemp{1, 2}, Custom: sJSON{5},
		Customs: []*sJSON{{6}, nil}, Key: sText{1, 2}, ByText: map[sText]sTemp{{3, 4}: 5, {1, 2}: 3},
		ByName: map[sGo]*SBase{"n": {2, "two"}, "m": nil}, Any: []any{"x", 1.5}, Str: 12, Raw: json.RawMessage(`{"a":1}`),
		hidden: 1, Pointer: &sDoc{Str: 1}, Bytes: []byte("bytes"), Fixed: [2]bool{true}, Anon: struct{ X sTemp }{9},
	}
}

// testCode compares encoding and decoding of compiled values and of those made.
func testCode(t *testing.T, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error, values ...any) {
	f := newForge(t)
	code, decode := marshal, unmarshal
	marshal = func(v any) (data []byte, err error) {
		if r := panicked(func() { data, err = code(v) }); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
		return data, err
	}
	unmarshal = func(data []byte, v any) (err error) {
		if r := panicked(func() { err = decode(data, v) }); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
		return err
	}
	for _, v := range values {
		want, wantErr := marshal(v)
		got, err := marshal(f.see(v))
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || string(got) != string(want) {
			t.Errorf("%T: %s, %v, want %s, %v", v, got, err, want, wantErr)
			continue
		}
		if err != nil {
			continue
		}
		rt := reflect.TypeOf(v)
		for cut := range 2 { // whole, and broken
			data := want[:len(want)-cut]
			compiled, made := reflect.New(rt), reflect.New(f.of(rt))
			wantErr, err := unmarshal(data, compiled.Interface()), unmarshal(data, made.Interface())
			if fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("%T: decoded with %v, want %v", v, err, wantErr)
			}
			if seen := View(made.Elem(), rt).Interface(); !reflect.DeepEqual(seen, compiled.Elem().Interface()) {
				t.Errorf("%T: decoded as %+v, want %+v", v, seen, compiled.Elem())
			}
		}
	}
}

func TestJSON(t *testing.T) {
	doc := sampleDoc()
	values := append([]any{doc, &doc, []sDoc{doc}, map[sText]sDoc{{1, 1}: doc}, SBase{}, sJSON{1}, sMap{{1, 2}: 3},
		[]sText{{1, 2}}, sFour{1, 2}}, samples...)
	testCode(t, json.Marshal, json.Unmarshal, values...)
	f := newForge(t)
	made := reflect.New(f.of(reflect.TypeFor[sDoc]()))
	want := new(sDoc)
	for _, text := range []string{`{"temp":"x"}`, `{"byText":{"a":1}}`, `{"customs":[{"x is":1},7]}`, `{"pointer":{"fixed":[true,"a"]}}`, `[]`} {
		got, want := json.Unmarshal([]byte(text), made.Interface()), json.Unmarshal([]byte(text), want)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestXML(t *testing.T) {
	doc, whole := sampleDoc(), sampleDoc()
	whole.Pointer = &sDoc{SBase: &SBase{Name: "inner"}}
	if _, err := xml.Marshal(whole); err != nil {
		t.Fatal(err)
	}
	testCode(t, xml.Marshal, xml.Unmarshal, doc, whole, SBase{1, "n"}, SHead{"t", 1}, sPlain{}, sItem{"x", 1}, sPage{Title: "t", Items: []sItem{{"a", 2}}}, sText{1, 2})
}

func TestGob(t *testing.T) {
	f := newForge(t)
	of := func(v any) any { return f.see(v) }
	// The names that gob gives compiled types are taken by those.
	gob.Register(sSquare(0))
	gob.Register(&sRect{})
	gob.RegisterName("made.sSquare", of(sSquare(0)))
	gob.RegisterName("made.sRect", of(&sRect{}))
	gob.RegisterName("made.sTemp", of(sTemp(0)))
	gob.Register(sTemp(0))

	value := sGob{A: 1, B: map[string]sItem{"k": {"i", 2}}, D: &sGob{A: 2}, Inner: struct{ F sFour }{sFour{1, 2}}}
	rt := f.of(reflect.TypeFor[sGob]())
	made := reflect.New(rt)
	made.Elem().Set(reflect.ValueOf(of(value)))
	shapes := made.Elem().FieldByName("C")
	shapes.Set(reflect.Append(shapes, reflect.ValueOf(of(sSquare(3))), reflect.ValueOf(of(&sRect{2, 3}))))
	made.Elem().FieldByName("E").Set(reflect.ValueOf(of(sTemp(5))))

	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).EncodeValue(made); err != nil {
		t.Fatal(err)
	}
	back := reflect.New(rt)
	if err := gob.NewDecoder(&buf).DecodeValue(back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back.Interface(), made.Interface()) {
		t.Errorf("decoded as %+v, want %+v", back.Elem(), made.Elem())
	}
	sum := sTemp(0)
	c := back.Elem().FieldByName("C")
	for i := range c.Len() {
		sum += sTemp(c.Index(i).MethodByName("Area").Call(nil)[0].Float())
	}
	if sum != 15 {
		t.Errorf("areas of the decoded: %v", sum)
	}

	// Between compiled and made ones.
	buf.Reset()
	if err := gob.NewEncoder(&buf).Encode(of(value)); err != nil {
		t.Fatal(err)
	}
	var compiled sGob
	if err := gob.NewDecoder(&buf).Decode(&compiled); err != nil || !reflect.DeepEqual(compiled, value) {
		t.Errorf("decoded as %+v, %v", compiled, err)
	}
}

func TestTemplate(t *testing.T) {
	f := newForge(t)
	page := &sPage{Title: "title", Items: []sItem{{"a", 1}, {"b", 2}}, ByID: map[sGo]sItem{"k": {"c", 3}}, Next: &sPage{}}
	for _, text := range []string{
		`{{.Title}} {{.Upper}} {{.Sum}} {{.Sum 1 2}}`,
		`{{range .Items}}{{.Name}}: {{.Price}} {{printf "%T" .}} {{(.Times 2).Price}};{{end}}`,
		`{{range $k, $v := .ByID}}{{$k}} {{$v.Name}}{{end}}`,
		`{{.Next.Title}}{{if .Next.Next}}no{{else}}yes{{end}}`,
		`{{(index .Items 0).Times -1}}`, `{{.Missing}}`, `{{.Sum "x"}}`, `{{.Items.Name}}`, `{{len .Items}} {{index .ByID "k"}}`,
	} {
		tmpl := template.Must(template.New("t").Parse(text))
		run := func(v any) string {
			var s strings.Builder
			err := tmpl.Execute(&s, v)
			return fmt.Sprintln(s.String(), err)
		}
		for _, v := range []any{page, *page} {
			if got, want := run(f.see(v)), run(v); got != want {
				t.Errorf("%s of %T: %s, want %s", text, v, got, want)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	f := newForge(t)
	for _, err := range []error{sampleErr, sValErr("x"), fmt.Errorf("wrapped: %w", sampleErr), errors.Join(io.EOF, sValErr("y"))} {
		made := err
		switch e := err.(type) {
		case *sErr, sValErr:
			made = f.see(e).(error)
		default:
			if errors.As(err, new(*sErr)) {
				made = fmt.Errorf("wrapped: %w", f.see(sampleErr).(error))
			} else {
				made = errors.Join(io.EOF, f.see(sValErr("y")).(error))
			}
		}
		if got, want := made.Error(), err.Error(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		for _, target := range []any{new(*sErr), new(sValErr), new(*fs.PathError), new(interface{ Is(error) bool }), new(fmt.Stringer)} {
			rt := reflect.TypeOf(target).Elem()
			madeTarget := reflect.New(f.of(rt))
			got, want := errors.As(made, madeTarget.Interface()), errors.As(err, target)
			if got != want {
				t.Errorf("%v as a %s: %t, want %t", err, rt, got, want)
			}
			if want {
				// The text, for both have the same value.
				got, want := fmt.Sprint(madeTarget.Elem()), fmt.Sprint(reflect.ValueOf(target).Elem())
				if got != want {
					t.Errorf("as a %s: %v, want %v", rt, got, want)
				}
			}
		}
		for _, target := range []error{io.EOF, fs.ErrNotExist, fs.ErrExist} {
			if got, want := errors.Is(made, target), errors.Is(err, target); got != want {
				t.Errorf("%v is %v: %t, want %t", err, target, got, want)
			}
		}
		if !errors.Is(made, made) {
			t.Errorf("%v isn't itself", err)
		}
	}
}

// kindOf returns the case that compiled switches choose for a value.
func kindOf(x any) string {
	var s []string
	switch x := x.(type) {
	case nil:
		s = append(s, "nil")
	case sTemp, *sErr, sText:
		s = append(s, fmt.Sprintf("compiled %T", x))
	case error:
		s = append(s, "error "+x.Error())
	case fmt.Stringer:
		s = append(s, "stringer "+x.String())
	case fmt.GoStringer:
		s = append(s, "gostringer "+x.GoString())
	case sort.Interface:
		s = append(s, "sort", strconv.Itoa(x.Len()))
	case json.Marshaler:
		b, err := x.MarshalJSON()
		s = append(s, "json", string(b), fmt.Sprint(err))
	case io.Reader:
		b, err := io.ReadAll(x)
		s = append(s, "reader", string(b), fmt.Sprint(err))
	case interface{ Area() sTemp }:
		s = append(s, "compiled shape")
	}
	if e, ok := x.(interface{ Unwrap() error }); ok {
		s = append(s, "unwraps")
		if e, ok := e.(error); ok {
			s = append(s, e.Error())
		}
	}
	if _, ok := x.(fmt.Formatter); ok {
		s = append(s, "formatter")
	}
	if m, ok := x.(interface{ MarshalText() ([]byte, error) }); ok {
		b, _ := m.MarshalText()
		s = append(s, string(b))
	}
	return strings.Join(s, " ")
}

func TestSwitch(t *testing.T) {
	f := newForge(t)
	for _, v := range append(samples, sQueue{1, 2}, sReader{strings.NewReader("text"), 1}, nil) {
		var made any
		if v != nil {
			made = f.see(v)
			if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
				continue // its methods panic
			}
		}
		var got string
		if r, ok := v.(sReader); ok {
			got = kindOf(made)
			r.Seek(0, io.SeekStart)
		} else {
			got = kindOf(made)
		}
		want := kindOf(v)
		switch v.(type) {
		case sTemp:
			want = "stringer 1.2°"
		case *sErr:
			want = "error error 7: seven unwraps error 7: seven"
		case sText:
			want = "4-5"
		}
		if got != want {
			t.Errorf("%T: %s, want %s", v, got, want)
		}
	}
}

func TestSort(t *testing.T) {
	f := newForge(t)
	temps := sQueue{5, 2, 8, 1}
	sort.Sort(f.see(temps).(sort.Interface))
	if want := (sQueue{1, 2, 5, 8}); !slices.Equal(temps, want) {
		t.Errorf("sorted: %v", temps)
	}
	p := reflect.New(f.of(reflect.TypeFor[sQueue]()))
	h := p.Interface().(heap.Interface)
	for _, x := range []float64{5, 2, 8, 1} {
		heap.Push(h, x)
	}
	var got []any
	for h.Len() > 0 {
		got = append(got, heap.Pop(h))
	}
	if fmt.Sprint(got) != "[1 2 5 8]" {
		t.Errorf("from the heap: %v", got)
	}
}
