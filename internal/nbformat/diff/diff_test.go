package diff_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/diff"
)

// notebook makes a notebook of code cells, each given as "ID source".
func notebook(cells ...string) *nbformat.Notebook {
	nb := nbformat.New()
	for _, c := range cells {
		id, source, _ := strings.Cut(c, " ")
		cell := nb.Add(nbformat.Code, source)
		cell.ID = id
	}
	return nb
}

// titles returns a difference's descriptions of its cells.
func titles(d diff.Diff) string {
	var list []string
	for _, c := range d.Cells {
		list = append(list, c.Title())
	}
	return strings.Join(list, "; ")
}

func TestCellsAreMatched(t *testing.T) {
	for name, c := range map[string]struct {
		old, new []string
		want     string
	}{
		"the same":                {[]string{"a x", "b y"}, []string{"a x", "b y"}, ""},
		"edited":                  {[]string{"a x", "b y"}, []string{"a x", "b z"}, "cell 2 (code) edited"},
		"added first":             {[]string{"a x"}, []string{"n y", "a x"}, "cell 1 (code) added"},
		"removed":                 {[]string{"a x", "b y", "c z"}, []string{"a x", "c z"}, "cell 2 (code) removed"},
		"all removed":             {[]string{"a x"}, nil, "cell 1 (code) removed"},
		"moved":                   {[]string{"a x", "b y", "c z"}, []string{"b y", "c z", "a x"}, "cell 1 -> 3 (code) moved"},
		"moved and edited":        {[]string{"a x", "b y", "c z"}, []string{"b y", "c z", "a xx"}, "cell 1 -> 3 (code) moved and edited"},
		"other IDs":               {[]string{"a x", "b y"}, []string{"c x", "d y"}, ""},
		"numbered anew":           {[]string{"1 x", "2 y"}, []string{"1 new", "2 x", "3 y"}, "cell 1 (code) added"},
		"other IDs, edited":       {[]string{"a x := 1", "b y"}, []string{"c x := 2", "d y"}, "cell 1 (code) edited"},
		"other IDs, replaced":     {[]string{"a x := 1", "b y"}, []string{"c for range ch {}", "d y"}, "cell 1 (code) removed; cell 1 (code) added"},
		"of two equal ones, one":  {[]string{"a x", "b x"}, []string{"b x"}, "cell 1 (code) removed"},
		"blank ones do not match": {[]string{"a ", "b y"}, []string{"b y", "c "}, "cell 1 (code) removed; cell 2 (code) added"},
	} {
		d := diff.Notebooks(notebook(c.old...), notebook(c.new...), diff.Options{})
		if got := titles(d); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Random edits of a notebook are all reported, also without IDs.
func TestRandomEditsAreTold(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		var old []string
		for i := range 2 + rng.IntN(12) {
			old = append(old, fmt.Sprintf("id%d call%d(a, b, c)", i, i))
		}
		new := slices.Clone(old)
		k := rng.IntN(len(new))
		var want string
		switch rng.IntN(3) {
		case 0:
			new = slices.Delete(new, k, k+1)
			want = fmt.Sprintf("cell %d (code) removed", k+1)
		case 1:
			new = slices.Insert(new, k, "fresh for { quite(other) }")
			want = fmt.Sprintf("cell %d (code) added", k+1)
		case 2:
			new[k] += "\nmore()"
			want = fmt.Sprintf("cell %d (code) edited", k+1)
		}
		before, after := notebook(old...), notebook(new...)
		if rng.IntN(2) == 0 {
			for i, c := range after.Cells {
				c.ID = fmt.Sprintf("other%d", i)
			}
		}
		if got := titles(diff.Notebooks(before, after, diff.Options{})); got != want {
			t.Fatalf("round %d: %q, want %q\nof %q\nand %q", round, got, want, old, new)
		}
	}
}

// printed returns a notebook whose only cell gave these outputs.
func printed(outputs ...*nbformat.Output) *nbformat.Notebook {
	nb := notebook("a x")
	nb.Cells[0].Outputs = outputs
	return nb
}

func stream(name, text string) *nbformat.Output {
	return &nbformat.Output{Type: nbformat.Stream, Name: name, Text: text}
}

func value(data map[string]any) *nbformat.Output {
	return &nbformat.Output{Type: nbformat.DisplayData, Data: data}
}

// written returns a difference as it is printed, without colours.
func written(t *testing.T, old, new *nbformat.Notebook, o diff.Options) string {
	t.Helper()
	var b strings.Builder
	if err := diff.Write(&b, diff.Notebooks(old, new, o), diff.Style{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestOutputsAreCompared(t *testing.T) {
	for name, c := range map[string]struct {
		old, new []*nbformat.Output
		want     string
	}{
		"text": {
			[]*nbformat.Output{stream("stdout", "a\nb\n")}, []*nbformat.Output{stream("stdout", "a\nc\n")},
			"cell 1 (code)\noutput 1 (stdout) changed\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
		},
		"a stream in pieces is one": {
			[]*nbformat.Output{stream("stdout", "a\nb\n")}, []*nbformat.Output{stream("stdout", "a\n"), stream("stdout", "b\n")}, "",
		},
		"colours do not count": {
			[]*nbformat.Output{stream("stdout", "a\n")}, []*nbformat.Output{stream("stdout", "\x1b[31ma\x1b[m\n")}, "",
		},
		"one between two": {
			[]*nbformat.Output{stream("stdout", "a\n"), stream("stderr", "b\n")},
			[]*nbformat.Output{stream("stdout", "a\n"), value(map[string]any{"text/plain": "7"}), stream("stderr", "b\n")},
			"cell 1 (code)\noutput 2 (result) added\n+7\n",
		},
		"another form of the same text": {
			[]*nbformat.Output{value(map[string]any{"text/plain": "7", "text/html": "7"})},
			[]*nbformat.Output{value(map[string]any{"text/plain": "7", "text/html": "<b>7</b>"})},
			"cell 1 (code)\noutput 1 (result) changed\n  text/html changed\n",
		},
		"an error instead": {
			[]*nbformat.Output{value(map[string]any{"text/plain": "7"})},
			[]*nbformat.Output{{Type: nbformat.Error, ErrorName: "Panic", ErrorValue: "boom", Traceback: []string{"\x1b[31mat 1:1\x1b[m"}}},
			"cell 1 (code)\noutput 1 (result) removed\n-7\noutput 1 (error) added\n+Panic: boom\n+at 1:1\n",
		},
		"what steers a terminal": {
			nil, []*nbformat.Output{stream("stdout", "\x1b]0;title\x07\r")},
			"cell 1 (code)\noutput 1 (stdout) added\n+^[]0;title^G^M\n",
		},
	} {
		if got := written(t, printed(c.old...), printed(c.new...), diff.Options{}); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, c.want)
		}
	}
}

// square returns an image of 10 by 10 pixels; the first ones are black.
func square(black int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 10, 10))
	for i := range 100 {
		shade := color.Gray{Y: 255}
		if i < black {
			shade.Y = 0
		}
		m.Set(i%10, i/10, shade)
	}
	return m
}

func encoded(t *testing.T, m image.Image, level png.CompressionLevel) string {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: level}).Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestFiguresAreComparedByPixels(t *testing.T) {
	figure := func(mimetype, data, alt string) *nbformat.Notebook {
		o := value(map[string]any{"text/plain": "<figure>", mimetype: data})
		o.Metadata = map[string]any{mimetype: map[string]any{"alt": alt}}
		return printed(o)
	}
	const begin = "cell 1 (code)\noutput 1 (figure) changed\n"
	old := figure("image/png", encoded(t, square(0), png.DefaultCompression), "empty")
	for _, c := range []struct {
		data, alt, want string
	}{
		{encoded(t, square(0), png.NoCompression), "empty", ""},
		{encoded(t, square(7), png.DefaultCompression), "empty", begin + "  image changed: 10x10, 7 % of pixels differ\n"},
		{
			encoded(t, square(7).SubImage(image.Rect(0, 0, 5, 10)), png.DefaultCompression), "half",
			begin + "  image changed: 10x10 -> 5x10\n  was: empty\n  is:  half\n",
		},
		{"%%%", "empty", begin + "  image changed: 10x10 -> unreadable\n"},
	} {
		if got := written(t, old, figure("image/png", c.data, c.alt), diff.Options{}); got != c.want {
			t.Errorf("got\n%swant\n%s", got, c.want)
		}
	}
	var b bytes.Buffer
	if err := gif.Encode(&b, square(0), nil); err != nil {
		t.Fatal(err)
	}
	got := written(t, old, figure("image/gif", base64.StdEncoding.EncodeToString(b.Bytes()), "empty"), diff.Options{})
	if want := begin + "  image/gif added\n  image/png removed\n"; got != want {
		t.Errorf("another type: got\n%swant\n%s", got, want)
	}
}

func TestToleranceOfNumbers(t *testing.T) {
	for _, c := range []struct {
		old, new  string
		tolerance float64
		ignore    string
		equal     bool
	}{
		{"x = 1.0000001\n", "x = 1\n", 1e-6, "", true},
		{"x = 1.0000001\n", "x = 1\n", 0, "", false},
		{"x = 1.0000001\n", "x = 1\n", 1e-8, "", false},
		{"x = 1e-9\n", "x = 2e-9\n", 1e-6, "", false},
		{"x = 1\n", "y = 1\n", 1e-6, "", false},
		{"lml -12.5, 10 rows\n", "lml -12.50000001, 11 rows\n", 1e-6, "", false},
		{"| 0.333333 | 1 |\n", "| 0.3333333 |  1 |\n", 1e-5, "", true},
		{"a 1\nb 2\n", "b 2\na 1\n", 1e-6, "", false},
		{"took 12 ms\n", "took 7 s\n", 0, `\d+ m?s`, true},
		{"took 12 ms, 3 steps\n", "took 7 s, 4 steps\n", 0, `\d+ m?s\b`, false},
		{"took 12 ms, 3.0001 of\n", "took 7 s, 3 of\n", 1e-3, `\d+ m?s`, true},
	} {
		o := diff.Options{Tolerance: c.tolerance}
		if c.ignore != "" {
			o.Ignore = regexp.MustCompile(c.ignore)
		}
		d := diff.Notebooks(printed(stream("stdout", c.old)), printed(stream("stdout", c.new)), o)
		if d.Empty() != c.equal {
			t.Errorf("%q and %q up to %g without %q: equal %t", c.old, c.new, c.tolerance, c.ignore, d.Empty())
		}
	}
}

// Lines that are equal up to the tolerance are context, in the form of the old one.
func TestToleranceLeavesOtherLinesToBeSeen(t *testing.T) {
	got := written(t, printed(stream("stdout", "a 1.0\nb 2\n")), printed(stream("stdout", "a 1.0000001\nb 3\n")), diff.Options{Tolerance: 1e-6})
	if want := "cell 1 (code)\noutput 1 (stdout) changed\n@@ -1,2 +1,2 @@\n a 1.0\n-b 2\n+b 3\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestMetadataAndCounts(t *testing.T) {
	old, new := notebook("a x"), notebook("a x")
	old.Metadata["kernelspec"] = map[string]any{"name": "go", "display_name": "Go"}
	new.Metadata["kernelspec"] = map[string]any{"name": "krigo", "display_name": "Go"}
	new.Cells[0].Metadata["tags"] = []any{"scores"}
	new.Cells[0].ExecutionCount = 3
	want := "notebook's metadata: kernelspec.name: \"go\" -> \"krigo\"\ncell 1 (code)\nmetadata: tags added: [\"scores\"]\n"
	if got := written(t, old, new, diff.Options{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := written(t, old, new, diff.Options{All: true}); got != want+"metadata: execution count added: 3\n" {
		t.Errorf("with counts: got\n%s", got)
	}
	if got := written(t, old, new, diff.Options{Sources: true}); got != "" {
		t.Errorf("sources only: got\n%s", got)
	}
}

func TestTimesOfRunsAreNoDifference(t *testing.T) {
	old, new := notebook("a x"), notebook("a x")
	old.Cells[0].Metadata["execution"] = map[string]any{"shell.execute_reply": "2026-01-01T00:00:00Z"}
	new.Cells[0].Metadata["execution"] = map[string]any{"shell.execute_reply": "2026-01-01T00:00:05Z"}
	new.Cells[0].Metadata["ExecuteTime"] = map[string]any{"start_time": "2026-01-01T00:00:05Z"}
	if got := written(t, old, new, diff.Options{}); got != "" {
		t.Errorf("got\n%s", got)
	}
	if got := written(t, old, new, diff.Options{All: true}); !strings.Contains(got, "execution.shell.execute_reply") || !strings.Contains(got, "ExecuteTime") {
		t.Errorf("with everything: got\n%s", got)
	}
}

func TestWordsAreMarkedInColour(t *testing.T) {
	var b strings.Builder
	d := diff.Notebooks(notebook("a x := f(1)\nsame"), notebook("a x := f(2)\nsame"), diff.Options{})
	if err := diff.Write(&b, d, diff.Style{Colour: true}); err != nil {
		t.Fatal(err)
	}
	const want = "\x1b[31m-x := f(\x1b[7m1\x1b[27m)\x1b[m\n\x1b[32m+x := f(\x1b[7m2\x1b[27m)\x1b[m\n same\n"
	if !strings.HasSuffix(b.String(), want) {
		t.Errorf("got %q, want at its end %q", b.String(), want)
	}
}

// The ids of widgets' models change in most runs, and the text of the output that shows them
// reports their state.
func TestTheStateOfWidgetsIsNotCompared(t *testing.T) {
	view := func(id, text string) *nbformat.Notebook {
		nb := printed(value(map[string]any{"text/plain": text, nbformat.WidgetView: map[string]any{"model_id": id}}))
		nb.KeepWidgets(map[string]any{id: map[string]any{"state": map[string]any{"value": text}}})
		return nb
	}
	if got := written(t, view("a", "n = 1"), view("b", "n = 1"), diff.Options{}); got != "" {
		t.Errorf("another id is told as\n%s", got)
	}
	want := "cell 1 (code)\noutput 1 (result) changed\n@@ -1,1 +1,1 @@\n-n = 1\n+n = 2\n"
	if got := written(t, view("a", "n = 1"), view("b", "n = 2"), diff.Options{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestALargeImageTakesLittleMemory: a small file can have a plane of any size. It is compared by its
// size, then.
func TestALargeImageTakesLittleMemory(t *testing.T) {
	plane := func(width int) string {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, width, 8000), color.Palette{color.White})); err != nil {
			t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}
	old, new := value(map[string]any{"image/png": plane(8000)}), value(map[string]any{"image/png": plane(8001)})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := written(t, printed(old), printed(new), diff.Options{})
	runtime.ReadMemStats(&after)
	if !strings.Contains(got, "image changed: 8000x8000 -> 8001x8000") {
		t.Errorf("got\n%s", got)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
		t.Errorf("%d bytes are allocated", n)
	}
}
