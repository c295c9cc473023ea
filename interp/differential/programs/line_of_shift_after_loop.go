package main

import "math/bits"

func fit(x, most float64) float64 {
	return most / 2
}

type Rec2 struct{ A int16 }

var (
	base          = 3
	ratio         = 0.5
	word          = "kitten"
	g2    float32 = 123456.789
)

func f3(p0 [3]uint, p1 int8, p2 [2]float64, p3 int64) int64 {
	var v16 [5]Rec2
	if v18 := uint32(255); bool(ratio == p2[uint32(v16[3].A)]) {
		if bool(word != word[0:v18]) {
		}
	}
	return p3
}

func f6(p0 int32, p1 uint32) (complex128, int32) {
	for i10 := range 3 {
		i11 := 0
		if f3([3]uint{}, (int8(fit(float64(g2), 1<<7))<<uint(i10)), [2]float64{}, 100) >= 17 || f3([3]uint{}, 0, [2]float64{}, -1) < 1 || f3([3]uint{}, -2, [2]float64{}, (int64(i11)%100)) < 1 {
		}
	}
	p1 = (^p1)
	p1 = (p1 << int16(p1))
	return complex128(complex(float64(1e-3), float64(0))), int32(bits.RotateLeft32(p1, base))
}

func main() { f6(int32(-7), uint32(127)) }
