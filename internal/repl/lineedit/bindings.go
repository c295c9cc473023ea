package lineedit

// bindings are the commands of keys; letters and pastes insert themselves.
var bindings = map[key]func(*state) action{
	{code: keyEnter}:              (*state).enter,
	{code: keyEnter, mods: alt}:   (*state).newline,
	{code: keyEnter, mods: shift}: (*state).newline,
	{code: keyEnter, mods: ctrl}:  (*state).newline,
	{code: 'j', mods: ctrl}:       (*state).newline,
	{code: keyTab}:                (*state).tab,
	{code: keyTab, mods: shift}:   (*state).outdent,

	{code: keyUp}:                     (*state).lineUp,
	{code: keyDown}:                   (*state).lineDown,
	{code: 'p', mods: ctrl}:           (*state).older,
	{code: 'n', mods: ctrl}:           (*state).newer,
	{code: keyPageUp}:                 (*state).older,
	{code: keyPageDown}:               (*state).newer,
	{code: 'r', mods: ctrl}:           (*state).startSearch,
	{code: keyLeft}:                   move((*buffer).before),
	{code: 'b', mods: ctrl}:           move((*buffer).before),
	{code: keyRight}:                  move((*buffer).after),
	{code: 'f', mods: ctrl}:           move((*buffer).after),
	{code: keyLeft, mods: ctrl}:       move((*buffer).wordBefore),
	{code: keyLeft, mods: alt}:        move((*buffer).wordBefore),
	{code: 'b', mods: alt}:            move((*buffer).wordBefore),
	{code: keyRight, mods: ctrl}:      move((*buffer).wordAfter),
	{code: keyRight, mods: alt}:       move((*buffer).wordAfter),
	{code: 'f', mods: alt}:            move((*buffer).wordAfter),
	{code: keyHome}:                   move(startOfLine),
	{code: 'a', mods: ctrl}:           move(startOfLine),
	{code: keyEnd}:                    move(endOfLine),
	{code: 'e', mods: ctrl}:           move(endOfLine),
	{code: keyHome, mods: ctrl}:       move(startOfCell),
	{code: '<', mods: alt}:            move(startOfCell),
	{code: keyEnd, mods: ctrl}:        move(endOfCell),
	{code: '>', mods: alt}:            move(endOfCell),
	{code: keyBackspace}:              deleteTo((*buffer).before),
	{code: keyBackspace, mods: shift}: deleteTo((*buffer).before),
	{code: keyDelete}:                 deleteTo((*buffer).after),
	{code: 'w', mods: ctrl}:           killTo((*buffer).blankBefore),
	{code: keyBackspace, mods: alt}:   killTo((*buffer).wordBefore),
	{code: keyBackspace, mods: ctrl}:  killTo((*buffer).wordBefore),
	{code: 'd', mods: alt}:            killTo((*buffer).wordAfter),
	{code: keyDelete, mods: ctrl}:     killTo((*buffer).wordAfter),
	{code: 'u', mods: ctrl}:           killTo(startOfLine),
	{code: 'k', mods: ctrl}:           killTo(endOfLineOrBreak),
	{code: 'y', mods: ctrl}:           (*state).yank,
	{code: '_', mods: ctrl}:           (*state).undoLast,
	{code: 'z', mods: alt}:            (*state).undoLast,
	{code: 'c', mods: ctrl}:           func(*state) action { return giveUp },
	{code: 'd', mods: ctrl}:           (*state).end,
	{code: 'l', mods: ctrl}:           func(*state) action { return clearAll },
	{code: 'z', mods: ctrl}:           func(*state) action { return suspend },
	{code: 'x', mods: ctrl}:           func(s *state) action { s.prefixed = true; return goOn },
}

// afterX are the commands of keys after Ctrl-X.
var afterX = map[key]func(*state) action{
	{code: 'e', mods: ctrl}: func(*state) action { return compose },
	{code: 'u', mods: ctrl}: (*state).undoLast,
}

func move(to func(*buffer) int) func(*state) action {
	return func(s *state) action {
		s.moveTo(to(&s.buffer))
		return goOn
	}
}

func deleteTo(to func(*buffer) int) func(*state) action {
	return func(s *state) action {
		other := to(&s.buffer)
		s.delete(min(other, s.cursor), max(other, s.cursor))
		return goOn
	}
}

func killTo(to func(*buffer) int) func(*state) action {
	return func(s *state) action {
		other := to(&s.buffer)
		s.kill(min(other, s.cursor), max(other, s.cursor))
		return goOn
	}
}

func startOfLine(b *buffer) int { return b.lineStart(b.cursor) }
func endOfLine(b *buffer) int   { return b.lineEnd(b.cursor) }
func startOfCell(*buffer) int   { return 0 }
func endOfCell(b *buffer) int   { return len(b.text) }

// endOfLineOrBreak returns the end of the line, and at that the start of the next.
func endOfLineOrBreak(b *buffer) int {
	if end := b.lineEnd(b.cursor); end > b.cursor {
		return end
	}
	return min(b.cursor+1, len(b.text))
}
