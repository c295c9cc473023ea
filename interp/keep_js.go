package interp

import "krigo/cell"

// fetching does nothing: a web page has no modules.
func (*Session) fetching() (end func()) { return func() {} }

// keepModules does nothing.
func (*Session) keepModules(cell.Output) {}

// writeModules does nothing.
func (*Session) writeModules(string) (note string, err error) { return "", nil }
