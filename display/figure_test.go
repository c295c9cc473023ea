package display

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/display/draw"
	"krigo/display/internal/smallpng"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// drawn decodes the PNG of a figure.
func drawn(t *testing.T, f *draw.Figure) image.Image {
	t.Helper()
	data, err := f.Encode("png")
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestEveryFigureIsAnOpaquePNGAtTwiceItsSize(t *testing.T) {
	if testing.Short() {
		t.Skip("draws each figure")
	}
	for name, f := range gallery() {
		b := mime.Of(f)
		if len(b.Data) != 2 {
			t.Errorf("%s: %d representations, want PNG and text", name, len(b.Data))
		}
		raw, err := base64.StdEncoding.DecodeString(b.Data[mime.TypePNG].(string))
		if err != nil {
			t.Fatal(err)
		}
		if most := sizeLimit(name); len(raw) > most {
			t.Errorf("%s: PNG has %d bytes, want at most %d", name, len(raw), most)
		}
		img, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		size := b.Metadata[mime.TypePNG].(map[string]any)
		if img.Bounds().Dx() != 2*size["width"].(int) || img.Bounds().Dy() != 2*size["height"].(int) {
			t.Errorf("%s: %v is not twice %v", name, img.Bounds(), size)
		}
		for _, at := range []image.Point{{0, 0}, {img.Bounds().Dx() - 1, 0}, {0, img.Bounds().Dy() - 1}} {
			if r, g, b, a := img.At(at.X, at.Y).RGBA(); r&g&b&a != 0xFFFF {
				t.Errorf("%s: corner %v is not white", name, at)
			}
		}
	}
}

// sizeLimit returns the size of an ordinary figure's file, and for figures of many
// panels twice that.
func sizeLimit(name string) int {
	if leastSizes[name] != [2]int{} || name == "together" || name == "regions" || name == "parallel" {
		return 2 * smallpng.Limit
	}
	return smallpng.Limit
}

func TestAFigureIsAPDFWhereThatIsAskedFor(t *testing.T) {
	asked := map[string]*draw.Figure{"WithPDF": Trace(traceOf(9, 1)).WithPDF().Figure}
	t.Run("variable", func(t *testing.T) {
		t.Setenv(draw.PDFVariable, "1")
		asked["variable"] = Trace(traceOf(9, 1)).Figure
		for name, f := range asked {
			data := f.MIMEBundle()
			if pdf, _ := data[mime.TypePDF].([]byte); !bytes.HasPrefix(pdf, []byte("%PDF-")) || data[mime.TypePNG] == nil {
				t.Errorf("%s: PDF begins with %.8q, PNG of type %T", name, pdf, data[mime.TypePNG])
			}
		}
	})
	t.Setenv(draw.PDFVariable, "")
	if data := Trace(traceOf(9, 1)).MIMEBundle(); data[mime.TypePDF] != nil {
		t.Error("a figure is a PDF that nobody asked for")
	}
}

func TestSVGIsWellFormedSmallAndWithoutFonts(t *testing.T) {
	for name, f := range gallery() {
		b := mime.Of(f.SVG())
		svg, _ := b.Data[mime.TypeSVG].(string)
		if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(svg, "<text") || strings.Contains(svg, "font") || !strings.Contains(svg, "<path") {
			t.Errorf("%s: the SVG has text or no path", name)
		}
		if len(svg) > 3*sizeLimit(name)+5_000 {
			t.Errorf("%s: SVG has %d bytes", name, len(svg))
		}
	}
}

func TestTheBandIsWideWhereThereAreNoData(t *testing.T) {
	f := Fit(fitOf("L-BFGS", posterior{data: sineData(40), l: 1, s: 0.04})).Between(0, 10)
	img := drawn(t, f.Figure)
	inGap, inData := bluish(img, 0.55), bluish(img, 0.28)
	if inGap < 3*inData || inData < 20 {
		t.Errorf("%d blue pixels in the gap, %d among the data", inGap, inData)
	}
}

// bluish counts the pixels of a column that are more blue than red.
func bluish(img image.Image, at float64) int {
	const left, right = 0.09, 0.98 // of the data area, roughly
	x := int((left + at*(right-left)) * float64(img.Bounds().Dx()))
	count := 0
	for y := img.Bounds().Dy() / 6; y < img.Bounds().Dy(); y++ {
		c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
		if int(c.B)-int(c.R) > 15 {
			count++
		}
	}
	return count
}

func TestSeveralResultsHaveColoursOfTheirOwn(t *testing.T) {
	d := sineData(20)
	a, b := fitOf("A", posterior{data: d, l: 1, s: 0.04}), fitOf("B", posterior{data: d, l: 0.3, s: 0.04})
	for i, want := range []bool{true, true, false} {
		if got := hasColor(drawn(t, Fit(a, b).Figure), draw.Color(i)); got != want {
			t.Errorf("colour %d is there: %v", i, got)
		}
	}
}

func hasColor(img image.Image, c color.Color) bool {
	want := color.RGBAModel.Convert(c).(color.RGBA)
	for y := range img.Bounds().Dy() {
		for x := 0; x < img.Bounds().Dx(); x += 16 {
			if near(color.RGBAModel.Convert(img.At(x, y)).(color.RGBA), want) {
				return true
			}
		}
	}
	return false
}

// near reports whether no channel of two colours differs by more than 4 of 255.
func near(a, b color.RGBA) bool {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		if d < -4 || d > 4 {
			return false
		}
	}
	return true
}

// failing is a posterior that cannot predict.
type failing struct{ posterior }

func (failing) Predict(cov.Inputs) (gplib.Prediction, error) {
	return gplib.Prediction{}, errors.New("matrix is singular")
}

func TestAFigureThatCannotBeDrawnSaysWhy(t *testing.T) {
	d := sineData(5)
	good := fitOf("A", posterior{data: d, l: 1, s: 1})
	for want, f := range map[string]*draw.Figure{
		"no result":                  Fit().Figure,
		"result 1 has no posterior":  Fit(good, &gplib.Result{}).Figure,
		"matrix is singular":         Fit(&gplib.Result{Posterior: failing{posterior{data: d}}}).Figure,
		"Between(3, 2)":              Fit(good).Between(3, 2).Figure,
		"Size(10, 400)":              Fit(good).Size(10, 400).Figure,
		"no trace":                   Trace().Figure,
		"trace 0 has no steps":       Trace(gplib.Trace{}).Figure,
		"2 inputs and 1 observation": Fit(good).Test(gplib.Data{X: cov.Line([]float64{1, 2}), Y: []float64{1}}).Figure,
	} {
		b := mime.Of(f)
		if !strings.Contains(b.Plain(), want) || len(b.Data) != 1 {
			t.Errorf("shows %.200q, want %q", b.Plain(), want)
		}
		if err := f.Save(filepath.Join(t.TempDir(), "x.png")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Save says %v, want %q", err, want)
		}
	}
}

func TestFlatTracesAndSingleObservationsCanBeDrawn(t *testing.T) {
	one := gplib.Data{X: cov.Line([]float64{2}), Y: []float64{1}}
	for name, f := range map[string]*draw.Figure{
		"one step":        Trace(traceOf(1, 1)).Figure,
		"no observations": Fit(fitOf("A", posterior{data: one, l: 1, s: 1})).Figure,
		"constant":        Trace(gplib.Trace{Steps: []gplib.Step{{Value: 1}, {Iter: 1, Value: 1}}}).Figure,
	} {
		if _, err := f.Encode("png"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkFitFigure(b *testing.B) {
	f := Fit(fitOf("L-BFGS", posterior{data: sineData(40), l: 1, s: 0.04}))
	for b.Loop() {
		f.MIMEBundle()
	}
}

func BenchmarkFitFigureDraft(b *testing.B) {
	f := Fit(fitOf("L-BFGS", posterior{data: sineData(40), l: 1, s: 0.04}))
	for _, mimetype := range []string{mime.TypePNG, mime.TypeSVG, cell.FigureType} {
		b.Run(mimetype, func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = len(mime.Of(f.Draft(mimetype)).Data[mimetype].(string))
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

// many is a prediction that costs nothing, about many observations.
type many struct{ posterior }

func (m many) Predict(x cov.Inputs) (gplib.Prediction, error) {
	p := gplib.Prediction{X: x}
	for i := range x.Len() {
		p.Mean = append(p.Mean, math.Sin(x.(*cov.Matrix).At(i, 0)))
		p.Var, p.VarY = append(p.Var, 0.01), append(p.VarY, 0.05)
	}
	return p, nil
}

func BenchmarkFit5000(b *testing.B) {
	f := Fit(&gplib.Result{Method: "L-BFGS", Posterior: many{posterior{data: sineData(5000)}}})
	size := 0
	for b.Loop() {
		size = len(f.MIMEBundle()[mime.TypePNG].([]byte))
	}
	b.ReportMetric(float64(size), "bytes")
}
