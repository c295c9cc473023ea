package main

import (
	"fmt"
	"go/types"
	"strings"
)

// sortSink has compiled code call back for comparisons.
func (g *generator) sortSink() {
	key := pick(g, intType, stringType, types.Typ[types.Uint8])
	name := g.name("Rec")
	g.declare("type %s struct {\nKey %s\nSeq int\n}", name, g.typ(key))
	s := g.name("recs")
	var parts []string
	for i := range 4 + g.n(3) {
		parts = append(parts, fmt.Sprintf("{%s, %d}", g.expr(key, 1), i))
	}
	g.line("%s := []%s{%s}", s, name, strings.Join(parts, ", "))
	switch g.n(6) {
	case 0:
		g.line("sort.Slice(%s, func(i, j int) bool {\nif %s[i].Key != %s[j].Key {\nreturn %s[i].Key < %s[j].Key\n}\nreturn %s[i].Seq > %s[j].Seq\n})", s, s, s, s, s, s, s)
	case 1:
		g.line("sort.SliceStable(%s, func(i, j int) bool { return %s[i].Key < %s[j].Key })", s, s, s)
	case 2:
		g.line("slices.SortFunc(%s, func(a, b %s) int { return cmp.Or(cmp.Compare(b.Key, a.Key), a.Seq-b.Seq) })", s, name)
		g.line("i%s, ok%s := slices.BinarySearchFunc(%s, %s, func(r %s, k %s) int { return cmp.Compare(k, r.Key) })\nfmt.Println(i%s >= 0, ok%s)", s, s, s, g.typed(key), name, g.typ(key), s, s)
	case 3:
		by := g.name("By")
		g.declare("type %s []%s\n\nfunc (b %s) Len() int { return len(b) }\nfunc (b %s) Less(i, j int) bool { return b[i].Key < b[j].Key || b[i].Key == b[j].Key && b[i].Seq < b[j].Seq }\nfunc (b %s) Swap(i, j int) { b[i], b[j] = b[j], b[i] }", by, name, by, by, by)
		g.line("sort.Sort(%s(%s(%s)))", pick(g, "", "sort.Reverse"), by, s)
	case 4:
		g.line("slices.SortStableFunc(%s, func(a, b %s) int { return strings.Compare(fmt.Sprint(a.Key), fmt.Sprint(b.Key)) })", s, name)
	case 5:
		h := g.name("Heap")
		g.declare("type %s []%s\n\nfunc (h %s) Len() int { return len(h) }\nfunc (h %s) Less(i, j int) bool { return h[i].Seq > h[j].Seq }\nfunc (h %s) Swap(i, j int) { h[i], h[j] = h[j], h[i] }\nfunc (h *%s) Push(x any) { *h = append(*h, x.(%s)) }\nfunc (h *%s) Pop() any {\nold := *h\nx := old[len(old)-1]\n*h = old[:len(old)-1]\nreturn x\n}", h, name, h, h, h, h, name, h)
		g.line("h%s := %s(%s)\nheap.Init(&h%s)\nheap.Push(&h%s, %s{Seq: 99})\nfor h%s.Len() > 1 {\nfmt.Println(heap.Pop(&h%s).(%s).Seq)\n}", s, h, s, s, s, name, s, s, name)
	}
	g.line("for _, r := range %s {\nfmt.Println(r.Key, r.Seq)\n}", s)
	if g.chance(0.4) {
		g.line("slices.Reverse(%s)\nfmt.Println(%s, slices.IndexFunc(%s, func(r %s) bool { return r.Seq == 2 }))", s, s, s, name)
	}
}

// jsonType returns a type that JSON holds in full.
func (g *generator) jsonType(depth int) types.Type {
	b := pick(g, intType, stringType, boolType, floatType, types.Typ[types.Uint8], types.Typ[types.Int32])
	if depth == 0 {
		return b
	}
	switch g.n(6) {
	case 0:
		return types.NewSlice(pick(g, intType, stringType, floatType))
	case 1:
		return types.NewMap(pick(g, stringType, intType), g.jsonType(0))
	case 2:
		return types.NewArray(intType, 2)
	case 3:
		return types.NewPointer(intType)
	}
	return b
}

// jsonSink goes through JSON and back, by tags.
func (g *generator) jsonSink() {
	name := g.name("Doc")
	var fields []string
	var set []string
	for i, f := range []string{"Alpha", "Beta", "Gamma", "hidden"} {
		t := g.jsonType(1)
		tag := pick(g, "", fmt.Sprintf("`json:\"%s\"`", strings.ToLower(f)), "`json:\"x_"+f+",omitempty\"`", "`json:\"-\"`")
		if b, ok := t.(*types.Basic); ok && b.Info()&types.IsNumeric != 0 && g.chance(0.2) {
			tag = fmt.Sprintf("`json:\"n%d,string\"`", i)
		}
		fields = append(fields, fmt.Sprintf("%s %s %s", f, g.typ(t), tag))
		if _, ok := t.(*types.Pointer); !ok && g.chance(0.7) {
			set = append(set, fmt.Sprintf("%s: %s", f, g.literal(t, 1)))
		}
	}
	if g.chance(0.5) {
		g.declareOnce("Common", "type Common struct {\nID int `json:\"id\"`\nTags []string `json:\"tags,omitempty\"`\n}")
		fields = append(fields, pick(g, "Common", "Common `json:\"common\"`", "*Common"))
		if !strings.HasPrefix(fields[len(fields)-1], "*") {
			set = append(set, fmt.Sprintf("Common: Common{ID: %d}", g.n(9)))
		}
	}
	g.declare("type %s struct {\n%s\n}", name, strings.Join(fields, "\n"))
	if g.chance(0.3) {
		key := g.name("Key")
		g.declare("type %s int\n\nfunc (k %s) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf(\"k%%d\", int(k))), nil }\n\nfunc (k *%s) UnmarshalText(b []byte) error {\n_, err := fmt.Sscanf(string(b), \"k%%d\", (*int)(k))\nreturn err\n}", key, key, key)
		g.line("keyed%s, err := json.Marshal(map[string]any{\"one\": %s(%d), \"list\": []%s{1, 2}, \"by\": map[%s]int{3: 4}})\nfmt.Println(string(keyed%s), err)", key, key, g.n(5), key, key, key)
		g.line("var back%s map[%s][]%s\nerr = json.Unmarshal([]byte(`{\"k1\":[\"k2\",\"k3\"]}`), &back%s)\nfmt.Printf(\"%%v %%v\\n\", back%s, err)", key, key, key, key, key)
	}
	v := g.name("doc")
	g.line("%s := %s{%s}", v, name, strings.Join(set, ", "))
	g.line("b%s, err%s := json.Marshal%s)\nfmt.Println(string(b%s), err%s)", v, v, pick(g, "("+v, "(&"+v, "Indent("+v+", \"\", \" \"", "([]"+name+"{"+v+"}", "(map[string]any{\"in\": "+v+"}"), v, v)
	g.line("b%s, err%s = json.Marshal(%s)", v, v, v)
	g.line("var w%s %s\nerr%s = json.Unmarshal(b%s, &w%s)", v, name, v, v, v)
	g.line("again%s, _ := json.Marshal(w%s)\nfmt.Println(err%s, string(again%s), bytes.Equal(b%s, again%s))", v, v, v, v, v, v)
	if g.chance(0.5) {
		g.line("var any%s any\nfmt.Println(json.Unmarshal(b%s, &any%s), any%s)", v, v, v, v)
		g.line("fmt.Println(json.Unmarshal([]byte(`{\"Alpha\": {}, \"alpha\": [[1]]}`), &w%s) != nil)", v)
	}
}

// errorsSink makes chains of errors and looks into them.
func (g *generator) errorsSink() {
	name := g.name("Err")
	pointer := pick(g, "", "*")
	g.declare("type %s struct{ Code int }\n\nfunc (e %s%s) Error() string { return fmt.Sprintf(\"code %%d\", e.Code) }", name, pointer, name)
	if g.chance(0.4) {
		g.declare("func (e %s%s) Is(target error) bool { return target == errBase%s }\n\nvar errBase%s = errors.New(\"base\")", pointer, name, name, name)
	} else {
		g.declare("var errBase%s = errors.New(\"base\")", name)
	}
	value := fmt.Sprintf("%s%s{%d}", strings.ReplaceAll(pointer, "*", "&"), name, g.n(9))
	e := g.name("err")
	g.line("%s := fmt.Errorf(\"outer %%d: %%w\", %s, error(%s))", e, g.varying(intType), value)
	if g.chance(0.5) {
		g.line("%s = errors.Join(%s, errBase%s, nil)", e, e, name)
	} else if g.chance(0.5) {
		g.line("%s = fmt.Errorf(\"two: %%w, %%w\", io.EOF, %s)", e, e)
	}
	t := g.name("target")
	g.line("var %s %s%s\nif errors.As(%s, &%s) {\nfmt.Println(\"as\", %s.Code, %s)\n}", t, pointer, name, e, t, t, t)
	g.line("fmt.Println(errors.Is(%s, errBase%s), errors.Is(%s, io.EOF), errors.Unwrap(%s) != nil)", e, name, e, e)
	g.line("fmt.Printf(\"%%v|%%s|%%q|%%T\\n\", %s, %s, %s, %s)", e, e, e, e)
	if g.chance(0.4) {
		g.line("_, parse%s := strconv.Atoi(%q)\nvar num%s *strconv.NumError\nfmt.Println(errors.As(parse%s, &num%s), errors.Is(parse%s, strconv.ErrSyntax), parse%s)", e, g.word(), e, e, e, e, e)
	}
	if g.chance(0.3) {
		f := g.name("mayFail")
		g.declare("func %s(n int) error {\nvar e *%s\nif n > 3 {\nreturn e\n}\nreturn nil\n}", f, name)
		if pointer == "*" {
			g.line("fmt.Println(%s(base) == nil, %s(0) == nil)", f, f)
		} else {
			g.line("fmt.Println(%s(0) == nil)", f)
		}
	}
}

// mapsSink uses the packages maps and slices.
func (g *generator) mapsSink() {
	key, elem := pick(g, stringType, intType), g.plain(1)
	m, keys := g.name("m"), g.name("keys")
	t := types.NewMap(key, elem)
	g.line("%s := %s", m, g.literal(t, 1))
	g.line("%s := slices.Sorted(maps.Keys(%s))\nfmt.Println(%s, len(%s))", keys, m, keys, keys)
	g.add(m, t)
	g.add(keys, types.NewSlice(key))
	switch g.n(4) {
	case 0:
		g.line("c%s := maps.Clone(%s)\nmaps.DeleteFunc(c%s, func(k %s, _ %s) bool { return fmt.Sprint(k) < \"b\" })\nfmt.Println(len(c%s), len(%s))", m, m, m, g.typ(key), g.typ(elem), m, m)
	case 1:
		g.line("for i, k := range slices.Backward(%s) {\nfmt.Println(i, k, %s[k])\n}", keys, m)
	case 2:
		g.line("c%s := maps.Collect(slices.All(%s))\nfmt.Println(c%s)\nfor part := range slices.Chunk(%s, 2) {\nfmt.Println(part)\n}", m, keys, m, keys)
	case 3:
		g.line("%s = slices.DeleteFunc(%s, func(k %s) bool { return len(fmt.Sprint(k))%%2 == 0 })\nfmt.Println(%s, slices.Contains(%s, %s), slices.Index(%s, %s))", keys, keys, g.typ(key), keys, keys, g.expr(key, 1), keys, g.expr(key, 1))
	}
	if g.chance(0.4) {
		g.line("it%s, stop%s := iter.Pull(slices.Values(%s))\nx%s, ok%s := it%s()\nfmt.Println(x%s, ok%s)\nstop%s()", m, m, keys, m, m, m, m, m, m)
	}
}

// textSink writes text through compiled writers and callbacks.
func (g *generator) textSink() {
	b := g.name("sb")
	g.line("var %s strings.Builder", b)
	switch g.n(4) {
	case 0:
		g.line("for i := range 3 {\nfmt.Fprintf(&%s, \"%%d:%%v;\", i, %s)\n}\n%s.WriteByte('!')\n%s.WriteRune('é')", b, g.typed(g.plain(1)), b, b)
		g.line("fmt.Println(%s.String(), %s.Len())", b, b)
	case 1:
		g.line("%s.WriteString(strings.Map(func(r rune) rune {\nswitch {\ncase unicode.IsUpper(r):\nreturn unicode.ToLower(r)\ncase r == 'o':\nreturn -1\n}\nreturn r + 1\n}, %s))\nfmt.Println(%s.String())", b, g.expr(stringType, 1), b)
	case 2:
		g.line("words%s := strings.FieldsFunc(%s, func(r rune) bool { return r == ' ' || r == %q })\nfmt.Fprint(&%s, words%s, len(words%s))\nfmt.Println(%s.String())", b, g.expr(stringType, 1), 'o', b, b, b, b)
	case 3:
		w := g.name("Upper")
		g.declare("type %s struct {\nto io.Writer\nn int\n}\n\nfunc (u *%s) Write(p []byte) (int, error) {\nu.n++\nreturn u.to.Write(bytes.ToUpper(p))\n}", w, w)
		g.line("u%s := &%s{to: &%s}\nfmt.Fprintf(u%s, \"%%v %%s\", %s, \"text\")\nio.WriteString(u%s, \" more\")\nfmt.Println(%s.String(), u%s.n)", b, w, b, b, g.typed(g.plain(1)), b, b, b)
	}
	if g.named != nil && g.chance(0.4) {
		f := g.name("Fmt")
		g.declare("type %s int\n\nfunc (f %s) Format(s fmt.State, verb rune) {\nw, ok := s.Width()\nfmt.Fprintf(s, \"<%%c %%d %%v %%v>\", verb, w, ok, s.Flag('+'))\n}\n\nfunc (f %s) GoString() string { return \"go\" }", f, f, f)
		g.line("fmt.Printf(\"%%v %%+8d %%#v\\n\", %s(1), %s(2), []%s{3})", f, f, f)
	}
}

// templateSink has text/template read fields and call methods.
func (g *generator) templateSink() {
	name := g.name("Page")
	t := g.plain(0)
	g.declare("type %s struct {\nTitle string\nRows []%s\nMeta map[string]int\nV %s\n}\n\nfunc (p %s) Shout(s string) string { return strings.ToUpper(s) + p.Title }\n\nfunc (p *%s) Count() int { return len(p.Rows) }", name, g.typ(t), g.typ(t), name, name)
	tmpl := g.name("tmpl")
	text := pick(g,
		`{{.Title}}{{range $i, $r := .Rows}} {{$i}}={{$r}}{{else}} none{{end}}`,
		`{{.Shout "x"}}{{with .Meta}}{{range $k, $v := .}}[{{$k}}:{{$v}}]{{end}}{{end}}`,
		`{{printf "%v %q" .V .Title}}{{if gt .Count 1}} many{{else}} few{{end}}`,
		`{{twice .Title | printf "%s-%d" "n" | len}} {{index .Meta "a"}} {{.Count}}`)
	g.line("%s := template.Must(template.New(\"page\").Funcs(template.FuncMap{\"twice\": func(s string) int { return 2 * len(s) }}).Parse(%q))", tmpl, text)
	g.line("fmt.Println(%s.Execute(os.Stdout, &%s{%s, []%s{%s, %s}[:%d], map[string]int{\"a\": base, \"b\": 2}, %s}))",
		tmpl, name, g.expr(stringType, 1), g.typ(t), g.expr(t, 1), g.expr(t, 1), g.n(3), g.expr(t, 1))
}

// bufioSink scans lines and words, and buffers output.
func (g *generator) bufioSink() {
	sc := g.name("sc")
	g.line("%s := bufio.NewScanner(strings.NewReader(%s + \"\\nline two\\n\\n3 4\"))", sc, g.expr(stringType, 1))
	if g.chance(0.5) {
		g.line("%s.Split(bufio.ScanWords)", sc)
	}
	g.line("for n := 0; %s.Scan(); n++ {\nfmt.Printf(\"%%d %%q\\n\", n, %s.Text())\n}\nfmt.Println(%s.Err())", sc, sc, sc)
	w := g.name("w")
	g.line("%s := bufio.NewWriter(os.Stdout)\ndefer %s.Flush()\nfmt.Fprintln(%s, \"buffered\", %s)", w, w, w, g.typed(g.plain(1)))
	if g.chance(0.5) {
		g.line("fmt.Println(%s.Buffered() > 0)", w)
	}
}
