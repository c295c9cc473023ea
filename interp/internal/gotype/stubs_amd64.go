package gotype

// stubStride is the distance of the stubs. The assembly knows it.
const stubStride = 16
