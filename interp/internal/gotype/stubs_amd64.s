#include "textflag.h"

// A stub loads its number and jumps. R12 and R13 are free at any call.
#define STUB(n) \
	MOVL $(n), R13; \
	JMP dispatch; \
	PCALIGN $16

#define STUBS8(n) \
	STUB(8*(n)); STUB(8*(n)+1); STUB(8*(n)+2); STUB(8*(n)+3); \
	STUB(8*(n)+4); STUB(8*(n)+5); STUB(8*(n)+6); STUB(8*(n)+7)

#define STUBS64(n) \
	STUBS8(8*(n)); STUBS8(8*(n)+1); STUBS8(8*(n)+2); STUBS8(8*(n)+3); \
	STUBS8(8*(n)+4); STUBS8(8*(n)+5); STUBS8(8*(n)+6); STUBS8(8*(n)+7)

#define STUBS512(n) \
	STUBS64(8*(n)); STUBS64(8*(n)+1); STUBS64(8*(n)+2); STUBS64(8*(n)+3); \
	STUBS64(8*(n)+4); STUBS64(8*(n)+5); STUBS64(8*(n)+6); STUBS64(8*(n)+7)

#define STUBS4096(n) \
	STUBS512(8*(n)); STUBS512(8*(n)+1); STUBS512(8*(n)+2); STUBS512(8*(n)+3); \
	STUBS512(8*(n)+4); STUBS512(8*(n)+5); STUBS512(8*(n)+6); STUBS512(8*(n)+7)

// The stubs; then dispatch, which takes the closure of that number into DX, as
// a call of it would, and goes on in its code. There is no frame: the closure
// sees the caller's.
TEXT stubs<>(SB), NOSPLIT|NOFRAME, $0-0
	STUBS4096(0)
	STUBS4096(1)
	STUBS4096(2)
	STUBS4096(3)
	STUBS4096(4)
	STUBS4096(5)
	STUBS4096(6)
	STUBS4096(7)
dispatch:
	MOVQ ·slots(SB), R12
	MOVQ (R12)(R13*8), DX
	MOVQ (DX), R12
	JMP  R12

// The receiver is in AX, the first register of arguments; DX is the wrapper.
TEXT checkNil<>(SB), NOSPLIT|NOFRAME, $0-0
	TESTQ AX, AX
	JEQ   null
	MOVQ  8(DX), DX
	MOVQ  (DX), R12
	JMP   R12
null:
	MOVQ  16(DX), DX
	MOVQ  (DX), R12
	JMP   R12

TEXT dereference<>(SB), NOSPLIT|NOFRAME, $0-0
	TESTQ AX, AX
	JEQ   null
	MOVQ  (AX), AX
	MOVQ  8(DX), DX
	MOVQ  (DX), R12
	JMP   R12
null:
	MOVQ  16(DX), DX
	MOVQ  (DX), R12
	JMP   R12

// func stubsCode() unsafe.Pointer
TEXT ·stubsCode(SB), NOSPLIT, $0-8
	LEAQ stubs<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// func checkNilCode() unsafe.Pointer
TEXT ·checkNilCode(SB), NOSPLIT, $0-8
	LEAQ checkNil<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// func dereferenceCode() unsafe.Pointer
TEXT ·dereferenceCode(SB), NOSPLIT, $0-8
	LEAQ dereference<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET
