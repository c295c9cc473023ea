package cov

// Kinds returns the registered kinds.
func Kinds() []string { return registered.Kinds() }
