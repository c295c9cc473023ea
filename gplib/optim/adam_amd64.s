#include "textflag.h"

// func moveLanes(n int, x, grad, first, second *float64, c *adamStep)
TEXT ·moveLanes(SB), NOSPLIT, $0-48
	MOVQ n+0(FP), CX
	MOVQ x+8(FP), DI
	MOVQ grad+16(FP), SI
	MOVQ first+24(FP), R8
	MOVQ second+32(FP), R9
	MOVQ c+40(FP), DX
	VBROADCASTSD 0(DX), Y8   // beta1
	VBROADCASTSD 8(DX), Y9   // 1 - beta1
	VBROADCASTSD 16(DX), Y10 // beta2
	VBROADCASTSD 24(DX), Y11 // 1 - beta2
	VBROADCASTSD 32(DX), Y12 // step
	VBROADCASTSD 40(DX), Y13 // root
	VBROADCASTSD 48(DX), Y14 // epsilon

lanes:
	VMOVUPD     (SI), Y0
	VMULPD      (R8), Y8, Y1
	VFMADD231PD Y9, Y0, Y1
	VMOVUPD     Y1, (R8)
	VMULPD      Y0, Y0, Y2
	VMULPD      Y11, Y2, Y2
	VMOVUPD     (R9), Y3
	VFMADD231PD Y10, Y3, Y2
	VMOVUPD     Y2, (R9)
	VSQRTPD     Y2, Y4
	VMULPD      Y13, Y4, Y4
	VADDPD      Y14, Y4, Y4
	VMULPD      Y12, Y1, Y1
	VDIVPD      Y4, Y1, Y5
	VMOVUPD     (DI), Y6
	VSUBPD      Y5, Y6, Y6
	VMOVUPD     Y6, (DI)
	ADDQ        $32, DI
	ADDQ        $32, SI
	ADDQ        $32, R8
	ADDQ        $32, R9
	SUBQ        $4, CX
	JNZ         lanes
	VZEROUPPER
	RET
