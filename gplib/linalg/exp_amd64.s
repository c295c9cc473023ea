#include "textflag.h"

// func expLanes(dst, src *float64, n int, constants *[20][4]float64) int
//
// The rows of constants are those of expConstants. Y0 is x, Y1 holds k, Y2 is
// r, Y7 r² and Y8 r⁴. Y4 and Y5 mark lanes.
TEXT ·expLanes(SB), NOSPLIT, $0-40
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
