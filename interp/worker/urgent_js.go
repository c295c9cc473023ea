package worker

import "time"

// urgent decides which printed text is sent at once. In a web page the goroutine that sends text has its turn only
// when the cell waits, and text that was not sent is lost with the worker. So text is sent at once, unless there is
// much of it: then another print sends it soon.
type urgent struct {
	left float64 // messages that may be sent at once
	last time.Time
}

// Messages that may be sent at once after a pause, and how many more each second.
const (
	urgentMost = 50
	urgentRate = 200
)

// now reports whether text is to be sent at once.
func (u *urgent) now() bool {
	at := time.Now()
	u.left = min(urgentMost, u.left+urgentRate*at.Sub(u.last).Seconds())
	u.last = at
	if u.left < 1 {
		return false
	}
	u.left--
	return true
}
