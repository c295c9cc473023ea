package cell

import "maps"

// passing is the key of Metadata by which a bundle tells that another will take
// its place.
const passing = "krigo.passing"

// AsPassing is b as a state of something that goes on, such as a fit: another bundle
// will take its place. A front end that cannot redraw need not show it.
func (b Bundle) AsPassing() Bundle {
	b.Metadata = maps.Clone(b.Metadata)
	if b.Metadata == nil {
		b.Metadata = map[string]any{}
	}
	b.Metadata[passing] = true
	return b
}

// Passing reports whether another bundle will take the place of b.
func (b Bundle) Passing() bool {
	is, _ := b.Metadata[passing].(bool)
	return is
}
