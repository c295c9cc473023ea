#include "textflag.h"

// func squaredDistances(dst, x, y *float64, n, d, stride int)
//
// R9 counts columns. R10 walks down a column of y by dimensions, R11 through
// x; CX dimensions are left.
TEXT ·squaredDistances(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), DX
	MOVQ n+24(FP), R8
	MOVQ d+32(FP), BX
	MOVQ stride+40(FP), AX
	SHLQ $3, AX
	XORQ R9, R9

sixteen:
	LEAQ   16(R9), R12
	CMPQ   R12, R8
	JGT    four
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	LEAQ   (DX)(R9*8), R10
	MOVQ   SI, R11
	MOVQ   BX, CX

sixteenBy:
	VBROADCASTSD (R11), Y8
	VSUBPD       (R10), Y8, Y4
	VSUBPD       32(R10), Y8, Y5
	VSUBPD       64(R10), Y8, Y6
	VSUBPD       96(R10), Y8, Y7
	VFMADD231PD  Y4, Y4, Y0
	VFMADD231PD  Y5, Y5, Y1
	VFMADD231PD  Y6, Y6, Y2
	VFMADD231PD  Y7, Y7, Y3
	ADDQ         $8, R11
	ADDQ         AX, R10
	DECQ         CX
	JNZ          sixteenBy
	VMOVUPD      Y0, (DI)(R9*8)
	VMOVUPD      Y1, 32(DI)(R9*8)
	VMOVUPD      Y2, 64(DI)(R9*8)
	VMOVUPD      Y3, 96(DI)(R9*8)
	MOVQ         R12, R9
	JMP          sixteen

four:
	LEAQ   4(R9), R12
	CMPQ   R12, R8
	JGT    one
	VXORPD Y0, Y0, Y0
	LEAQ   (DX)(R9*8), R10
	MOVQ   SI, R11
	MOVQ   BX, CX

fourBy:
	VBROADCASTSD (R11), Y8
	VSUBPD       (R10), Y8, Y4
	VFMADD231PD  Y4, Y4, Y0
	ADDQ         $8, R11
	ADDQ         AX, R10
	DECQ         CX
	JNZ          fourBy
	VMOVUPD      Y0, (DI)(R9*8)
	MOVQ         R12, R9
	JMP          four

one:
	CMPQ   R9, R8
	JGE    done
	VXORPD X0, X0, X0
	LEAQ   (DX)(R9*8), R10
	MOVQ   SI, R11
	MOVQ   BX, CX

oneBy:
	VMOVSD      (R11), X8
	VSUBSD      (R10), X8, X4
	VFMADD231SD X4, X4, X0
	ADDQ        $8, R11
	ADDQ        AX, R10
	DECQ        CX
	JNZ         oneBy
	VMOVSD      X0, (DI)(R9*8)
	INCQ        R9
	JMP         one

done:
	VZEROUPPER
	RET

// func weightedSquares(w, y *float64, n int, x float64) float64
//
// Y0 to Y3 hold partial sums, Y8 is x.
TEXT ·weightedSquares(SB), NOSPLIT, $0-40
	MOVQ         w+0(FP), SI
	MOVQ         y+8(FP), DX
	MOVQ         n+16(FP), R8
	VBROADCASTSD x+24(FP), Y8
	VXORPD       Y0, Y0, Y0
	VXORPD       Y1, Y1, Y1
	VXORPD       Y2, Y2, Y2
	VXORPD       Y3, Y3, Y3
	XORQ         R9, R9

sixteen:
	LEAQ        16(R9), R12
	CMPQ        R12, R8
	JGT         four
	VSUBPD      (DX)(R9*8), Y8, Y4
	VSUBPD      32(DX)(R9*8), Y8, Y5
	VSUBPD      64(DX)(R9*8), Y8, Y6
	VSUBPD      96(DX)(R9*8), Y8, Y7
	VMULPD      (SI)(R9*8), Y4, Y9
	VMULPD      32(SI)(R9*8), Y5, Y10
	VMULPD      64(SI)(R9*8), Y6, Y11
	VMULPD      96(SI)(R9*8), Y7, Y12
	VFMADD231PD Y4, Y9, Y0
	VFMADD231PD Y5, Y10, Y1
	VFMADD231PD Y6, Y11, Y2
	VFMADD231PD Y7, Y12, Y3
	MOVQ        R12, R9
	JMP         sixteen

four:
	LEAQ        4(R9), R12
	CMPQ        R12, R8
	JGT         add
	VSUBPD      (DX)(R9*8), Y8, Y4
	VMULPD      (SI)(R9*8), Y4, Y9
	VFMADD231PD Y4, Y9, Y0
	MOVQ        R12, R9
	JMP         four

add:
	VADDPD       Y1, Y0, Y0
	VADDPD       Y3, Y2, Y2
	VADDPD       Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPD       X1, X0, X0
	VHADDPD      X0, X0, X0

one:
	CMPQ        R9, R8
	JGE         done
	VSUBSD      (DX)(R9*8), X8, X4
	VMULSD      (SI)(R9*8), X4, X9
	VFMADD231SD X4, X9, X0
	INCQ        R9
	JMP         one

done:
	VZEROUPPER
	VMOVSD X0, ret+32(FP)
	RET
