// Package lineedit is the line editor of the terminal session: it reads cells of
// many lines, with colours, a menu of completions and the history of all sessions.
//
// key.go decodes what a terminal sends, buffer.go holds the cell and the cursor,
// indent.go and brackets.go know Go, layout.go makes rows of the cell, and view.go
// puts rows on the terminal. state.go, bindings.go, menu.go, recall.go and search.go
// define the actions of keys; none of these knows a terminal, so that tests press
// keys and read rows. editor.go and reading.go join them with a real
// one (tty.go).
//
// The terminal is read only while a cell is typed. What was typed behind the key
// that ends it, or while a cell ran, is there for the cell that asks for input
// ([Editor.Stdin]) and for the next prompt.
package lineedit
