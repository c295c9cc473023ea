#include "textflag.h"

// A stub loads its number and jumps. R16 and R17 are free at any call.
#define STUB(n) \
	MOVD $(n), R16; \
	B dispatch

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

// The stubs; then dispatch, which takes the closure of that number into R26, as
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
	MOVD ·slots(SB), R17
	MOVD (R17)(R16<<3), R26
	MOVD (R26), R17
	JMP  (R17)

// The receiver is in R0, the first register of arguments; R26 is the wrapper.
TEXT checkNil<>(SB), NOSPLIT|NOFRAME, $0-0
	CBZ  R0, null
	MOVD 8(R26), R26
	MOVD (R26), R17
	JMP  (R17)
null:
	MOVD 16(R26), R26
	MOVD (R26), R17
	JMP  (R17)

TEXT dereference<>(SB), NOSPLIT|NOFRAME, $0-0
	CBZ  R0, null
	MOVD (R0), R0
	MOVD 8(R26), R26
	MOVD (R26), R17
	JMP  (R17)
null:
	MOVD 16(R26), R26
	MOVD (R26), R17
	JMP  (R17)

// func stubsCode() unsafe.Pointer
TEXT ·stubsCode(SB), NOSPLIT, $0-8
	MOVD $stubs<>(SB), R0
	MOVD R0, ret+0(FP)
	RET

// func checkNilCode() unsafe.Pointer
TEXT ·checkNilCode(SB), NOSPLIT, $0-8
	MOVD $checkNil<>(SB), R0
	MOVD R0, ret+0(FP)
	RET

// func dereferenceCode() unsafe.Pointer
TEXT ·dereferenceCode(SB), NOSPLIT, $0-8
	MOVD $dereference<>(SB), R0
	MOVD R0, ret+0(FP)
	RET
