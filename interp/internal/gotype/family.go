package gotype

// A family is the versions of one declared type: when a method is added to the
// declaration, a new type with it is described, with the same layout and Family.
// Existing values keep their type, the old version.

// joinFamily makes a version that is there the newest of its family.
func (t *Types) joinFamily(e *entry) {
	if id := e.desc.Family; id != 0 && e.desc.Name != "" {
		t.newest[id] = e
	}
}
