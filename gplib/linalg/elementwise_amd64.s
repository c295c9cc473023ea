#include "textflag.h"

// func mulTo(dst, a, b *float64, n int)
//
// R9 counts numbers.
TEXT ·mulTo(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ n+24(FP), R8
	XORQ R9, R9

sixteen:
	LEAQ    16(R9), R12
	CMPQ    R12, R8
	JGT     four
	VMOVUPD (SI)(R9*8), Y0
	VMOVUPD 32(SI)(R9*8), Y1
	VMOVUPD 64(SI)(R9*8), Y2
	VMOVUPD 96(SI)(R9*8), Y3
	VMULPD  (DX)(R9*8), Y0, Y0
	VMULPD  32(DX)(R9*8), Y1, Y1
	VMULPD  64(DX)(R9*8), Y2, Y2
	VMULPD  96(DX)(R9*8), Y3, Y3
	VMOVUPD Y0, (DI)(R9*8)
	VMOVUPD Y1, 32(DI)(R9*8)
	VMOVUPD Y2, 64(DI)(R9*8)
	VMOVUPD Y3, 96(DI)(R9*8)
	MOVQ    R12, R9
	JMP     sixteen

four:
	LEAQ    4(R9), R12
	CMPQ    R12, R8
	JGT     one
	VMOVUPD (SI)(R9*8), Y0
	VMULPD  (DX)(R9*8), Y0, Y0
	VMOVUPD Y0, (DI)(R9*8)
	MOVQ    R12, R9
	JMP     four

one:
	CMPQ   R9, R8
	JGE    done
	VMOVSD (SI)(R9*8), X0
	VMULSD (DX)(R9*8), X0, X0
	VMOVSD X0, (DI)(R9*8)
	INCQ   R9
	JMP    one

done:
	VZEROUPPER
	RET

// func mulAdd(dst, a, b *float64, n int)
//
// R9 counts numbers.
TEXT ·mulAdd(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ n+24(FP), R8
	XORQ R9, R9

sixteen:
	LEAQ        16(R9), R12
	CMPQ        R12, R8
	JGT         four
	VMOVUPD     (SI)(R9*8), Y0
	VMOVUPD     32(SI)(R9*8), Y1
	VMOVUPD     64(SI)(R9*8), Y2
	VMOVUPD     96(SI)(R9*8), Y3
	VMOVUPD     (DI)(R9*8), Y4
	VMOVUPD     32(DI)(R9*8), Y5
	VMOVUPD     64(DI)(R9*8), Y6
	VMOVUPD     96(DI)(R9*8), Y7
	VFMADD231PD (DX)(R9*8), Y0, Y4
	VFMADD231PD 32(DX)(R9*8), Y1, Y5
	VFMADD231PD 64(DX)(R9*8), Y2, Y6
	VFMADD231PD 96(DX)(R9*8), Y3, Y7
	VMOVUPD     Y4, (DI)(R9*8)
	VMOVUPD     Y5, 32(DI)(R9*8)
	VMOVUPD     Y6, 64(DI)(R9*8)
	VMOVUPD     Y7, 96(DI)(R9*8)
	MOVQ        R12, R9
	JMP         sixteen

four:
	LEAQ        4(R9), R12
	CMPQ        R12, R8
	JGT         one
	VMOVUPD     (SI)(R9*8), Y0
	VMOVUPD     (DI)(R9*8), Y4
	VFMADD231PD (DX)(R9*8), Y0, Y4
	VMOVUPD     Y4, (DI)(R9*8)
	MOVQ        R12, R9
	JMP         four

one:
	CMPQ        R9, R8
	JGE         done
	VMOVSD      (SI)(R9*8), X0
	VMOVSD      (DI)(R9*8), X4
	VFMADD231SD (DX)(R9*8), X0, X4
	VMOVSD      X4, (DI)(R9*8)
	INCQ        R9
	JMP         one

done:
	VZEROUPPER
	RET
