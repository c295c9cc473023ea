package draw

import (
	"image/color"
	"math"
	"testing"
)

// lab is a colour of CIELAB under the white D65.
type lab struct{ l, a, b float64 }

// linearRGB returns the linear values of sRGB (IEC 61966-2-1).
func linearRGB(c color.Color) [3]float64 {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	var out [3]float64
	for i, v := range [3]uint8{n.R, n.G, n.B} {
		s := float64(v) / 255
		if out[i] = s / 12.92; s > 0.04045 {
			out[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return out
}

func times(m [3][3]float64, v [3]float64) (out [3]float64) {
	for i := range m {
		for j := range v {
			out[i] += m[i][j] * v[j]
		}
	}
	return out
}

func labOf(rgb [3]float64) lab {
	xyz := times([3][3]float64{
		{0.4124564, 0.3575761, 0.1804375},
		{0.2126729, 0.7151522, 0.0721750},
		{0.0193339, 0.1191920, 0.9503041},
	}, rgb)
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x, y, z := f(xyz[0]/0.95047), f(xyz[1]), f(xyz[2]/1.08883)
	return lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// visions are the matrices of linear RGB for how dichromats see it (Machado,
// Oliveira and Fernandes 2009, IEEE TVCG 15(6), severity 1).
var visions = map[string][3][3]float64{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
}

// seen returns a colour as a vision has it.
func seen(vision string, c color.Color) lab {
	rgb := times(visions[vision], linearRGB(c))
	for i := range rgb {
		rgb[i] = min(max(rgb[i], 0), 1)
	}
	return labOf(rgb)
}

// ciede2000 returns the difference of two colours (CIE 142-2001, with the formula as
// Sharma, Wu and Dalal 2005, Color Research and Application 30(1), write it).
func ciede2000(p, q lab) float64 {
	const turn = 360.0
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	pow7 := func(c float64) float64 { return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7))) }
	g := 0.5 * (1 - pow7((math.Hypot(p.a, p.b)+math.Hypot(q.a, q.b))/2))
	pa, qa := p.a*(1+g), q.a*(1+g)
	pc, qc := math.Hypot(pa, p.b), math.Hypot(qa, q.b)
	hue := func(a, b float64) float64 {
		if a == 0 && b == 0 {
			return 0
		}
		return math.Mod(math.Atan2(b, a)*180/math.Pi+turn, turn)
	}
	ph, qh := hue(pa, p.b), hue(qa, q.b)

	dh, mean := qh-ph, (ph+qh)/2
	switch {
	case pc*qc == 0:
		dh, mean = 0, ph+qh
	case dh > turn/2:
		dh -= turn
	case dh < -turn/2:
		dh += turn
	}
	if pc*qc != 0 && math.Abs(ph-qh) > turn/2 {
		if mean += turn / 2; ph+qh >= turn {
			mean -= turn
		}
	}
	dl, dc := q.l-p.l, qc-pc
	dH := 2 * math.Sqrt(pc*qc) * math.Sin(rad(dh/2))
	l, c := (p.l+q.l)/2, (pc+qc)/2

	t := 1 - 0.17*math.Cos(rad(mean-30)) + 0.24*math.Cos(rad(2*mean)) + 0.32*math.Cos(rad(3*mean+6)) - 0.20*math.Cos(rad(4*mean-63))
	sl := 1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50))
	sc, sh := 1+0.045*c, 1+0.015*c*t
	rt := -2 * pow7(c) * math.Sin(rad(60*math.Exp(-(mean-275)/25*(mean-275)/25)))
	return math.Sqrt(dl/sl*dl/sl + dc/sc*dc/sc + dH/sh*dH/sh + rt*dc/sc*dH/sh)
}

// Pairs of table 1 of Sharma, Wu and Dalal 2005.
func TestTheDifferenceOfColoursIsThatOfThePublishedPairs(t *testing.T) {
	for _, c := range []struct {
		p, q lab
		want float64
	}{
		{lab{50, 2.6772, -79.7751}, lab{50, 0, -82.7485}, 2.0425},
		{lab{50, 3.1571, -77.2803}, lab{50, 0, -82.7485}, 2.8615},
		{lab{50, 0, 0}, lab{50, -1, 2}, 2.3669},
		{lab{50, 2.5, 0}, lab{73, 25, -18}, 27.1492},
		{lab{50, 2.5, 0}, lab{61, -5, 29}, 22.8977},
		{lab{50, 2.5, 0}, lab{56, -27, -3}, 31.9030},
		{lab{50, 2.5, 0}, lab{58, 24, 15}, 19.4535},
		{lab{60.2574, -34.0099, 36.2677}, lab{60.4626, -34.1751, 39.4387}, 1.2644},
	} {
		if got := ciede2000(c.p, c.q); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("%v and %v differ by %.4f, want %.4f", c.p, c.q, got, c.want)
		}
	}
}

// Readers of any colour vision can distinguish two colours of lines: a difference of 10
// is ten times the just noticeable difference side by side. The first three are nearly
// twice as far apart.
func TestColoursOfLinesCanBeToldApart(t *testing.T) {
	for vision := range visions {
		for i := range len(okabeIto) {
			for j := range i {
				least := 10.0
				if i < 3 {
					least = 18
				}
				if d := ciede2000(seen(vision, Color(i)), seen(vision, Color(j))); d < least {
					t.Errorf("%s: the colours %d and %d differ by %.1f, want at least %v", vision, j, i, d, least)
				}
			}
		}
	}
}

func TestColoursOfLinesStandOutFromThePage(t *testing.T) {
	for vision := range visions {
		for i := range len(okabeIto) {
			if d := ciede2000(seen(vision, Color(i)), seen(vision, color.White)); d < 25 {
				t.Errorf("%s: colour %d differs from white by %.1f, want at least 25", vision, i, d)
			}
		}
	}
}

// mostLevels is the number of levels that contours have.
const mostLevels = 8

func TestLevelsBesideOneAnotherCanBeToldApart(t *testing.T) {
	for vision := range visions {
		levels := Viridis(mostLevels).Colors()
		for i := 1; i < mostLevels; i++ {
			if d := ciede2000(seen(vision, levels[i]), seen(vision, levels[i-1])); d < 5 {
				t.Errorf("%s: the levels %d and %d differ by %.1f, want at least 5", vision, i-1, i, d)
			}
		}
	}
}
