package draw

import (
	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
)

// remarkFonts names the fonts of a user's plot that are drawn in Liberation Sans: web pages have no other.
func (p *Panel) remarkFonts() {
	seen := map[string]bool{}
	for _, fnt := range fontsOf(p.Plot) {
		if name := fnt.Name(); substituted(font.DefaultCache, fnt) && !seen[name] {
			seen[name] = true
			p.Remark("%s is left out of web pages: drawn in Liberation Sans", name)
		}
	}
}

// fontsOf returns the fonts of a plot's own texts.
func fontsOf(p *plot.Plot) []font.Font {
	return []font.Font{
		p.Title.TextStyle.Font, p.Legend.TextStyle.Font,
		p.X.Label.TextStyle.Font, p.X.Tick.Label.Font, p.Y.Label.TextStyle.Font, p.Y.Tick.Label.Font,
	}
}

// substituted reports whether a cache has upright Liberation Sans for another font.
func substituted(cache *font.Cache, fnt font.Font) bool {
	sans := sansFont(0)
	sans.Weight = fnt.Weight
	if fnt.Variant == sans.Variant && fnt.Style == stdfont.StyleNormal {
		return false
	}
	return cache.Lookup(fnt, 0).Face == cache.Lookup(sans, 0).Face
}
