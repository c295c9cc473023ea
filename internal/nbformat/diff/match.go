package diff

import (
	"cmp"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// pair is a cell of the old notebook and what became of it in the new one. A cell
// that is in one of them only is nil in the other, at place 0.
type pair struct {
	before, after *nbformat.Cell
	from, to      int
	moved         bool
}

// matching finds for each cell of one notebook its counterpart in the other.
type matching struct {
	old, new []*nbformat.Cell
	// oldOf and newOf are the counterparts' places, from 0; -1 is none.
	oldOf, newOf []int
}

// match pairs the cells of two notebooks, and returns the pairs in the order of
// the new one, with those that are gone where they were.
func match(old, new []*nbformat.Cell) []pair {
	m := matching{old, new, unmatched(len(new)), unmatched(len(old))}
	m.byID()
	m.byContent()
	m.leftIDs()
	m.bySimilarity()
	return m.pairs()
}

func unmatched(n int) []int { return slices.Repeat([]int{-1}, n) }

func (m matching) join(i, j int) { m.newOf[i], m.oldOf[j] = j, i }

func (m matching) free(i, j int) bool { return m.newOf[i] < 0 && m.oldOf[j] < 0 }

// byID pairs cells of one ID, unless a cell of another ID has the content of one of them: some
// programs renumber cells.
func (m matching) byID() {
	inOld, inNew := contents(m.old), contents(m.new)
	m.sameID(func(a, b *nbformat.Cell) bool {
		return sameContent(a, b) || !inNew[content(a)] && !inOld[content(b)]
	})
}

// leftIDs pairs cells of one ID that are still alone.
func (m matching) leftIDs() {
	m.sameID(func(a, b *nbformat.Cell) bool { return true })
}

func (m matching) sameID(trusted func(a, b *nbformat.Cell) bool) {
	place := make(map[string]int, len(m.old))
	for i, c := range m.old {
		place[c.ID] = i
	}
	for j, c := range m.new {
		if i, ok := place[c.ID]; ok && m.free(i, j) && trusted(m.old[i], c) {
			m.join(i, j)
		}
	}
}

// content returns the part of a cell that identifies it apart from its ID.
func content(c *nbformat.Cell) string { return string(c.Type) + "\n" + c.Source }

func sameContent(a, b *nbformat.Cell) bool { return a.Type == b.Type && a.Source == b.Source }

// contents returns the contents of cells that are not blank.
func contents(cells []*nbformat.Cell) map[string]bool {
	set := make(map[string]bool, len(cells))
	for _, c := range cells {
		if !blankCell(c) {
			set[content(c)] = true
		}
	}
	return set
}

func blankCell(c *nbformat.Cell) bool { return strings.TrimSpace(c.Source) == "" }

// byContent pairs cells that hold the same: those in the same order first, then
// any. Blank ones say nothing.
func (m matching) byContent() {
	same := func(i, j int) bool { return m.free(i, j) && sameContent(m.old[i], m.new[j]) && !blankCell(m.old[i]) }
	for _, s := range common(len(m.old), len(m.new), same) {
		m.join(s.old, s.new)
	}
	places := map[string][]int{}
	for i, c := range m.old {
		if m.newOf[i] < 0 {
			places[content(c)] = append(places[content(c)], i)
		}
	}
	for j, c := range m.new {
		if left := places[content(c)]; m.oldOf[j] < 0 && len(left) > 0 && !blankCell(c) {
			m.join(left[0], j)
			places[content(c)] = left[1:]
		}
	}
}

// likeness is how much of two sources has to be the same for one to be the other,
// edited.
const likeness = 0.5

// bySimilarity pairs cells that are alike and stand between the same neighbours.
func (m matching) bySimilarity() {
	old, new := gaps(m.newOf), gaps(m.oldOf)
	for key, olds := range old {
		// The gap after an old cell is that after its counterpart.
		if key >= 0 {
			key = m.newOf[key]
		}
		news := new[key]
		for _, s := range common(len(olds), len(news), func(i, j int) bool { return alike(m.old[olds[i]], m.new[news[j]]) }) {
			m.join(olds[s.old], news[s.new])
		}
	}
}

// gaps groups the places without a counterpart by the one before them that has one,
// or -1.
func gaps(counterpart []int) map[int][]int {
	groups := map[int][]int{}
	last := -1
	for i, other := range counterpart {
		if other >= 0 {
			last = i
			continue
		}
		groups[last] = append(groups[last], i)
	}
	return groups
}

func alike(a, b *nbformat.Cell) bool {
	if a.Type != b.Type {
		return false
	}
	x, y := tokens(a.Source), tokens(b.Source)
	if len(x)+len(y) == 0 {
		return true
	}
	return 2*float64(shared(x, y)) >= likeness*float64(len(x)+len(y))
}

// shared returns the number of tokens that two texts have in common, in any order; blanks do not
// count.
func shared(x, y []string) int {
	count := map[string]int{}
	for _, t := range x {
		count[t]++
	}
	n := 0
	for _, t := range y {
		if count[t] > 0 {
			count[t]--
			n++
		}
	}
	return n
}

// pairs lists the pairs by the places of the new notebook. A cell that is gone
// stands behind what stood before it.
func (m matching) pairs() []pair {
	moved := m.moved()
	gone := gaps(m.newOf)
	list := m.removed(gone[-1])
	for j, c := range m.new {
		i := m.oldOf[j]
		if i < 0 {
			list = append(list, pair{after: c, to: j + 1})
			continue
		}
		list = append(list, pair{m.old[i], c, i + 1, j + 1, moved[j]})
		list = append(list, m.removed(gone[i])...)
	}
	return list
}

func (m matching) removed(places []int) []pair {
	var list []pair
	for _, i := range places {
		list = append(list, pair{before: m.old[i], from: i + 1})
	}
	return list
}

// moved returns the cells of the new notebook that have left the others: all with a counterpart,
// except the longest run in the same order in both.
func (m matching) moved() map[int]bool {
	var byNew, byOld []int // places in new of what is in both
	for j, i := range m.oldOf {
		if i >= 0 {
			byNew = append(byNew, j)
		}
	}
	byOld = slices.SortedFunc(slices.Values(byNew), func(a, b int) int { return cmp.Compare(m.oldOf[a], m.oldOf[b]) })
	moved := make(map[int]bool, len(byNew))
	for _, j := range byNew {
		moved[j] = true
	}
	for _, s := range common(len(byOld), len(byNew), func(i, j int) bool { return byOld[i] == byNew[j] }) {
		delete(moved, byOld[s.old])
	}
	return moved
}
