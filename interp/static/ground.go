package static

import "go/types"

// ground is what the checks of a session stand on.
type ground struct {
	world  World
	now    *state
	names  *names
	pkg    *types.Package
	serial int // of the newest check
}

func newGround(world World) *ground {
	return &ground{world: world, now: newState(), names: newNames(), pkg: types.NewPackage("main", "session")}
}

// forget forgets all declarations.
func (g *ground) forget() {
	g.now = newState()
	g.names.forget()
}
