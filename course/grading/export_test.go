package grading

// Discard is an Output that keeps nothing.
type Discard = discard
