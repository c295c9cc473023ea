package lik

// LogConcave reports whether log p(y|f) is known to be concave in f for every observation y. The
// posterior of the latent values then has one mode, and the sites of expectation propagation have
// positive precisions. A likelihood of another package says so by a method LogConcave() bool.
func LogConcave(l Func) bool {
	known, ok := Observed{Lik: l}.closed().(interface{ LogConcave() bool })
	return ok && known.LogConcave()
}

func (labels) LogConcave() bool           { return true }
func (binomial) LogConcave() bool         { return true }
func (poisson) LogConcave() bool          { return true }
func (negativeBinomial) LogConcave() bool { return true }
func (gaussian) LogConcave() bool         { return true }
func (laplace) LogConcave() bool          { return true }
func (logNormal) LogConcave() bool        { return true }
func (ordinal) LogConcave() bool          { return true }
