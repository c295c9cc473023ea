#include "textflag.h"

// The tile is 4 x 12: V8 to V31 hold it, six registers a row.

// Go's assembler has no products of vectors by one element: d += n·m[0], d -= n·m[0] and d = n·m[0],
// for numbers of registers (Arm Architecture Reference Manual for A-profile, FMLA, FMLS and FMUL "by element").
#define FMLA(n, m, d) WORD $(0x4fc01000 | (m)<<16 | (n)<<5 | (d))
#define FMLS(n, m, d) WORD $(0x4fc05000 | (m)<<16 | (n)<<5 | (d))
#define FMUL(n, m, d) WORD $(0x4fc09000 | (m)<<16 | (n)<<5 | (d))

#define LOAD(from, u, v, w, x, y, z) \
	FLDPQ (from), (u, v)   \
	FLDPQ 32(from), (w, x) \
	FLDPQ 64(from), (y, z)

#define STORE(u, v, w, x, y, z, to) \
	FSTPQ (u, v), (to)   \
	FSTPQ (w, x), 32(to) \
	FSTPQ (y, z), 64(to)

// func multiply128(k int, a *float64, aRow, aStep int, b *float64, bStep int, alpha float64, c *float64, cRow int)
TEXT ·multiply128(SB), NOSPLIT, $0-72
	MOVD k+0(FP), R0
	MOVD a+8(FP), R1
	MOVD aRow+16(FP), R2
	MOVD aStep+24(FP), R3
	MOVD b+32(FP), R4
	MOVD bStep+40(FP), R5
	MOVD c+56(FP), R6
	MOVD cRow+64(FP), R7
	LSL  $3, R2
	LSL  $3, R3
	LSL  $3, R5
	LSL  $3, R7
	ADD  R2, R2, R8
	ADD  R2, R8, R9

#define CLEAR(u, v, w, x, y, z) \
	VMOVI $0, u.B16 \
	VMOVI $0, v.B16 \
	VMOVI $0, w.B16 \
	VMOVI $0, x.B16 \
	VMOVI $0, y.B16 \
	VMOVI $0, z.B16

	CLEAR(V8, V9, V10, V11, V12, V13)
	CLEAR(V14, V15, V16, V17, V18, V19)
	CLEAR(V20, V21, V22, V23, V24, V25)
	CLEAR(V26, V27, V28, V29, V30, V31)

#define ROW(factor, d) \
	FMLA(0, factor, d)     \
	FMLA(1, factor, d + 1) \
	FMLA(2, factor, d + 2) \
	FMLA(3, factor, d + 3) \
	FMLA(4, factor, d + 4) \
	FMLA(5, factor, d + 5)

step:
	LOAD(R4, F0, F1, F2, F3, F4, F5)
	FMOVD (R1), F6
	FMOVD (R1)(R2), F7
	ROW(6, 8)
	FMOVD (R1)(R8), F6
	ROW(7, 14)
	FMOVD (R1)(R9), F7
	ROW(6, 20)
	ROW(7, 26)
	ADD   R3, R1
	ADD   R5, R4
	SUB   $1, R0
	CBNZ  R0, step

	FMOVD alpha+48(FP), F6

#define ADDTO(s) \
	LOAD(R6, F0, F1, F2, F3, F4, F5)   \
	FMLA(s, 6, 0)                      \
	FMLA(s + 1, 6, 1)                  \
	FMLA(s + 2, 6, 2)                  \
	FMLA(s + 3, 6, 3)                  \
	FMLA(s + 4, 6, 4)                  \
	FMLA(s + 5, 6, 5)                  \
	STORE(F0, F1, F2, F3, F4, F5, R6)  \
	ADD R7, R6

	ADDTO(8)
	ADDTO(14)
	ADDTO(20)
	ADDTO(26)
	RET

// func solve128(l *float64, lRow, lStep int, inverses *float64, x *float64, xRow int)
TEXT ·solve128(SB), NOSPLIT, $0-48
	MOVD l+0(FP), R0
	MOVD lRow+8(FP), R1
	MOVD lStep+16(FP), R2
	MOVD inverses+24(FP), R3
	MOVD x+32(FP), R4
	MOVD xRow+40(FP), R5
	LSL  $3, R1
	LSL  $3, R2
	LSL  $3, R5
	ADD  R5, R4, R6
	ADD  R5, R6, R7
	ADD  R5, R7, R8

#define NEXT \
	ADD  R1, R0 \
	MOVD R0, R9

#define EARLIER(s, d) \
	FMOVD (R9), F6       \
	FMLS(s, 6, d)        \
	FMLS(s + 1, 6, d + 1) \
	FMLS(s + 2, 6, d + 2) \
	FMLS(s + 3, 6, d + 3) \
	FMLS(s + 4, 6, d + 4) \
	FMLS(s + 5, 6, d + 5) \
	ADD   R2, R9

#define DIVIDE(d) \
	FMOVD.P 8(R3), F7      \
	FMUL(d, 7, d)          \
	FMUL(d + 1, 7, d + 1)  \
	FMUL(d + 2, 7, d + 2)  \
	FMUL(d + 3, 7, d + 3)  \
	FMUL(d + 4, 7, d + 4)  \
	FMUL(d + 5, 7, d + 5)

	LOAD(R4, F8, F9, F10, F11, F12, F13)
	LOAD(R6, F14, F15, F16, F17, F18, F19)
	LOAD(R7, F20, F21, F22, F23, F24, F25)
	LOAD(R8, F26, F27, F28, F29, F30, F31)

	DIVIDE(8)
	STORE(F8, F9, F10, F11, F12, F13, R4)

	NEXT
	EARLIER(8, 14)
	DIVIDE(14)
	STORE(F14, F15, F16, F17, F18, F19, R6)

	NEXT
	EARLIER(8, 20)
	EARLIER(14, 20)
	DIVIDE(20)
	STORE(F20, F21, F22, F23, F24, F25, R7)

	NEXT
	EARLIER(8, 26)
	EARLIER(14, 26)
	EARLIER(20, 26)
	DIVIDE(26)
	STORE(F26, F27, F28, F29, F30, F31, R8)
	RET

// func transpose128(blocks int, dst *float64, dstRow, dstNext int, src *float64, srcRow, srcNext int)
TEXT ·transpose128(SB), NOSPLIT, $0-56
	MOVD blocks+0(FP), R0
	MOVD dst+8(FP), R1
	MOVD dstRow+16(FP), R2
	MOVD dstNext+24(FP), R3
	MOVD src+32(FP), R4
	MOVD srcRow+40(FP), R5
	MOVD srcNext+48(FP), R6
	LSL  $3, R2
	LSL  $3, R3
	LSL  $3, R5
	LSL  $3, R6

block:
	ADD   R5, R4, R7
	ADD   R5, R7, R8
	ADD   R5, R8, R9
	FLDPQ (R4), (F0, F1)
	FLDPQ (R7), (F2, F3)
	FLDPQ (R8), (F4, F5)
	FLDPQ (R9), (F6, F7)
	VZIP1 V2.D2, V0.D2, V16.D2
	VZIP1 V6.D2, V4.D2, V17.D2
	VZIP2 V2.D2, V0.D2, V18.D2
	VZIP2 V6.D2, V4.D2, V19.D2
	VZIP1 V3.D2, V1.D2, V20.D2
	VZIP1 V7.D2, V5.D2, V21.D2
	VZIP2 V3.D2, V1.D2, V22.D2
	VZIP2 V7.D2, V5.D2, V23.D2
	ADD   R2, R1, R7
	ADD   R2, R7, R8
	ADD   R2, R8, R9
	FSTPQ (F16, F17), (R1)
	FSTPQ (F18, F19), (R7)
	FSTPQ (F20, F21), (R8)
	FSTPQ (F22, F23), (R9)
	ADD   R6, R4
	ADD   R3, R1
	SUB   $1, R0
	CBNZ  R0, block
	RET

// func copy128(rows int, dst *float64, src *float64, srcRow int)
TEXT ·copy128(SB), NOSPLIT, $0-32
	MOVD rows+0(FP), R0
	MOVD dst+8(FP), R1
	MOVD src+16(FP), R2
	MOVD srcRow+24(FP), R3
	LSL  $3, R3

row:
	LOAD(R2, F0, F1, F2, F3, F4, F5)
	STORE(F0, F1, F2, F3, F4, F5, R1)
	ADD  R3, R2
	ADD  $96, R1
	SUB  $1, R0
	CBNZ R0, row
	RET
