//go:build !js

package interp

import (
	"krigo/cell"
	"krigo/interp/imports"
)

// fetching lets the session download modules until end is called.
func (s *Session) fetching() (end func()) {
	w, ok := s.options.Symbols.(*imports.World)
	if !ok {
		return func() {}
	}
	w.Quiet(false)
	return func() { w.Quiet(true) }
}

// keepModules has the front end of an output keep the modules of the session, if a cell has changed them.
func (s *Session) keepModules(out cell.Output) {
	w, ok := s.options.Symbols.(*imports.World)
	if !ok {
		return
	}
	keeper, ok := out.(cell.ModuleKeeper)
	if !ok {
		return
	}
	switch kept, changed, err := w.KeptChange(); {
	case err != nil:
		s.outlet.tell("note: the notebook does not record its modules: " + err.Error())
	case changed:
		keeper.KeepModules(kept)
	}
}

// writeModules writes the modules of the session as go.mod and go.sum into a folder that has none, as
// [imports.World.WriteFiles] does.
func (s *Session) writeModules(dir string) (note string, err error) {
	w, ok := s.options.Symbols.(*imports.World)
	if !ok {
		return "", nil
	}
	return w.WriteFiles(dir)
}
