#include "textflag.h"

// func exp256(dst, src *float64, n int, constants *[20][4]float64) int
//
// The rows of constants are those of expConstants. Y0 is x, Y1 holds k, Y2 is
// r, Y7 r² and Y8 r⁴. Y4 and Y5 mark lanes.
TEXT ·exp256(SB), NOSPLIT, $0-40
	MOVQ    dst+0(FP), DI
	MOVQ    src+8(FP), SI
	MOVQ    n+16(FP), CX
	MOVQ    constants+24(FP), DX
	XORQ    AX, AX
	VMOVUPD (DX), Y15   // |x| below it has a normal result
	VMOVUPD 32(DX), Y14 // x below it has the result 0
	VMOVUPD 64(DX), Y13 // 1/ln2
	VMOVUPD 96(DX), Y12 // rounds to an integer

step:
	LEAQ    4(AX), BX
	CMPQ    BX, CX
	JGT     done
	VMOVUPD (SI)(AX*8), Y0

	// Y4 marks the lanes of normal results, Y5 those of results above 0. All
	// must be normal or 0.
	VANDPD    160(DX), Y0, Y6
	VCMPPD    $0x11, Y15, Y6, Y4
	VCMPPD    $0x1D, Y14, Y0, Y5
	VCMPPD    $0x11, Y14, Y0, Y6
	VORPD     Y4, Y6, Y6
	VMOVMSKPD Y6, R8
	CMPL      R8, $15
	JNE       done
	VANDPD    Y4, Y0, Y0

	// k = round(x/ln2) in the low bits of Y1, r = x - k·ln2.
	VMOVAPD      Y12, Y1
	VFMADD231PD  Y13, Y0, Y1
	VSUBPD       Y12, Y1, Y6
	VMOVAPD      Y0, Y2
	VFNMADD231PD 128(DX), Y6, Y2
	VFNMADD231PD 192(DX), Y6, Y2

	// Y3 = 1 + r + r²(1/2! + r/3! + ... + r¹¹/13!), pairs of terms first.
	VMULPD      Y2, Y2, Y7
	VMULPD      Y7, Y7, Y8
	VMOVUPD     224(DX), Y3
	VFMADD213PD 256(DX), Y2, Y3
	VMOVUPD     288(DX), Y9
	VFMADD213PD 320(DX), Y2, Y9
	VFMADD231PD Y3, Y7, Y9
	VMOVUPD     352(DX), Y10
	VFMADD213PD 384(DX), Y2, Y10
	VMOVUPD     416(DX), Y11
	VFMADD213PD 448(DX), Y2, Y11
	VFMADD231PD Y10, Y7, Y11
	VFMADD231PD Y9, Y8, Y11
	VMOVUPD     480(DX), Y10
	VFMADD213PD 512(DX), Y2, Y10
	VFMADD231PD Y11, Y7, Y10
	VFMADD213PD 544(DX), Y2, Y10
	VFMADD213PD 576(DX), Y2, Y10
	VFMADD213PD Y2, Y7, Y10
	VADDPD      608(DX), Y10, Y3

	// times 2^k, and 0 where the result underflows.
	VPSLLQ  $52, Y1, Y1
	VPADDQ  Y1, Y3, Y3
	VANDPD  Y5, Y3, Y3
	VMOVUPD Y3, (DI)(AX*8)
	MOVQ    BX, AX
	JMP     step

done:
	VZEROUPPER
	MOVQ AX, ret+32(FP)
	RET

// func mulTo256(dst, a, b []float64)
//
// R9 counts numbers.
TEXT ·mulTo256(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), R8
	MOVQ a_base+24(FP), SI
	MOVQ b_base+48(FP), DX
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

// func mulAdd256(dst, a, b []float64)
//
// R9 counts numbers.
TEXT ·mulAdd256(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), R8
	MOVQ a_base+24(FP), SI
	MOVQ b_base+48(FP), DX
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

// func scaleTo256(dst []float64, factor float64, src []float64)
TEXT ·scaleTo256(SB), NOSPLIT, $0-56
	MOVQ         dst_base+0(FP), DI
	MOVQ         dst_len+8(FP), R8
	VBROADCASTSD factor+24(FP), Y8
	MOVQ         src_base+32(FP), SI
	XORQ         R9, R9

sixteen:
	LEAQ    16(R9), R12
	CMPQ    R12, R8
	JGT     four
	VMULPD  (SI)(R9*8), Y8, Y0
	VMULPD  32(SI)(R9*8), Y8, Y1
	VMULPD  64(SI)(R9*8), Y8, Y2
	VMULPD  96(SI)(R9*8), Y8, Y3
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
	VMULPD  (SI)(R9*8), Y8, Y0
	VMOVUPD Y0, (DI)(R9*8)
	MOVQ    R12, R9
	JMP     four

one:
	CMPQ   R9, R8
	JGE    done
	VMULSD (SI)(R9*8), X8, X0
	VMOVSD X0, (DI)(R9*8)
	INCQ   R9
	JMP    one

done:
	VZEROUPPER
	RET

// func sqrtTo256(dst []float64, factor float64, src []float64)
TEXT ·sqrtTo256(SB), NOSPLIT, $0-56
	MOVQ         dst_base+0(FP), DI
	MOVQ         dst_len+8(FP), R8
	VBROADCASTSD factor+24(FP), Y8
	MOVQ         src_base+32(FP), SI
	XORQ         R9, R9

sixteen:
	LEAQ    16(R9), R12
	CMPQ    R12, R8
	JGT     four
	VMULPD  (SI)(R9*8), Y8, Y0
	VMULPD  32(SI)(R9*8), Y8, Y1
	VMULPD  64(SI)(R9*8), Y8, Y2
	VMULPD  96(SI)(R9*8), Y8, Y3
	VSQRTPD Y0, Y0
	VSQRTPD Y1, Y1
	VSQRTPD Y2, Y2
	VSQRTPD Y3, Y3
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
	VMULPD  (SI)(R9*8), Y8, Y0
	VSQRTPD Y0, Y0
	VMOVUPD Y0, (DI)(R9*8)
	MOVQ    R12, R9
	JMP     four

one:
	CMPQ    R9, R8
	JGE     done
	VMULSD  (SI)(R9*8), X8, X0
	VSQRTSD X0, X0, X0
	VMOVSD  X0, (DI)(R9*8)
	INCQ    R9
	JMP     one

done:
	VZEROUPPER
	RET

// func addScaledTo256(dst, a []float64, factor float64, b []float64)
TEXT ·addScaledTo256(SB), NOSPLIT, $0-80
	MOVQ         dst_base+0(FP), DI
	MOVQ         dst_len+8(FP), R8
	MOVQ         a_base+24(FP), SI
	VBROADCASTSD factor+48(FP), Y8
	MOVQ         b_base+56(FP), DX
	XORQ         R9, R9

sixteen:
	LEAQ        16(R9), R12
	CMPQ        R12, R8
	JGT         four
	VMOVUPD     (SI)(R9*8), Y0
	VMOVUPD     32(SI)(R9*8), Y1
	VMOVUPD     64(SI)(R9*8), Y2
	VMOVUPD     96(SI)(R9*8), Y3
	VFMADD231PD (DX)(R9*8), Y8, Y0
	VFMADD231PD 32(DX)(R9*8), Y8, Y1
	VFMADD231PD 64(DX)(R9*8), Y8, Y2
	VFMADD231PD 96(DX)(R9*8), Y8, Y3
	VMOVUPD     Y0, (DI)(R9*8)
	VMOVUPD     Y1, 32(DI)(R9*8)
	VMOVUPD     Y2, 64(DI)(R9*8)
	VMOVUPD     Y3, 96(DI)(R9*8)
	MOVQ        R12, R9
	JMP         sixteen

four:
	LEAQ        4(R9), R12
	CMPQ        R12, R8
	JGT         one
	VMOVUPD     (SI)(R9*8), Y0
	VFMADD231PD (DX)(R9*8), Y8, Y0
	VMOVUPD     Y0, (DI)(R9*8)
	MOVQ        R12, R9
	JMP         four

one:
	CMPQ        R9, R8
	JGE         done
	VMOVSD      (SI)(R9*8), X0
	VFMADD231SD (DX)(R9*8), X8, X0
	VMOVSD      X0, (DI)(R9*8)
	INCQ        R9
	JMP         one

done:
	VZEROUPPER
	RET

// func dot256(a, b []float64) float64
//
// Y0 to Y3 hold partial sums.
TEXT ·dot256(SB), NOSPLIT, $0-56
	MOVQ   a_base+0(FP), SI
	MOVQ   a_len+8(FP), R8
	MOVQ   b_base+24(FP), DX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	XORQ   R9, R9

sixteen:
	LEAQ        16(R9), R12
	CMPQ        R12, R8
	JGT         four
	VMOVUPD     (SI)(R9*8), Y4
	VMOVUPD     32(SI)(R9*8), Y5
	VMOVUPD     64(SI)(R9*8), Y6
	VMOVUPD     96(SI)(R9*8), Y7
	VFMADD231PD (DX)(R9*8), Y4, Y0
	VFMADD231PD 32(DX)(R9*8), Y5, Y1
	VFMADD231PD 64(DX)(R9*8), Y6, Y2
	VFMADD231PD 96(DX)(R9*8), Y7, Y3
	MOVQ        R12, R9
	JMP         sixteen

four:
	LEAQ        4(R9), R12
	CMPQ        R12, R8
	JGT         add
	VMOVUPD     (SI)(R9*8), Y4
	VFMADD231PD (DX)(R9*8), Y4, Y0
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
	VMOVSD      (SI)(R9*8), X4
	VFMADD231SD (DX)(R9*8), X4, X0
	INCQ        R9
	JMP         one

done:
	VZEROUPPER
	VMOVSD X0, ret+48(FP)
	RET

// func squaredDistances256(dst, x, y []float64, stride int)
//
// R9 counts columns. R10 walks down a column of y by dimensions, R11 through
// x; CX dimensions are left.
TEXT ·squaredDistances256(SB), NOSPLIT, $0-80
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), R8
	MOVQ x_base+24(FP), SI
	MOVQ x_len+32(FP), BX
	MOVQ y_base+48(FP), DX
	MOVQ stride+72(FP), AX
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

// func weightedSquares256(w []float64, x float64, y []float64) float64
//
// Y0 to Y3 hold partial sums, Y8 is x.
TEXT ·weightedSquares256(SB), NOSPLIT, $0-64
	MOVQ         w_base+0(FP), SI
	MOVQ         w_len+8(FP), R8
	MOVQ         y_base+32(FP), DX
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
	VMOVSD X0, ret+56(FP)
	RET
