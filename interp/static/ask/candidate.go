package ask

import (
	"go/types"
	"slices"
	"strings"
	"unicode"

	"krigo/cell"
	"krigo/interp/static/check"
	"krigo/interp/static/explain"
)

// candidate is a match that may be offered.
type candidate struct {
	cell.Match
	name string // the user's word for it: the text, or its last name
}

func newCandidate(m cell.Match) candidate { return candidate{m, m.Text} }

func candidatesOf(objects []types.Object) []candidate {
	var out []candidate
	for _, o := range objects {
		out = append(out, newCandidate(cell.Match{Text: o.Name(), Type: kind(o), Signature: signature(o)}))
	}
	return out
}

// candidates are the texts offered to replace the word that begins at start.
type candidates struct {
	matches []cell.Match
	start   int
}

// or returns c, or other if c has nothing to offer.
func (c candidates) or(other candidates) candidates {
	if len(c.matches) > 0 {
		return c
	}
	return other
}

// leastFuzzy is how many letters must be typed before fuzzy candidates are considered,
// and leastForeign before words of other libraries are.
const (
	leastFuzzy   = 2
	leastForeign = 3
)

// choose keeps the candidates that begin with the typed word; if none does, those that
// begin with it in another case; and else those that have its letters in order, followed
// by the foreign ones. Each is kept once.
func (c completer) choose(all []candidate, foreign func() []candidate) candidates {
	lower := strings.ToLower(c.prefix)
	for _, begins := range []func(string) bool{
		func(text string) bool { return strings.HasPrefix(text, c.prefix) },
		func(text string) bool { return strings.HasPrefix(strings.ToLower(text), lower) },
	} {
		if kept := keep(all, func(m candidate) bool { return begins(m.name) || begins(m.Text) }); len(kept) > 0 {
			return candidates{kept, c.start}
		}
	}
	var near []candidate
	if len(c.prefix) >= leastFuzzy {
		near = fuzzy(all, c.prefix)
	}
	if foreign != nil && len(c.prefix) >= leastForeign {
		near = append(near, foreign()...)
	}
	return candidates{keep(near, func(candidate) bool { return true }), c.start}
}

// keep gives the matches of candidates that fit, each text once.
func keep(all []candidate, fits func(candidate) bool) []cell.Match {
	var out []cell.Match
	seen := map[string]bool{}
	for _, m := range all {
		if !seen[m.Text] && fits(m) && !strings.Contains(m.Text, check.Mark) {
			seen[m.Text] = true
			out = append(out, m.Match)
		}
	}
	return out
}

// fuzzy keeps the candidates that have the letters of typed in their order, such as
// ReadCSV for rcsv: first those whose letters are adjacent or begin words.
func fuzzy(all []candidate, typed string) []candidate {
	type scored struct {
		candidate
		cost int
	}
	var found []scored
	for _, m := range all {
		if cost, ok := distance(typed, m.name); ok {
			found = append(found, scored{m, cost})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return a.cost - b.cost })
	out := make([]candidate, len(found))
	for i, f := range found {
		out[i] = f.candidate
	}
	return out
}

// What it costs to go on with a letter that does not follow the one before: at the
// beginning of a word within the name, or anywhere. Two of the latter are as many
// as a user means.
const (
	toWord   = 1
	anywhere = 4
	tooFar   = 3 * anywhere
)

// distance returns how far the letters of typed are apart in a name, ignoring case. The
// first begins a word of the name.
func distance(typed, name string) (cost int, ok bool) {
	letters, in := []rune(strings.ToLower(typed)), []rune(name)
	costs := make([]int, len(in)) // of a way that ends at each letter
	for i, letter := range letters {
		next := make([]int, len(in))
		for j, r := range in {
			next[j] = tooFar
			if unicode.ToLower(r) != letter {
				continue
			}
			step := anywhere
			if beginsWord(in, j) {
				step = toWord
			}
			if i == 0 {
				if step == toWord {
					next[j] = min(j, 1)
				}
				continue
			}
			for before := range j {
				way := costs[before] + step
				if before == j-1 {
					way = costs[before]
				}
				next[j] = min(next[j], way)
			}
		}
		costs = next
	}
	cost = tooFar
	for _, way := range costs {
		cost = min(cost, way)
	}
	return cost, cost < tooFar
}

// beginsWord reports whether a letter begins a word of a name: a capital after a small
// letter or before one, the first digit, or the first letter of all.
func beginsWord(name []rune, i int) bool {
	if i == 0 || name[i-1] == '_' {
		return true
	}
	r, before := name[i], name[i-1]
	switch {
	case unicode.IsDigit(r):
		return !unicode.IsDigit(before)
	case unicode.IsUpper(r):
		return !unicode.IsUpper(before) || i+1 < len(name) && unicode.IsLower(name[i+1])
	}
	return false
}

// synonymsIn lists what words of other libraries lead to in a package, or, where
// that is empty, in any.
func synonymsIn(prefix, pkg string) []candidate {
	var out []candidate
	for _, s := range explain.Synonyms(prefix, "") {
		from, name, _ := strings.Cut(s.Ours, ".")
		switch {
		case strings.Contains(name, "."):
		case pkg == "":
			out = append(out, newCandidate(cell.Match{Text: s.Ours, Type: "function", Signature: s.Word}))
		case pkg == from:
			out = append(out, newCandidate(cell.Match{Text: name, Type: "function", Signature: s.Word}))
		}
	}
	return out
}

// synonymsOf lists the members of a type that words of other libraries lead to.
func synonymsOf(prefix string, t types.Type) []candidate {
	named := namedOf(t)
	if named == nil {
		return nil
	}
	owner := check.TypeText(named)
	var out []candidate
	for _, s := range explain.Synonyms(prefix, owner) {
		if name, ok := strings.CutPrefix(s.Ours, owner+"."); ok {
			out = append(out, newCandidate(cell.Match{Text: name, Type: "field", Signature: s.Word}))
		}
	}
	return out
}

// foreign completes a selector as another library has it, such as plt.hist, which
// begins at start.
func (c completer) foreign(start int) candidates {
	if len(c.prefix) < leastForeign {
		return candidates{start: c.start}
	}
	return candidates{keep(synonymsIn(c.prefix, ""), func(candidate) bool { return true }), start}
}
