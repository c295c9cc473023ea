package widget

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/display"
	"krigo/display/draw"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// unpack reads an output as the script does: the values of each slider, their first
// places and the frames.
func unpack(t *testing.T, b cell.Bundle) (values [][]string, starts []int, frames []string) {
	t.Helper()
	page, _ := b.Data[mime.TypeHTML].(string)
	m := regexp.MustCompile(`data-frames="([^"]*)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("there are no frames in %.300q, text %q", page, b.Plain())
	}
	data, err := base64.StdEncoding.DecodeString(m[1])
	if err != nil {
		t.Fatal(err)
	}
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	line, numbers, _ := bytes.Cut(text, []byte("\n"))
	var p packed
	if err := json.Unmarshal(line, &p); err != nil {
		t.Fatal(err)
	}
	x, y := bytes.NewReader(numbers[:p.Across]), bytes.NewReader(numbers[p.Across:])
	for i := range p.Lines {
		p.Lines[i] = withNumbers(t, p.Lines[i], x, y)
	}
	if x.Len()+y.Len() != 0 {
		t.Errorf("%d bytes of numbers are left", x.Len()+y.Len())
	}
	for _, a := range p.Axes {
		values, starts = append(values, a.Values), append(starts, a.Start)
	}
	for _, f := range p.Frames {
		var s strings.Builder
		for _, line := range f {
			s.WriteString(p.Lines[line])
		}
		frames = append(frames, s.String())
	}
	return values, starts, frames
}

// withNumbers has the numbers of its paths again.
func withNumbers(t *testing.T, line string, x, y io.ByteReader) string {
	t.Helper()
	number := func(r io.ByteReader) int64 {
		v, err := binary.ReadVarint(r)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	return regexp.MustCompile("\x01[a-z0-9]*").ReplaceAllStringFunc(line, func(path string) string {
		var s strings.Builder
		for _, c := range regexp.MustCompile("([a-z])([0-9]*)").FindAllStringSubmatch(path, -1) {
			s.WriteString(c[1])
			pairs, _ := strconv.Atoi("0" + c[2])
			for i := range pairs {
				if i > 0 {
					s.WriteByte(' ')
				}
				fmt.Fprintf(&s, "%d %d", number(x), number(y))
			}
		}
		return s.String()
	})
}

// Paths of whole numbers come back as they were, and all else is left as it is.
func TestPathsOfFrames(t *testing.T) {
	for text, want := range map[string]string{
		`<path d="m3 4l5 6 7-8z" fill="#000000"/>`:             `<path d="m3 4l5 6 7 -8z" fill="#000000"/>`,
		`<path d="m-130 4000q0 0-1 63z"/><path d="m1 2l3 4"/>`: `<path d="m-130 4000q0 0 -1 63z"/><path d="m1 2l3 4"/>`,
		`<path d="m123456789-123456789"/>`:                     `<path d="m123456789 -123456789"/>`,
		`<path d="m1.5 2l3 4"/>`:                               `<path d="m1.5 2l3 4"/>`,
		`<path d="M1 2L3 4"/>`:                                 `<path d="M1 2L3 4"/>`,
		`<path d="m1 2 3"/>`:                                   `<path d="m1 2 3"/>`,
		"a \x01m1 mark":                                        "a \uFFFDm1 mark",
		`<b id="d">m1 2</b>`:                                   `<b id="d">m1 2</b>`,
	} {
		var numbers pathNumbers
		taken := numbers.take(text)
		if got := withNumbers(t, taken, bytes.NewReader(numbers.x), bytes.NewReader(numbers.y)); got != want {
			t.Errorf("of %s there is %s, want %s", text, got, want)
		}
	}
}

func TestFramesAreWhatTheFunctionReturns(t *testing.T) {
	a, b := Int("a", 1, 5).Step(2), Choice("b", "x", "y").Value("y")
	calls := 0
	heard := []int{}
	a.OnChange(func(v int) { heard = append(heard, v) })
	shown := mime.Of(Frames(func() any { calls++; return fmt.Sprint(a.Get(), "<", b.Get(), "\n&") }, a, b))
	values, starts, frames := unpack(t, shown)
	if fmt.Sprint(values, starts) != "[[1 3 5] [x y]] [0 1]" {
		t.Errorf("the sliders have %v, from %v", values, starts)
	}
	var want []string
	for _, i := range []int{1, 3, 5} {
		for _, s := range []string{"x", "y"} {
			want = append(want, fmt.Sprintf("<pre>%d&lt;%s\n&amp;</pre>", i, s))
		}
	}
	if !slices.Equal(frames, want) || calls != 6 {
		t.Errorf("%d calls: %q, want %q", calls, frames, want)
	}
	if a.Get() != 1 || b.Get() != "y" || !slices.Equal(heard, []int{3, 5, 1}) {
		t.Errorf("afterwards there are %v and %v, and the handler heard %v", a, b, heard)
	}
	const text = "6 frames over a (3 values, 1 to 5) and b (2 values, x to y) (move them in a notebook that is trusted, or in an exported page)\nAt a = 1, b = y:\n1<y\n&"
	if shown.Plain() != text {
		t.Errorf("the text is %q", shown.Plain())
	}
}

func TestValuesOfFrames(t *testing.T) {
	for _, c := range []struct {
		control Control
		count   int
		want    string
	}{
		{Float("a", 0, 1).Value(0.3), 5, "[0 0.25 0.3 0.5 0.75 1]"},
		{Float("a", -1, 1), 3, "[-1 0 1]"},
		{Float("a", 0.01, 100).Log(), 5, "[0.01 0.1 1 10 100]"},
		{Float("a", 1000, 1001), 4, "[1000 1000.33 1000.5 1000.67 1001]"},
		{Float("a", 0, 1).Value(1.0 / 3), 2, "[0 0.333333 1]"},
		{Float("a", 0, 1).Value(1e-20), 2, "[0 1e-20 1]"},
		{Float("a", 123456780, 123456789), 2, "[123456780 123456784.5 123456789]"},
		{Int("a", 0, 100), 5, "[0 25 50 75 100]"},
		{Int("a", 0, 3).Value(1), 2, "[0 1 3]"},
		{Play("a", 0, 3), 25, "[0 1 2 3]"},
		{Bool("a"), 2, "[false true]"},
		{Choice("a", "x", "y", "z"), 2, "[x y z]"},
	} {
		o := Frames(func() any { return nil }, c.control).Count(c.count)
		if values, _, _ := unpack(t, mime.Of(o)); fmt.Sprint(values[0]) != c.want {
			t.Errorf("%v has %v, want %s", c.control, values[0], c.want)
		}
	}
}

// A value that was moved is the one at which the frames begin.
func TestFramesBeginAtTheValueOfNow(t *testing.T) {
	c := Float("a", 0, 1)
	if err := c.Set(0.123456); err != nil {
		t.Fatal(err)
	}
	values, starts, _ := unpack(t, mime.Of(Frames(func() any { return c.Get() }, c)))
	if got := values[0][starts[0]]; got != "0.123456" || c.Get() != 0.123456 {
		t.Errorf("they begin at %s and end at %v", got, c)
	}
}

type page struct{}

func (page) HTML() string { return "<b>html</b>" }

func TestEachKindOfFrame(t *testing.T) {
	figure := func() any { return draw.Plot(draw.NewPlot()).Describe("an empty plot") }
	for _, test := range []struct {
		value any
		want  string
		png   bool
	}{
		{figure(), "<desc>an empty plot</desc>", true},
		{draw.NewPlot(), `<svg style="max-width:100%;height:auto" xmlns=`, true},
		{page{}, "<b>html</b>", false},
		{mime.Table([]string{"n"}, [][]any{{7}}), "<td", false},
		{mime.MIME(mime.TypeSVG, `<?xml version="1.0"?><svg></svg>`), "\n<svg style=\"max-width:100%;height:auto\"></svg></div>", false},
		{mime.MIME(mime.TypePNG, []byte("\x89PNG\r\n\x1a\n")), `src="data:image/png;base64,iVBORw0KGgo=">`, true},
		{nil, "", false},
	} {
		c := Bool("b")
		shown := mime.Of(Frames(func() any { return test.value }, c))
		_, _, frames := unpack(t, shown)
		if !strings.Contains(frames[1], test.want) {
			t.Errorf("%T is %.300q, want %q", test.value, frames[1], test.want)
		}
		if _, ok := shown.Data[mime.TypePNG]; ok != test.png {
			t.Errorf("%T: PNG beside it is %v", test.value, ok)
		}
		if test.png && !strings.Contains(shown.Data[mime.TypeHTML].(string), `src="data:image/png;base64,`) {
			t.Errorf("%T: no picture where the script does not run", test.value)
		}
	}
}

func TestFramesThatFail(t *testing.T) {
	c := Int("n", 0, 9)
	shown := mime.Of(Frames(func() any {
		switch c.Get() {
		case 1:
			return errors.New("no <data>")
		case 2:
			panic("boom")
		case 3:
			_ = c.Set(4)
		case 4:
			return nil
		case 5:
			return draw.Plot(nil)
		}
		return "fine"
	}, c))
	_, _, frames := unpack(t, shown)
	for i, want := range []string{
		"<pre>fine</pre>",
		"<pre>no &lt;data&gt;\nNothing is drawn with\n    n = 1 (0 to 9)</pre>",
		"The function of Frames panicked: boom\nNothing is drawn with\n    n = 2",
		"the function of Frames moved n\n",
		"<pre></pre>",
		"p is nil\n",
	} {
		if !strings.Contains(frames[i], want) {
			t.Errorf("frame %d is %q, want %q", i, frames[i], want)
		}
	}
	if !strings.Contains(shown.Plain(), "\nThe function failed at 4 of them: n = 1; n = 2; n = 3; n = 5\n") || c.Get() != 0 {
		t.Errorf("the text is %q, the value %v", shown.Plain(), c)
	}
}

func TestWhatFramesRefuse(t *testing.T) {
	c := Float("a", 0, 1)
	nothing := func() any { return nil }
	drawn := 0
	long := func() any { drawn++; return strings.Repeat(fmt.Sprint(math.Sin(float64(drawn))), 100) }
	noise := func() any { drawn++; return incompressible(drawn, 1000) }
	for want, o := range map[string]*FramesOutput{
		"widget: Frames: the function is nil":                                         Frames(nil, c),
		"widget: Frames: there are no controls":                                       Frames(nothing),
		"widget: Frames: control 1 is nil":                                            Frames(nothing, c, nil),
		"widget: Frames: Count(1): want 2 values or more":                             Frames(nothing, c).Count(1),
		"widget: Frames: Count(0): want 2 values or more":                             Frames(nothing, c).Count(0),
		"widget: Frames: Budget(0): want a number of bytes above 0":                   Frames(nothing, c).Budget(0),
		`widget: Frames: Text("t") has no values to go through`:                       Frames(nothing, Text("t")),
		`widget: Frames: Bool("b") is Concurrent`:                                     Frames(nothing, Bool("b").Concurrent()),
		"widget: Frames: more than 10000 frames over a and b: set Count":              Frames(nothing, c, Float("b", 0, 1)).Count(200),
		"widget: Frames: at a = 0.5: there is no model":                               Frames(func() any { return errors.New("there is no model") }, c),
		"widget: Frames: at a = 0.5: display: The function of Frames panicked":        Frames(func() any { panic("boom") }, c),
		"widget: Frames: 25 frames over a take about, by the first 4,":                Frames(noise, c).Budget(20000),
		"set Count to fewer values than 25, or Budget(":                               Frames(noise, c).Budget(20000),
		`widget: Float("x", 1, 0): the lower end of the range is not below the upper`: Frames(nothing, Float("x", 1, 0)),
	} {
		drawn = 0
		b, err := mime.Check(o)
		if err == nil || !strings.Contains(err.Error(), want) || len(b.Data) != 1 {
			t.Errorf("error is %v, want %s", err, want)
		}
		if drawn > 4 {
			t.Errorf("%s: %d frames were drawn before it was told", want, drawn)
		}
	}
	if _, err := mime.Check(Frames(long, c).Budget(20000)); err != nil {
		t.Error(err)
	}
}

// incompressible returns a text of n characters, about as large when it is compressed.
func incompressible(seed, n int) string {
	var s strings.Builder
	x := uint32(seed)*2654435761 + 1
	for range n {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		s.WriteByte('0' + byte(x%64))
	}
	return s.String()
}

// interrupted is an output on which every function is interrupted after n calls.
type interrupted struct {
	front
	left int
}

func (o *interrupted) Guard(_ string, f func()) error { o.left--; f(); return nil }
func (o *interrupted) Interrupted() bool              { return o.left < 0 }

func TestAnInterruptShowsNothingHalf(t *testing.T) {
	o := &interrupted{left: 3}
	old := mime.SetOutput(o)
	t.Cleanup(func() { mime.SetOutput(old) })
	c := Float("a", 0, 1)
	b, err := mime.Check(Frames(func() any { return c.Get() }, c))
	if err == nil || !strings.Contains(err.Error(), "interrupted when 3 of 25 frames were drawn: nothing is shown") || len(b.Data) != 1 {
		t.Errorf("error %v, shown %v", err, b.Data)
	}
	if c.Get() != 0.5 {
		t.Errorf("the control stays at %v", c)
	}
}

// 25 frames of a fit take 100 kB at most, also where its curves are wiggly.
func TestFramesOfAWigglyFitAreSmall(t *testing.T) {
	d := exploredData(t, lineOf(40), 1)
	l := Float("lengthscale", 0.05, 5).Value(1).Log()
	shown := mime.Of(Frames(func() any {
		m := gplib.Model{Cov: cov.SE(l.Get()), Noise: gplib.Gaussian(0.01)}
		p, err := gplib.Condition(m, d)
		if err != nil {
			return err
		}
		return display.Fit(&gplib.Result{Name: "by hand", Model: m, Posterior: p})
	}, l))
	_, _, frames := unpack(t, shown)
	_, packed, _ := strings.Cut(shown.Data[mime.TypeHTML].(string), `data-frames="`)
	if size := strings.IndexByte(packed, '"'); len(frames) < 25 || size > 100_000 {
		t.Errorf("%d frames take %d bytes, want 25 or more in at most 100000", len(frames), size)
	}
}

// Frames of figures have the colours of krigo's pages where those show them, and else plain ones.
func TestFramesAreThemedOnPages(t *testing.T) {
	figure := display.Plot(display.NewPlot()).Labels("x", "y")
	for page, want := range map[string]bool{"": false, "1": true} {
		t.Setenv(cell.FigureVariable, page)
		frame, err := frameOf(figure)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(frame, `fill="var(--figure-ground,#FFFFFF)"`) && strings.Contains(frame, `"var(--figure-muted,#595959)"`); got != want {
			t.Errorf("%s=%s: the frame is themed: %v", cell.FigureVariable, page, got)
		}
	}
}
