package draw

import (
	"testing"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
)

// Web pages have Liberation Sans for all variants, without italics.
func TestFontsThatPagesSubstitute(t *testing.T) {
	var pages font.Collection
	for _, face := range liberation.Collection() {
		if face.Font.Variant == "Sans" && face.Font.Style == stdfont.StyleNormal {
			for _, variant := range []font.Variant{"Serif", "Mono", "Sans"} {
				face.Font.Variant = variant
				pages = append(pages, face)
			}
		}
	}
	whole, lean := font.NewCache(liberation.Collection()), font.NewCache(pages)
	for _, variant := range []font.Variant{"Serif", "Mono", "Sans"} {
		for _, style := range []stdfont.Style{stdfont.StyleNormal, stdfont.StyleItalic} {
			for _, weight := range []stdfont.Weight{stdfont.WeightNormal, stdfont.WeightBold} {
				fnt := font.Font{Typeface: "Liberation", Variant: variant, Style: style, Weight: weight}
				if substituted(whole, fnt) {
					t.Errorf("%s is substituted, though the cache has it", fnt.Name())
				}
				if got, want := substituted(lean, fnt), variant != "Sans" || style == stdfont.StyleItalic; got != want {
					t.Errorf("%s is substituted: %v, want %v", fnt.Name(), got, want)
				}
			}
		}
	}
}
