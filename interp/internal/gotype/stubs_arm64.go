package gotype

// stubStride is the distance of the stubs: two instructions.
const stubStride = 8
