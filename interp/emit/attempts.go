package emit

import (
	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
	"krigo/interp/machine/lower"
)

// attempt is what lowering a function came to. It holds as long as the answers do that lowering was given about the
// functions that this one calls, and is repeated only when one of them has changed.
type attempt struct {
	answers answers
	code    *machine.Code
	err     error
	refused []*lower.Refusal
}

// lowered is the code of a function, which has no name yet, or what keeps it out.
func (sl *selection) lowered(f *ssa.Function) (*machine.Code, error) {
	a := sl.attempts[f]
	if a == nil || !a.answers.hold(sl) {
		a = &attempt{answers: answers{}}
		a.code, a.err = lower.Function(f, "", lowerWorld{sl, a.answers})
		sl.attempts[f] = a
	}
	return a.code, a.err
}

// refusals are all that keeps a function out.
func (sl *selection) refusals(f *ssa.Function) []*lower.Refusal {
	a := sl.searches[f]
	if a == nil || !a.answers.hold(sl) {
		a = &attempt{answers: answers{}}
		a.refused = lower.Refusals(f, askingWorld{sl, a.answers})
		sl.searches[f] = a
	}
	return a.refused
}

// answers are those to the question whether a function is the machine's, which change while functions are chosen.
type answers map[*ssa.Function]answer

type answer struct{ emittable, machines bool }

func answerNow(sl *selection, f *ssa.Function) answer {
	return answer{sl.functions.emittable(f), sl.has(f)}
}

// isMachines answers for a function, and notes the answer.
func (as answers) isMachines(sl *selection, f *ssa.Function) bool {
	as[f] = answerNow(sl, f)
	return as[f].emittable && as[f].machines
}

// hold reports whether all answers would be the same now.
func (as answers) hold(sl *selection) bool {
	for f, was := range as {
		if answerNow(sl, f) != was {
			return false
		}
	}
	return true
}
