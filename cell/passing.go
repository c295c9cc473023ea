package cell

import "maps"

// passing is the Metadata key that marks a bundle which another will replace.
const passing = "krigo.passing"

// AsPassing returns b marked as an intermediate state, such as that of a fit: another
// bundle will replace it. A front end that cannot redraw may skip it.
func (b Bundle) AsPassing() Bundle {
	b.Metadata = maps.Clone(b.Metadata)
	if b.Metadata == nil {
		b.Metadata = map[string]any{}
	}
	b.Metadata[passing] = true
	return b
}

// Passing reports whether another bundle will replace b.
func (b Bundle) Passing() bool {
	is, _ := b.Metadata[passing].(bool)
	return is
}
