#include "textflag.h"

// SI and DX walk through what is read, DI through what is written, and CX
// counts what is left. The last numbers go by eight, of which K1 marks those
// that are there.

// MARK sets the bits of K1 below CX, of eight at most, where CX is 1 to 31.
#define MARK \
	MOVQ  $-1, AX \
	SHLQ  CX, AX  \
	NOTQ  AX      \
	KMOVW AX, K1

// func exp512(dst, src []float64, constants *[20][4]float64)
//
// The rows of constants are those of expConstants; they are in Z13 to Z31.
// Z0 is x, Z1 k, Z2 r, Z3 r² and Z4 r⁴.
TEXT ·exp512(SB), NOSPLIT, $0-56
	MOVQ         dst_base+0(FP), DI
	MOVQ         src_base+24(FP), SI
	MOVQ         src_len+32(FP), CX
	MOVQ         constants+48(FP), DX
	VBROADCASTSD 32(DX), Z31         // x below it has the result 0
	VPXORQ       Z30, Z30, Z30
	VSUBPD       Z31, Z30, Z30       // and above this +Inf
	VBROADCASTSD 64(DX), Z29         // 1/ln2
	VBROADCASTSD 96(DX), Z28         // rounds to an integer
	VBROADCASTSD 128(DX), Z27        // ln2 as a sum
	VBROADCASTSD 192(DX), Z26
	VBROADCASTSD 224(DX), Z25        // 1/13! to 1
	VBROADCASTSD 256(DX), Z24
	VBROADCASTSD 288(DX), Z23
	VBROADCASTSD 320(DX), Z22
	VBROADCASTSD 352(DX), Z21
	VBROADCASTSD 384(DX), Z20
	VBROADCASTSD 416(DX), Z19
	VBROADCASTSD 448(DX), Z18
	VBROADCASTSD 480(DX), Z17
	VBROADCASTSD 512(DX), Z16
	VBROADCASTSD 544(DX), Z15
	VBROADCASTSD 576(DX), Z14
	VBROADCASTSD 608(DX), Z13

	// The second argument of a minimum is the result where one is NaN.
	// 1 + r + r²(1/2! + r/3! + ... + r¹¹/13!) is summed by pairs of terms.
#define EXP \
	VMAXPD       Z0, Z31, Z0  \
	VMINPD       Z0, Z30, Z0  \
	VMOVAPD      Z28, Z1      \
	VFMADD231PD  Z29, Z0, Z1  \
	VSUBPD       Z28, Z1, Z1  \
	VMOVAPD      Z0, Z2       \
	VFNMADD231PD Z27, Z1, Z2  \
	VFNMADD231PD Z26, Z1, Z2  \
	VMULPD       Z2, Z2, Z3   \
	VMULPD       Z3, Z3, Z4   \
	VMOVAPD      Z25, Z5      \
	VFMADD213PD  Z24, Z2, Z5  \
	VMOVAPD      Z23, Z6      \
	VFMADD213PD  Z22, Z2, Z6  \
	VFMADD231PD  Z5, Z3, Z6   \
	VMOVAPD      Z21, Z7      \
	VFMADD213PD  Z20, Z2, Z7  \
	VMOVAPD      Z19, Z8      \
	VFMADD213PD  Z18, Z2, Z8  \
	VFMADD231PD  Z7, Z3, Z8   \
	VFMADD231PD  Z6, Z4, Z8   \
	VMOVAPD      Z17, Z9      \
	VFMADD213PD  Z16, Z2, Z9  \
	VFMADD231PD  Z8, Z3, Z9   \
	VFMADD213PD  Z15, Z2, Z9  \
	VFMADD213PD  Z14, Z2, Z9  \
	VFMADD213PD  Z2, Z3, Z9   \
	VADDPD       Z13, Z9, Z9  \
	VSCALEFPD    Z1, Z9, Z9

eight:
	CMPQ    CX, $8
	JLT     rest
	VMOVUPD (SI), Z0
	EXP
	VMOVUPD Z9, (DI)
	ADDQ    $64, SI
	ADDQ    $64, DI
	SUBQ    $8, CX
	JMP     eight

rest:
	TESTQ     CX, CX
	JZ        done
	MARK
	VMOVUPD.Z (SI), K1, Z0
	EXP
	VMOVUPD   Z9, K1, (DI)

done:
	VZEROUPPER
	RET

// func scaleTo512(dst []float64, factor float64, src []float64)
TEXT ·scaleTo512(SB), NOSPLIT, $0-56
	MOVQ         dst_base+0(FP), DI
	MOVQ         dst_len+8(FP), CX
	VBROADCASTSD factor+24(FP), Z8
	MOVQ         src_base+32(FP), SI

many:
	CMPQ    CX, $32
	JLT     few
	VMULPD  (SI), Z8, Z0
	VMULPD  64(SI), Z8, Z1
	VMULPD  128(SI), Z8, Z2
	VMULPD  192(SI), Z8, Z3
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	VMOVUPD Z2, 128(DI)
	VMOVUPD Z3, 192(DI)
	ADDQ    $256, SI
	ADDQ    $256, DI
	SUBQ    $32, CX
	JMP     many

few:
	TESTQ     CX, CX
	JLE       done
	MARK
	VMOVUPD.Z (SI), K1, Z0
	VMULPD    Z0, Z8, Z0
	VMOVUPD   Z0, K1, (DI)
	ADDQ      $64, SI
	ADDQ      $64, DI
	SUBQ      $8, CX
	JMP       few

done:
	VZEROUPPER
	RET

// func sqrtTo512(dst []float64, factor float64, src []float64)
TEXT ·sqrtTo512(SB), NOSPLIT, $0-56
	MOVQ         dst_base+0(FP), DI
	MOVQ         dst_len+8(FP), CX
	VBROADCASTSD factor+24(FP), Z8
	MOVQ         src_base+32(FP), SI

many:
	CMPQ    CX, $32
	JLT     few
	VMULPD  (SI), Z8, Z0
	VMULPD  64(SI), Z8, Z1
	VMULPD  128(SI), Z8, Z2
	VMULPD  192(SI), Z8, Z3
	VSQRTPD Z0, Z0
	VSQRTPD Z1, Z1
	VSQRTPD Z2, Z2
	VSQRTPD Z3, Z3
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	VMOVUPD Z2, 128(DI)
	VMOVUPD Z3, 192(DI)
	ADDQ    $256, SI
	ADDQ    $256, DI
	SUBQ    $32, CX
	JMP     many

few:
	TESTQ     CX, CX
	JLE       done
	MARK
	VMOVUPD.Z (SI), K1, Z0
	VMULPD    Z0, Z8, Z0
	VSQRTPD   Z0, Z0
	VMOVUPD   Z0, K1, (DI)
	ADDQ      $64, SI
	ADDQ      $64, DI
	SUBQ      $8, CX
	JMP       few

done:
	VZEROUPPER
	RET

// func addScaledTo512(dst, a []float64, factor float64, b []float64)
TEXT ·addScaledTo512(SB), NOSPLIT, $0-80
	MOVQ         dst_base+0(FP), DI
	MOVQ         dst_len+8(FP), CX
	MOVQ         a_base+24(FP), SI
	VBROADCASTSD factor+48(FP), Z8
	MOVQ         b_base+56(FP), DX

many:
	CMPQ        CX, $32
	JLT         few
	VMOVUPD     (SI), Z0
	VMOVUPD     64(SI), Z1
	VMOVUPD     128(SI), Z2
	VMOVUPD     192(SI), Z3
	VFMADD231PD (DX), Z8, Z0
	VFMADD231PD 64(DX), Z8, Z1
	VFMADD231PD 128(DX), Z8, Z2
	VFMADD231PD 192(DX), Z8, Z3
	VMOVUPD     Z0, (DI)
	VMOVUPD     Z1, 64(DI)
	VMOVUPD     Z2, 128(DI)
	VMOVUPD     Z3, 192(DI)
	ADDQ        $256, SI
	ADDQ        $256, DX
	ADDQ        $256, DI
	SUBQ        $32, CX
	JMP         many

few:
	TESTQ       CX, CX
	JLE         done
	MARK
	VMOVUPD.Z   (SI), K1, Z0
	VMOVUPD.Z   (DX), K1, Z1
	VFMADD231PD Z1, Z8, Z0
	VMOVUPD     Z0, K1, (DI)
	ADDQ        $64, SI
	ADDQ        $64, DX
	ADDQ        $64, DI
	SUBQ        $8, CX
	JMP         few

done:
	VZEROUPPER
	RET

// func mulTo512(dst, a, b []float64)
TEXT ·mulTo512(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ a_base+24(FP), SI
	MOVQ b_base+48(FP), DX

many:
	CMPQ    CX, $32
	JLT     few
	VMOVUPD (SI), Z0
	VMOVUPD 64(SI), Z1
	VMOVUPD 128(SI), Z2
	VMOVUPD 192(SI), Z3
	VMULPD  (DX), Z0, Z0
	VMULPD  64(DX), Z1, Z1
	VMULPD  128(DX), Z2, Z2
	VMULPD  192(DX), Z3, Z3
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	VMOVUPD Z2, 128(DI)
	VMOVUPD Z3, 192(DI)
	ADDQ    $256, SI
	ADDQ    $256, DX
	ADDQ    $256, DI
	SUBQ    $32, CX
	JMP     many

few:
	TESTQ     CX, CX
	JLE       done
	MARK
	VMOVUPD.Z (SI), K1, Z0
	VMOVUPD.Z (DX), K1, Z1
	VMULPD    Z1, Z0, Z0
	VMOVUPD   Z0, K1, (DI)
	ADDQ      $64, SI
	ADDQ      $64, DX
	ADDQ      $64, DI
	SUBQ      $8, CX
	JMP       few

done:
	VZEROUPPER
	RET

// func mulAdd512(dst, a, b []float64)
TEXT ·mulAdd512(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ a_base+24(FP), SI
	MOVQ b_base+48(FP), DX

many:
	CMPQ        CX, $32
	JLT         few
	VMOVUPD     (SI), Z0
	VMOVUPD     64(SI), Z1
	VMOVUPD     128(SI), Z2
	VMOVUPD     192(SI), Z3
	VMOVUPD     (DI), Z4
	VMOVUPD     64(DI), Z5
	VMOVUPD     128(DI), Z6
	VMOVUPD     192(DI), Z7
	VFMADD231PD (DX), Z0, Z4
	VFMADD231PD 64(DX), Z1, Z5
	VFMADD231PD 128(DX), Z2, Z6
	VFMADD231PD 192(DX), Z3, Z7
	VMOVUPD     Z4, (DI)
	VMOVUPD     Z5, 64(DI)
	VMOVUPD     Z6, 128(DI)
	VMOVUPD     Z7, 192(DI)
	ADDQ        $256, SI
	ADDQ        $256, DX
	ADDQ        $256, DI
	SUBQ        $32, CX
	JMP         many

few:
	TESTQ       CX, CX
	JLE         done
	MARK
	VMOVUPD.Z   (SI), K1, Z0
	VMOVUPD.Z   (DX), K1, Z1
	VMOVUPD.Z   (DI), K1, Z4
	VFMADD231PD Z1, Z0, Z4
	VMOVUPD     Z4, K1, (DI)
	ADDQ        $64, SI
	ADDQ        $64, DX
	ADDQ        $64, DI
	SUBQ        $8, CX
	JMP         few

done:
	VZEROUPPER
	RET

// SUM adds the numbers of Z0 to Z3 to one in X0.
#define SUM \
	VADDPD         Z1, Z0, Z0 \
	VADDPD         Z3, Z2, Z2 \
	VADDPD         Z2, Z0, Z0 \
	VEXTRACTF64X4  $1, Z0, Y1 \
	VADDPD         Y1, Y0, Y0 \
	VEXTRACTF128   $1, Y0, X1 \
	VADDPD         X1, X0, X0 \
	VHADDPD        X0, X0, X0

// func dot512(a, b []float64) float64
//
// Z0 to Z3 hold partial sums.
TEXT ·dot512(SB), NOSPLIT, $0-56
	MOVQ   a_base+0(FP), SI
	MOVQ   a_len+8(FP), CX
	MOVQ   b_base+24(FP), DX
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3

many:
	CMPQ        CX, $32
	JLT         few
	VMOVUPD     (SI), Z4
	VMOVUPD     64(SI), Z5
	VMOVUPD     128(SI), Z6
	VMOVUPD     192(SI), Z7
	VFMADD231PD (DX), Z4, Z0
	VFMADD231PD 64(DX), Z5, Z1
	VFMADD231PD 128(DX), Z6, Z2
	VFMADD231PD 192(DX), Z7, Z3
	ADDQ        $256, SI
	ADDQ        $256, DX
	SUBQ        $32, CX
	JMP         many

few:
	TESTQ       CX, CX
	JLE         done
	MARK
	VMOVUPD.Z   (SI), K1, Z4
	VMOVUPD.Z   (DX), K1, Z5
	VFMADD231PD Z5, Z4, Z0
	ADDQ        $64, SI
	ADDQ        $64, DX
	SUBQ        $8, CX
	JMP         few

done:
	SUM
	VZEROUPPER
	VMOVSD X0, ret+48(FP)
	RET

// func weightedSquares512(w []float64, x float64, y []float64) float64
//
// Z0 to Z3 hold partial sums, Z8 is x.
TEXT ·weightedSquares512(SB), NOSPLIT, $0-64
	MOVQ         w_base+0(FP), SI
	MOVQ         w_len+8(FP), CX
	VBROADCASTSD x+24(FP), Z8
	MOVQ         y_base+32(FP), DX
	VPXORQ       Z0, Z0, Z0
	VPXORQ       Z1, Z1, Z1
	VPXORQ       Z2, Z2, Z2
	VPXORQ       Z3, Z3, Z3

many:
	CMPQ        CX, $32
	JLT         few
	VSUBPD      (DX), Z8, Z4
	VSUBPD      64(DX), Z8, Z5
	VSUBPD      128(DX), Z8, Z6
	VSUBPD      192(DX), Z8, Z7
	VMULPD      (SI), Z4, Z9
	VMULPD      64(SI), Z5, Z10
	VMULPD      128(SI), Z6, Z11
	VMULPD      192(SI), Z7, Z12
	VFMADD231PD Z4, Z9, Z0
	VFMADD231PD Z5, Z10, Z1
	VFMADD231PD Z6, Z11, Z2
	VFMADD231PD Z7, Z12, Z3
	ADDQ        $256, SI
	ADDQ        $256, DX
	SUBQ        $32, CX
	JMP         many

few:
	TESTQ       CX, CX
	JLE         done
	MARK
	VMOVUPD.Z   (SI), K1, Z9
	VMOVUPD.Z   (DX), K1, Z4
	VSUBPD      Z4, Z8, Z4
	VMULPD      Z9, Z4, Z9
	VFMADD231PD Z4, Z9, K1, Z0
	ADDQ        $64, SI
	ADDQ        $64, DX
	SUBQ        $8, CX
	JMP         few

done:
	SUM
	VZEROUPPER
	VMOVSD X0, ret+56(FP)
	RET

// func squaredDistances512(dst, x, y []float64, stride int)
//
// R10 walks down a column of y by dimensions, R11 through x; R9 dimensions are
// left.
TEXT ·squaredDistances512(SB), NOSPLIT, $0-80
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ x_base+24(FP), SI
	MOVQ x_len+32(FP), BX
	MOVQ y_base+48(FP), DX
	MOVQ stride+72(FP), R8
	SHLQ $3, R8

many:
	CMPQ   CX, $32
	JLT    few
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	MOVQ   DX, R10
	MOVQ   SI, R11
	MOVQ   BX, R9

manyBy:
	VBROADCASTSD (R11), Z8
	VSUBPD       (R10), Z8, Z4
	VSUBPD       64(R10), Z8, Z5
	VSUBPD       128(R10), Z8, Z6
	VSUBPD       192(R10), Z8, Z7
	VFMADD231PD  Z4, Z4, Z0
	VFMADD231PD  Z5, Z5, Z1
	VFMADD231PD  Z6, Z6, Z2
	VFMADD231PD  Z7, Z7, Z3
	ADDQ         $8, R11
	ADDQ         R8, R10
	DECQ         R9
	JNZ          manyBy
	VMOVUPD      Z0, (DI)
	VMOVUPD      Z1, 64(DI)
	VMOVUPD      Z2, 128(DI)
	VMOVUPD      Z3, 192(DI)
	ADDQ         $256, DX
	ADDQ         $256, DI
	SUBQ         $32, CX
	JMP          many

few:
	TESTQ  CX, CX
	JLE    done
	MARK
	VPXORQ Z0, Z0, Z0
	MOVQ   DX, R10
	MOVQ   SI, R11
	MOVQ   BX, R9

fewBy:
	VBROADCASTSD (R11), Z8
	VMOVUPD.Z    (R10), K1, Z4
	VSUBPD       Z4, Z8, Z4
	VFMADD231PD  Z4, Z4, Z0
	ADDQ         $8, R11
	ADDQ         R8, R10
	DECQ         R9
	JNZ          fewBy
	VMOVUPD      Z0, K1, (DI)
	ADDQ         $64, DX
	ADDQ         $64, DI
	SUBQ         $8, CX
	JMP          few

done:
	VZEROUPPER
	RET
