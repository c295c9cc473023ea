#include "textflag.h"

// The tile is 4 x 12: Y4 to Y15 hold it, three registers a row.

// func multiply256(k int, a *float64, aRow, aStep int, b *float64, bStep int, alpha float64, c *float64, cRow int)
TEXT ·multiply256(SB), NOSPLIT, $0-72
	MOVQ k+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ aRow+16(FP), R8
	MOVQ aStep+24(FP), R12
	MOVQ b+32(FP), DI
	MOVQ bStep+40(FP), R13
	MOVQ c+56(FP), DX
	MOVQ cRow+64(FP), R14
	SHLQ $3, R8
	SHLQ $3, R12
	SHLQ $3, R13
	SHLQ $3, R14
	LEAQ (R8)(R8*2), R9

#define CLEAR(x, y, z) \
	VXORPD x, x, x \
	VXORPD y, y, y \
	VXORPD z, z, z

	CLEAR(Y4, Y5, Y6)
	CLEAR(Y7, Y8, Y9)
	CLEAR(Y10, Y11, Y12)
	CLEAR(Y13, Y14, Y15)

#define ROW(at, factor, x, y, z) \
	VBROADCASTSD at, factor \
	VFMADD231PD  Y0, factor, x \
	VFMADD231PD  Y1, factor, y \
	VFMADD231PD  Y2, factor, z

step:
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	ROW((SI), Y3, Y4, Y5, Y6)
	ROW((SI)(R8*1), Y3, Y7, Y8, Y9)
	ROW((SI)(R8*2), Y3, Y10, Y11, Y12)
	ROW((SI)(R9*1), Y3, Y13, Y14, Y15)
	ADDQ    R12, SI
	ADDQ    R13, DI
	DECQ    CX
	JNZ     step

	VBROADCASTSD alpha+48(FP), Y0

#define ADD(x, y, z) \
	VFMADD213PD (DX), Y0, x \
	VFMADD213PD 32(DX), Y0, y \
	VFMADD213PD 64(DX), Y0, z \
	VMOVUPD     x, (DX) \
	VMOVUPD     y, 32(DX) \
	VMOVUPD     z, 64(DX) \
	ADDQ        R14, DX

	ADD(Y4, Y5, Y6)
	ADD(Y7, Y8, Y9)
	ADD(Y10, Y11, Y12)
	ADD(Y13, Y14, Y15)
	VZEROUPPER
	RET

// func solve256(l *float64, lRow, lStep int, inverses *float64, x *float64, xRow int)
TEXT ·solve256(SB), NOSPLIT, $0-48
	MOVQ l+0(FP), SI
	MOVQ lRow+8(FP), R8
	MOVQ lStep+16(FP), R12
	MOVQ inverses+24(FP), DI
	MOVQ x+32(FP), DX
	MOVQ xRow+40(FP), R14
	SHLQ $3, R8
	SHLQ $3, R12
	SHLQ $3, R14
	MOVQ DX, BX
	MOVQ SI, AX

#define LOAD(x, y, z) \
	VMOVUPD (BX), x \
	VMOVUPD 32(BX), y \
	VMOVUPD 64(BX), z \
	ADDQ    R14, BX

#define EARLIER(u, v, w, x, y, z) \
	VBROADCASTSD (AX), Y3 \
	VFNMADD231PD u, Y3, x \
	VFNMADD231PD v, Y3, y \
	VFNMADD231PD w, Y3, z \
	ADDQ         R12, AX

#define DIVIDE(x, y, z) \
	VBROADCASTSD (DI), Y3 \
	VMULPD       x, Y3, x \
	VMULPD       y, Y3, y \
	VMULPD       z, Y3, z \
	VMOVUPD      x, (DX) \
	VMOVUPD      y, 32(DX) \
	VMOVUPD      z, 64(DX) \
	ADDQ         $8, DI \
	ADDQ         R14, DX \
	ADDQ         R8, SI \
	MOVQ         SI, AX

	LOAD(Y4, Y5, Y6)
	LOAD(Y7, Y8, Y9)
	LOAD(Y10, Y11, Y12)
	LOAD(Y13, Y14, Y15)

	DIVIDE(Y4, Y5, Y6)

	EARLIER(Y4, Y5, Y6, Y7, Y8, Y9)
	DIVIDE(Y7, Y8, Y9)

	EARLIER(Y4, Y5, Y6, Y10, Y11, Y12)
	EARLIER(Y7, Y8, Y9, Y10, Y11, Y12)
	DIVIDE(Y10, Y11, Y12)

	EARLIER(Y4, Y5, Y6, Y13, Y14, Y15)
	EARLIER(Y7, Y8, Y9, Y13, Y14, Y15)
	EARLIER(Y10, Y11, Y12, Y13, Y14, Y15)
	DIVIDE(Y13, Y14, Y15)
	VZEROUPPER
	RET

// func transpose256(blocks int, dst *float64, dstRow, dstNext int, src *float64, srcRow, srcNext int)
TEXT ·transpose256(SB), NOSPLIT, $0-56
	MOVQ blocks+0(FP), CX
	MOVQ dst+8(FP), DI
	MOVQ dstRow+16(FP), R13
	MOVQ dstNext+24(FP), R14
	MOVQ src+32(FP), SI
	MOVQ srcRow+40(FP), R8
	MOVQ srcNext+48(FP), R12
	SHLQ $3, R13
	SHLQ $3, R14
	SHLQ $3, R8
	SHLQ $3, R12
	LEAQ (R8)(R8*2), R9
	LEAQ (R13)(R13*2), AX

block:
	VMOVUPD    (SI), Y0
	VMOVUPD    (SI)(R8*1), Y1
	VMOVUPD    (SI)(R8*2), Y2
	VMOVUPD    (SI)(R9*1), Y3
	VUNPCKLPD  Y1, Y0, Y4
	VUNPCKHPD  Y1, Y0, Y5
	VUNPCKLPD  Y3, Y2, Y6
	VUNPCKHPD  Y3, Y2, Y7
	VPERM2F128 $0x20, Y6, Y4, Y0
	VPERM2F128 $0x20, Y7, Y5, Y1
	VPERM2F128 $0x31, Y6, Y4, Y2
	VPERM2F128 $0x31, Y7, Y5, Y3
	VMOVUPD    Y0, (DI)
	VMOVUPD    Y1, (DI)(R13*1)
	VMOVUPD    Y2, (DI)(R13*2)
	VMOVUPD    Y3, (DI)(AX*1)
	ADDQ       R12, SI
	ADDQ       R14, DI
	DECQ       CX
	JNZ        block
	VZEROUPPER
	RET

// func copy256(rows int, dst *float64, src *float64, srcRow int)
TEXT ·copy256(SB), NOSPLIT, $0-32
	MOVQ rows+0(FP), CX
	MOVQ dst+8(FP), DI
	MOVQ src+16(FP), SI
	MOVQ srcRow+24(FP), R8
	SHLQ $3, R8

row:
	VMOVUPD (SI), Y0
	VMOVUPD 32(SI), Y1
	VMOVUPD 64(SI), Y2
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	ADDQ    R8, SI
	ADDQ    $96, DI
	DECQ    CX
	JNZ     row
	VZEROUPPER
	RET
