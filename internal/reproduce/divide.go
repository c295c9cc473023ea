package reproduce

import (
	"fmt"
	"slices"
	"strings"
)

// divisible are the experiments by their commands' names.
var divisible = map[string]struct {
	parts func() []part
	check func(Options) error // of options other than parts; nil checks nothing
	// figures are prefixes of names: parts with the same prefix draw one figure together,
	// each with the measurements of those before it.
	figures []string
}{
	"exact":     {parts: exactParts},
	"admm":      {parts: admmParts},
	"cholqr":    {cholqrParts, checkMethods, []string{"thrombin-", "graphs-", "kin40k-"}},
	"grief":     {parts: griefParts},
	"rkhs":      {parts: rkhsParts},
	"relevance": {parts: relevanceParts},
	"robust":    {parts: robustParts},
}

// Divide returns how an experiment, by the name of its command, can be run in several
// processes: each list of parts is the Options.Sets of one, and the claims of all in
// this order are those of the experiment, except for times and claims that depend on
// them, such as where a limit ended a fit. Parts that draw a figure together stay
// together. It refuses the options that the experiment refuses.
func Divide(experiment string, o Options) ([][]string, error) {
	e, ok := divisible[experiment]
	if !ok {
		return nil, fmt.Errorf("reproduce: Divide: there is no experiment %q", experiment)
	}
	if e.check != nil {
		if err := e.check(o); err != nil {
			return nil, err
		}
	}
	parts := e.parts()
	if err := checkParts(parts, o.Sets); err != nil {
		return nil, err
	}
	var lists [][]string
	last := ""
	for _, p := range parts {
		if !p.in(o) {
			continue
		}
		figure := beginning(p.name, e.figures)
		if figure != "" && figure == last {
			lists[len(lists)-1] = append(lists[len(lists)-1], p.name)
			continue
		}
		lists, last = append(lists, []string{p.name}), figure
	}
	return lists, nil
}

// beginning returns the one of some texts that a name begins with, or "".
func beginning(name string, texts []string) string {
	i := slices.IndexFunc(texts, func(text string) bool { return strings.HasPrefix(name, text) })
	if i < 0 {
		return ""
	}
	return texts[i]
}
