package lineedit

import "golang.org/x/sys/unix"

// askWaiting is the request that tells how many bytes wait to be read.
const askWaiting = unix.TIOCINQ
