package parallel

// Stopped reports whether g starts no more tasks.
func (g *Graph) Stopped() bool {
	g.guard.Lock()
	defer g.guard.Unlock()
	return g.stopped
}
