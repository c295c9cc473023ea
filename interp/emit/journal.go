package emit

import "slices"

// journal can undo the changes of a unit to the maps of its session, for a unit that no worker evaluates.
// Every entry of a map that outlives a unit is set by [note].
type journal struct{ undo []func() }

// note sets an entry of a map.
func note[K comparable, V any](j *journal, m map[K]V, k K, v V) {
	old, had := m[k]
	j.undo = append(j.undo, func() {
		if had {
			m[k] = old
			return
		}
		delete(m, k)
	})
	m[k] = v
}

// commit keeps all changes since the last commit or rollback.
func (j *journal) commit() { j.undo = nil }

// rollback forgets it.
func (j *journal) rollback() { j.rollbackTo(0) }

// rollbackTo forgets what was changed since the journal had a length.
func (j *journal) rollbackTo(length int) {
	for _, undo := range slices.Backward(j.undo[length:]) {
		undo()
	}
	j.undo = j.undo[:length]
}
