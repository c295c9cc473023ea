package check

import "go/types"

// Session is what the checks of a session stand on.
type Session struct {
	World  World
	Now    *State
	Names  *Names
	pkg    *types.Package
	serial int // of the newest check
}

func NewSession(world World) *Session {
	return &Session{World: world, Now: newState(), Names: newNames(), pkg: types.NewPackage("main", "session")}
}

// Forget forgets all declarations.
func (s *Session) Forget() {
	s.Now = newState()
	s.Names.forget()
}
