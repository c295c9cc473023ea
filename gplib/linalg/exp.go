package linalg

import "math"

// Exp writes exp(src_j) into dst_j. dst and src have one length and may be one slice.
// The error is below 1.5 units in the last place. For infinities and NaN the results
// equal math.Exp's; subnormal ones may differ in the last place.
//
// Where the processor has AVX2 and FMA, or AVX-512, x is reduced to x = k·ln2 + r with
// |r| < 0.35, and the series of exp(r) is summed; elsewhere it is [expScalar].
func Exp(dst, src []float64) { pass.exp(dst[:len(src)], src) }

// expScalar reduces x = k·ln2/128 + r with |r| < 0.0028, looks up 2^(k/128)
// and sums five terms of the series of exp(r) (Tang, 1989, ACM Transactions
// on Mathematical Software 15, 144-157). Independent iterations without calls
// or branches let the processor work on several at a time.
func expScalar(dst, src []float64) {
	for j, x := range src {
		if !(x > -expRange && x < expRange) {
			dst[j] = math.Exp(x)
			continue
		}
		shifted := x*(expTableSize/math.Ln2) + roundToInt
		k := math.Float64bits(shifted)
		whole := shifted - roundToInt
		r := x - whole*ln2High - whole*ln2Low
		power := math.Float64frombits(expTable[k%expTableSize] + k>>expTableBits<<52)
		r2 := r * r
		dst[j] = power + power*(r+r2*(1.0/2+r*(1.0/6))+r2*r2*(1.0/24+r*(1.0/120)))
	}
}

const (
	expTableBits = 7
	expTableSize = 1 << expTableBits
	// expRange keeps the exponent of the result normal.
	expRange = 700
	// roundToInt added to a number of magnitude below 2^51 leaves its
	// nearest integer in the low bits.
	roundToInt = 0x1.8p52
	// ln2High + ln2Low is ln2/128; multiples of ln2High by integers below
	// 2^18 are exact.
	ln2High = 0x1.62e42fefap-8
	ln2Low  = math.Ln2/expTableSize - ln2High
)

// expTable holds the bits of 2^(i/128).
var expTable = func() (t [expTableSize]uint64) {
	for i := range t {
		t[i] = math.Float64bits(math.Exp2(float64(i) / expTableSize))
	}
	return t
}()
