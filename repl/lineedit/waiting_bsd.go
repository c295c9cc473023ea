//go:build unix && !linux

package lineedit

// askWaiting is the request that tells how many bytes wait to be read: FIONREAD of
// the BSDs and of macOS, in sys/filio.h.
const askWaiting = 0x4004667f
