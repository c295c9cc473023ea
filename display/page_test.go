package display

import (
	"encoding/base64"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/cell"
	"krigo/display/draw"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// pageOf returns a figure's drawing for pages, with the wide and the narrow one.
func pageOf(t *testing.T, f draw.Drawable) (page, wide, narrow string) {
	t.Helper()
	t.Setenv(cell.FigureVariable, "1")
	page, _ = mime.Of(f).Data[cell.FigureType].(string)
	drawings := strings.Split(page, "<svg ")
	if len(drawings) != 3 {
		t.Fatalf("%d drawings, want 2: %.300s", len(drawings)-1, page)
	}
	return page, drawings[1], drawings[2]
}

// A fit of 1000 rows, in any order, takes at most 60 kB: the PNG and the drawing for pages together.
func TestFitsOfAThousandRowsAreSmall(t *testing.T) {
	t.Setenv(cell.FigureVariable, "1")
	data := mime.Of(Fit(fitOf("L-BFGS", posterior{data: sineData(1000), l: 1, s: 0.04}))).Data
	picture, _ := data[mime.TypePNG].(string)
	page, _ := data[cell.FigureType].(string)
	if pictureSize := base64.StdEncoding.DecodedLen(len(picture)); page == "" || pictureSize+len(page) > 60<<10 {
		t.Errorf("the PNG has %d bytes, the drawing for pages %d", pictureSize, len(page))
	}
}

// The cells of a covariance matrix are the pixels of a picture.
func TestGramIsAPictureOnPages(t *testing.T) {
	k, x := cov.Periodic(1, 3), cov.Grid(0, 10, 40)
	_, wide, _ := pageOf(t, Gram(k, x))
	pictures := regexp.MustCompile(`<image x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" preserveAspectRatio="none" href="data:image/png;base64,([^"]*)" image-rendering="pixelated"/>`).FindAllStringSubmatch(wide, -1)
	if len(pictures) != 2 {
		t.Fatalf("%d pictures, want the bar of colours and the matrix", len(pictures))
	}
	img, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(pictures[1][5])))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 40 || size.Y != 40 {
		t.Fatalf("the picture has %v pixels", size)
	}
	gram := mat.NewDense(40, 40, nil)
	k.Gram(gram, x, x)
	luminance := func(i, j int) float64 {
		r, g, b, _ := img.At(i, j).RGBA()
		return 0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)
	}
	for i := range 40 { // viridis ascends in luminance
		for j := range 40 {
			if gram.At(i, j) > gram.At(0, 20)+0.1 && luminance(j, i) <= luminance(20, 0) {
				t.Fatalf("the covariance %g of %d and %d is not lighter than %g", gram.At(i, j), i, j, gram.At(0, 20))
			}
		}
	}
}

// Rings, as test data have, carry the numbers of their own rows.
func TestRingsHaveTheirRowsOnPages(t *testing.T) {
	fit := fitOf("L-BFGS", posterior{data: sineData(12), l: 1, s: 0.04})
	test := gplib.Data{X: cov.Line([]float64{2, 3, 4, 5}), Y: []float64{0, 0.1, 0.2, 0.3}}
	_, wide, _ := pageOf(t, Fit(fit).Test(test))
	var rows []string
	for _, ring := range regexp.MustCompile(`<circle [^>]*data-rows="(\d+)-(\d+)"`).FindAllStringSubmatch(wide, -1) {
		rows = append(rows, ring[1], ring[2])
	}
	if got := strings.Join(rows, " "); got != "0 0 1 1 2 2 3 3" {
		t.Errorf("the rings have the rows %s", got)
	}
}

// Narrow drawings of pairs have no empty places, and each panel has the labels and names of its axes.
func TestPairsStackOnNarrowPages(t *testing.T) {
	_, wide, narrow := pageOf(t, Pairs(planeData(60)))
	for name, drawing := range map[string]string{"wide": wide, "narrow": narrow} {
		want := map[string]int{"wide": 9, "narrow": 6}[name]
		if got := strings.Count(drawing, `class="panel"`); got != want {
			t.Errorf("the %s drawing has %d panels, want %d", name, got, want)
		}
	}
	if got := strings.Count(narrow, `data-y="count"`); got != 3 {
		t.Errorf("%d panels count, want the histograms", got)
	}
	for i, panel := range strings.Split(narrow, `class="panel"`)[1:] {
		if labels := regexp.MustCompile(`>−?[0-9.]+</text>`).FindAllString(panel, -1); len(labels) < 6 {
			t.Errorf("panel %d has the labels %q", i, labels)
		}
	}
}
