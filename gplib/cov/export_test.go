package cov

// Kinds returns the registered kinds.
func Kinds() []string {
	var all []string
	registered.Range(func(kind, _ any) bool {
		all = append(all, kind.(string))
		return true
	})
	return all
}
